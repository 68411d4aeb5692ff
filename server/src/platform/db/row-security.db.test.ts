import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { openDatabase, setBank } from './database.ts';
import { plainStatement, type Statement } from './statement.ts';
import { expectingRows } from './writer.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ poolSize: 2 });
  for (const bank of ['01', '02']) await database.app.flush([setBank([bank]), insertWindow(bank)]);
});
afterAll(() => database[Symbol.asyncDispose]());

const windowId = (bank: string): string => `018f3f3e-0000-7000-8000-0000000000${bank}`;
const insertWindow = (bank: string, state = 'planned'): Statement =>
  plainStatement(
    `insert into configuration.maintenance_window
       (bank_id, window_id, state, starts_at, messages, planned_by, row_version, created_at, modified_at)
     values ($1, $2, $3, now(), '{}', 'e-1', 1, now(), now())`,
  )([bank, windowId(bank), state]);

const codeOf = async (running: Promise<unknown>): Promise<unknown> => {
  try {
    await running;
    return 'done';
  } catch (error) {
    return Reflect.get(Object(error), 'code');
  }
};

interface TenantTable {
  readonly schema: string;
  readonly table: string;
}

/** Every table with a bank id, from the catalogue, so that a new table is included. */
async function tenantTables(): Promise<readonly TenantTable[]> {
  return database.query<TenantTable & Record<string, string>>(
    `select n.nspname as schema, c.relname as table
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'bank_id'
      where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not in ('graphile_worker', 'pg_catalog')
      order by 1, 2`,
  );
}

describe('every table of a bank', () => {
  test('has forced row-level security, even for its owner', async () => {
    const bound = await database.query<{ name: string; enabled: boolean; forced: boolean }>(
      `select n.nspname || '.' || c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
         join pg_attribute a on a.attrelid = c.oid and a.attname = 'bank_id'
        where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('platform', 'configuration')`,
    );
    expect(bound.length).toBeGreaterThan(6);
    expect(bound.filter(({ enabled, forced }) => !enabled || !forced)).toEqual([]);
  });

  test('has the bank first in every unique key: a duplicate must not reveal another bank', async () => {
    const keys = await database.query<{ name: string; first: string }>(
      `select n.nspname || '.' || c.relname || ' ' || i.relname as name, a.attname as first
         from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
         join pg_namespace n on n.oid = c.relnamespace
         join pg_attribute a on a.attrelid = c.oid and a.attnum = x.indkey[0]
        where x.indisunique and not c.relispartition and n.nspname in ('platform', 'configuration')
          and exists (select from pg_attribute b where b.attrelid = c.oid and b.attname = 'bank_id')`,
    );
    expect(keys.length).toBeGreaterThan(5);
    expect(keys.filter(({ first }) => first !== 'bank_id')).toEqual([]);
  });

  test('cannot be read by the service without a bank: the read fails instead of returning nothing', async () => {
    for (const { schema, table } of await tenantTables()) {
      if (`${schema}.${table}` === 'configuration.bank') continue;
      const read = plainStatement(`select * from "${schema}"."${table}" where true`)([]);
      expect([schema, table, await codeOf(database.app.flush([read]))]).toEqual([schema, table, '42501']);
      expect(await codeOf(database.app.flush([setBank(['']), read]))).toBe('42501');
    }
  });
});

const listWindows = plainStatement<{ bank_id: string }>(
  'select bank_id from configuration.maintenance_window',
)([]);

describe('a transaction of bank 01', () => {
  test('sees its own rows and no others', async () => {
    expect(await database.app.forBank('01').rows(listWindows)).toEqual([{ bank_id: '01' }]);
    expect(await database.app.forBank('02').rows(listWindows)).toEqual([{ bank_id: '02' }]);
    expect(await database.app.forBank('99').rows(listWindows)).toEqual([]);
  });

  test('cannot insert for another bank', async () => {
    expect(await codeOf(database.app.flush([setBank(['01']), insertWindow('02')]))).toBe('42501');
  });

  test('cannot change the bank of its own row', async () => {
    const move = plainStatement("update configuration.maintenance_window set bank_id = '02'")([]);
    expect(await codeOf(database.app.flush([setBank(['01']), move]))).toBe('42501');
  });

  test('changes nothing of another bank, whatever the statement', async () => {
    const touch = plainStatement(
      "update configuration.maintenance_window set planned_by = 'x' where bank_id = '02' returning 1",
    )([]);
    const [, outcome] = await database.app.flush([setBank(['01']), touch]);
    expect(outcome?.rowCount).toBe(0);
  });

  test('leaves no bank set on its connection', async () => {
    await using single = openDatabase({ url: database.appUrl, poolSize: 1 });
    await single.forBank('01').rows(listWindows);
    expect(await codeOf(single.flush([listWindows]))).toBe('42501');
  });

  test('is isolated under concurrency: no reader ever sees the other bank', async () => {
    const rows = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        database.app.forBank(index % 2 === 0 ? '01' : '02').rows(listWindows),
      ),
    );
    rows.forEach((one, index) => {
      expect(one).toEqual([{ bank_id: index % 2 === 0 ? '01' : '02' }]);
    });
  });
});

describe('the service', () => {
  test.each([
    ['read the audit trail', "select * from platform.audit_entry where bank_id = '01'"],
    ['change the audit trail', 'update platform.audit_entry set record = record'],
    [
      'number an entry of the audit trail',
      `insert into platform.audit_entry (bank_id, audit_id, occurred_at, operation, aggregate_kind, aggregate_id, record,
         entry_no)
       values ('01', gen_random_uuid(), now(), 'x', 'x', 'x', '{}', 1)`,
    ],
    ['delete from the audit trail', 'delete from platform.audit_entry'],
    ['read unpublished events', 'select * from platform.outbox_event'],
    ['change an idempotency record', "update platform.idempotency_record set response = ''"],
    ['delete an idempotency record', 'delete from platform.idempotency_record'],
    ['delete a revoked certificate', 'delete from platform.revoked_certificate'],
    ['add a bank', "insert into configuration.bank values ('xx','x','x','x','x','x')"],
    ['make partitions', "select platform.create_partition('audit_entry', '2030-01-01', '2030-02-01')"],
    ['create partitions', "select platform.create_partition('audit_entry', '2030-01-01', '2030-02-01')"],
    ['drop partitions', "select platform.drop_published_partition('2030-01-01')"],
    ['delete published events', "select platform.delete_published_default_events('2030-01-01', 1)"],
    ['make tables', 'create table public.mine (a int)'],
    ['make tables of the platform', 'create table platform.mine (a int)'],
    ['read the seals', 'select * from platform.audit_seal'],
    ['switch to another role', 'set role portico_worker'],
    ['disable its limits', 'set session_replication_role = replica'],
  ])('may not %s', async (_what, sql) => {
    const state = await codeOf(database.app.flush([setBank(['01']), plainStatement(sql)([])]));
    expect(state).toBe('42501');
  });
});

describe('expected rows', () => {
  const touch = (id: string): Statement =>
    plainStatement(
      'update configuration.maintenance_window set modified_at = modified_at where bank_id = $1 and window_id = $2',
    )(['01', id]);

  test('pass if exactly that many changed', async () => {
    expect(await codeOf(database.app.flush([setBank(['01']), expectingRows(touch(windowId('01')), 1)]))).toBe(
      'done',
    );
    expect(await codeOf(database.app.flush([setBank(['01']), expectingRows(touch(windowId('02')), 0)]))).toBe(
      'done',
    );
  });

  test.each([
    ['none changed', '02', 1],
    ['one changed', '01', 0],
    ['fewer changed', '01', 2],
  ])('fail inside the database if %s', async (_what, bank, count) => {
    const statements = [setBank(['01']), expectingRows(touch(windowId(bank)), count)];
    expect(await codeOf(database.app.flush(statements))).toBe('PX001');
  });

  test('fail with NULL too', async () => {
    const bare = plainStatement('select platform.expect_rows(null, 1)')([]);
    expect(await codeOf(database.app.flush([bare]))).toBe('PX001');
  });
});
