import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../server/src/platform/testing/database.ts';

/** Tables that all banks share by design. */
const shared = [
  'party.sync_epoch',
  'platform.certificate_status',
  'platform.revoked_certificate',
  'public.portico_migration',
];

/** Tables whose rows every bank may read. */
const readByAll = ['configuration.bank'];

/** Tables of the product. Partitions are left out: they inherit from their parent. */
const ourTables = `
  select c.oid, n.nspname || '.' || c.relname as name, c.relrowsecurity, c.relforcerowsecurity,
         exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'bank_id') as has_bank
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where c.relkind in ('r', 'p') and not c.relispartition
     and n.nspname not in ('graphile_worker', 'information_schema') and n.nspname not like 'pg\\_%'`;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

/** Returns the names that a statement over `our` selects. */
async function found(statement: string): Promise<readonly string[]> {
  const rows = await database.query<{ name: string }>(`with our as (${ourTables}) ${statement} order by 1`);
  return rows.map(({ name }) => name);
}

describe('a table', () => {
  it('belongs to a bank, unless all banks share it by design', async () => {
    expect(await found('select name from our where not has_bank')).toEqual(shared);
  });

  it('has a primary key, or a unique index as replica identity', async () => {
    const without = `select name from our
      where not exists (select from pg_constraint k where k.conrelid = our.oid and k.contype = 'p')
        and not exists (select from pg_index x where x.indrelid = our.oid and x.indisreplident)`;
    expect(await found(without)).toEqual([]);
  });

  it('of a bank has row-level security, also for its owner, and a policy', async () => {
    const open = `select name from our where has_bank and not (relrowsecurity and relforcerowsecurity
      and exists (select from pg_policy p where p.polrelid = our.oid))`;
    expect(await found(open)).toEqual([]);
  });

  it('of a bank shows the service only the rows of the current bank', async () => {
    const wide = `select distinct name from our join pg_policy p on p.polrelid = our.oid
      where has_bank and (p.polroles = '{0}' or 'portico_app'::regrole = any (p.polroles))
        and coalesce(pg_get_expr(p.polqual, p.polrelid), '') not like '%bank_id = platform.bank_id()%'`;
    expect(await found(wide)).toEqual(readByAll);
  });

  it('of a bank accepts from the service only rows of the current bank', async () => {
    const wide = `select distinct name from our join pg_policy p on p.polrelid = our.oid
      where has_bank and p.polcmd <> 'r' and (p.polroles = '{0}' or 'portico_app'::regrole = any (p.polroles))
        and coalesce(pg_get_expr(p.polwithcheck, p.polrelid), '') not like '%bank_id = platform.bank_id()%'`;
    expect(await found(wide)).toEqual([]);
  });

  it('of a bank has the bank first in every key and unique index', async () => {
    const others = `select name || ' ' || x.indexrelid::regclass as name from our join pg_index x on x.indrelid = our.oid
      where has_bank and x.indisunique
        and (select a.attname from pg_attribute a where a.attrelid = our.oid and a.attnum = x.indkey[0])
            is distinct from 'bank_id'`;
    // ADR 0055: with the bank first, a planner without statistics would read the whole queue of a bank.
    expect(await found(others)).toEqual([
      'correspondence.open_communication correspondence.open_communication_pkey',
    ]);
  });

  it('has an index that begins with the columns of each of its foreign keys', async () => {
    const unindexed = `select name || ' ' || k.conname as name from our join pg_constraint k on k.conrelid = our.oid
      where k.contype = 'f' and not exists (
        select from pg_index x where x.indrelid = our.oid and x.indpred is null
           and (x.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey)`;
    expect(await found(unindexed)).toEqual([]);
  });
});

describe('the roles of the running product', () => {
  it('are bound by row-level security and own no table', async () => {
    const rows = await database.query<{ rolname: string }>(
      `select rolname from pg_roles where rolname in ('portico_app', 'portico_worker')
          and not (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb) order by 1`,
    );
    expect(rows.map(({ rolname }) => rolname)).toEqual(['portico_app', 'portico_worker']);
    const owned = `select name from our join pg_class c on c.oid = our.oid
      where pg_get_userbyid(c.relowner) in ('portico_app', 'portico_worker')`;
    expect(await found(owned)).toEqual([]);
  });
});
