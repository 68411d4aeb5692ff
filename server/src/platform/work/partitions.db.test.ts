import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { createWorkHarness, type WorkHarness } from '#platform/testing/work-harness.ts';
import { maintainPartitions, PartitionWorkPostponed, readPartitionState } from './partitions.ts';

/** Years after any day for which the migration created partitions. */
const today = '2041-03-10T10:00:00Z';

async function createHarness(): Promise<WorkHarness> {
  const harness = await createWorkHarness();
  harness.clock.set(today);
  return harness;
}

/** Repeats what was postponed, as the worker's loop does: on a busy machine a statement may be too slow. */
async function maintainAll(harness: WorkHarness): Promise<void> {
  while ((await maintainPartitions(harness.worker, harness.clock).catch(onlyPostponed)) > 0);
}

/** Partitions of these years, without the ones the migration created. */
async function partitionsOf(harness: WorkHarness, table: string): Promise<readonly string[]> {
  const rows = await harness.database.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = $1::regclass and c.relname ~ '_2041\\d{4}$' order by c.relname`,
    [`platform.${table}`],
  );
  return rows.map(({ name }) => name.slice(-8));
}

async function rowsPerPartition(harness: WorkHarness, table: string): Promise<Record<string, number>> {
  const rows = await harness.database.query<{ name: string; count: number }>(
    `select replace(tableoid::regclass::text, 'platform.${table}_', '') as name, count(*)::int as count
       from platform.${table} group by 1 order by 1`,
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

/** The locks of a running pg_dump: ACCESS SHARE on every table of the platform. */
async function acquireBackupLocks(harness: WorkHarness): Promise<{ release(): Promise<void> }> {
  const client = new pg.Client({ connectionString: harness.database.ownerUrl });
  await client.connect();
  await client.query('begin');
  await client.query('lock table platform.outbox_event, platform.audit_entry in access share mode');
  return {
    async release() {
      await client.query('rollback');
      await client.end();
    },
  };
}

const insertPublished = (harness: WorkHarness, occurredAt: string, count: number): Promise<unknown> =>
  harness.database.query(
    `insert into platform.outbox_event (bank_id, event_id, occurred_at, name, version, source, aggregate_kind,
       aggregate_id, actor_kind, actor_id, data, sequence, relayed_at, published_at)
     select '01', gen_random_uuid(), $1, 'n', 1, 's', 'k', 'i', 'a', 'b', '{}', 1, $1, $1
       from generate_series(1, $2)`,
    [occurredAt, count],
  );

test('a partition with one unpublished event is found without reading the others', async () => {
  await using harness = await createHarness();
  await maintainAll(harness);
  await insertPublished(harness, '2041-03-10T10:00:00Z', 20_000);
  await harness.runStep('unpublished', 1);
  const client = new pg.Client({ connectionString: harness.database.workerUrl });
  await client.connect();
  const [buffers] = [await buffersOf(client), await buffersOf(client)].slice(-1);
  await client.end();
  const state = await rowsPerPartition(harness, 'outbox_event');
  expect(state['20410310']).toBe(20_001);
  expect(buffers).toBeLessThan(100);
});

/** Pages read to find out that nothing can be dropped. */
async function buffersOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, buffers) select platform.drop_published_partition('2041-03-12')`,
  );
  const [line = ''] = rows.map((row) => row['QUERY PLAN']).filter((text) => text.includes('Buffers: shared'));
  return [...line.matchAll(/(?:hit|read)=(\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0);
}

describe('maintaining partitions', () => {
  test('creates today and seven days of the outbox, this month and three months of the audit trail', async () => {
    await using harness = await createHarness();
    await maintainAll(harness);
    expect(await partitionsOf(harness, 'outbox_event')).toEqual(
      Array.from({ length: 8 }, (_, days) => `204103${10 + days}`),
    );
    expect(await partitionsOf(harness, 'audit_entry')).toEqual([
      '20410301',
      '20410401',
      '20410501',
      '20410601',
    ]);
  });

  test('by four workers concurrently creates each partition once', async () => {
    await using harness = await createHarness();
    await Promise.all(Array.from({ length: 4 }, () => maintainAll(harness)));
    expect(await partitionsOf(harness, 'outbox_event')).toHaveLength(8);
    expect(await partitionsOf(harness, 'audit_entry')).toHaveLength(4);
  });

  test('moves rows from the default partition into the partition of their day or month', async () => {
    await using harness = await createHarness();
    for (const step of [1, 2, 3]) await harness.runStep('early', step);
    harness.clock.advance({ days: -40 });
    await harness.runStep('past', 1);
    harness.clock.set(today);
    const before = await rowsOf(harness);
    expect(await rowsPerPartition(harness, 'outbox_event')).toEqual({ default: 4 });
    await maintainAll(harness);
    expect(await rowsPerPartition(harness, 'outbox_event')).toEqual({ 20410129: 1, 20410310: 3 });
    expect(await rowsPerPartition(harness, 'audit_entry')).toEqual({ 20410101: 1, 20410301: 3 });
    expect(await rowsOf(harness)).toEqual(before);
  });

  test('loses no row while commands write to the default partition at the same time', async () => {
    await using harness = await createHarness();
    let isOver = false;
    let commands = 0;
    const write = async (): Promise<void> => {
      while (!isOver) {
        await harness.runStep('busy', commands);
        commands += 1;
      }
    };
    const writers = Promise.all([write(), write(), write()]);
    while ((await rowsPerPartition(harness, 'outbox_event'))['20410310'] === undefined)
      await maintainPartitions(harness.worker, harness.clock).catch(onlyPostponed);
    isOver = true;
    await writers;
    await maintainAll(harness);
    expect(await rowsPerPartition(harness, 'outbox_event')).toEqual({ 20410310: commands });
    expect(await rowsPerPartition(harness, 'audit_entry')).toEqual({ 20410301: commands });
  });

  test('turns a default partition with more than 5,000 rows of one day into the partition of that day', async () => {
    await using harness = await createHarness();
    await insertPublished(harness, '2041-03-10T09:00:00Z', 5_001);
    await harness.runStep('early', 1);
    const before = await rowsOf(harness);
    await maintainAll(harness);
    expect(await rowsPerPartition(harness, 'outbox_event')).toEqual({ 20410310: 5_002 });
    expect(await rowsOf(harness)).toEqual(before);
    harness.clock.advance({ days: 20 });
    await harness.runStep('late', 1);
    expect(await rowsPerPartition(harness, 'outbox_event')).toEqual({ 20410310: 5_002, default: 1 });
    expect(await describePartition(harness, 'outbox_event_default')).toEqual(
      await describePartition(harness, 'outbox_event_20410310'),
    );
  });

  test('leaves many rows of several days in the default partition, reports it, and deletes them once published', async () => {
    await using harness = await createHarness();
    await insertPublished(harness, '2041-03-10T09:00:00Z', 5_001);
    await insertPublished(harness, '2041-03-09T09:00:00Z', 5_001);
    expect(await maintainUntil(harness, 'too-many-rows')).toBe('reached');
    expect(await rowsPerPartition(harness, 'outbox_event')).toEqual({ default: 10_002 });
    expect(await partitionsOf(harness, 'outbox_event')).toHaveLength(7);
    harness.clock.advance({ days: 4 });
    await maintainAll(harness);
    expect(await rowsPerPartition(harness, 'outbox_event')).toEqual({});
  });

  test('drops outbox partitions of more than three days ago whose events were all published', async () => {
    await using harness = await createHarness();
    await maintainAll(harness);
    await insertPublished(harness, '2041-03-10T09:00:00Z', 3);
    await harness.runStep('waiting', 1);
    await insertPublished(harness, '2041-03-11T09:00:00Z', 3);
    harness.clock.advance({ days: 5 });
    await maintainAll(harness);
    expect(await partitionsOf(harness, 'outbox_event')).toEqual([
      '20410310',
      ...Array.from({ length: 11 }, (_, days) => `204103${12 + days}`),
    ]);
  });
});

describe('a partition', () => {
  test('that was the default partition before has the same', async () => {
    await using harness = await createHarness();
    await harness.database.query(
      `insert into platform.audit_entry (bank_id, audit_id, occurred_at, operation, aggregate_kind, aggregate_id, record)
       select '01', gen_random_uuid(), '2041-03-02T09:00:00Z', 'x', 'x', 'x', '{}' from generate_series(1, 5001)`,
    );
    await maintainAll(harness);
    expect(await rowsPerPartition(harness, 'audit_entry')).toEqual({ 20410301: 5_001 });
    expect(await describePartition(harness, 'audit_entry_20410301')).toEqual(
      await describePartition(harness, 'audit_entry_20410401'),
    );
    await expect(
      harness.database.query(`update platform.audit_entry set record = 'changed'`),
    ).rejects.toThrow('an audit entry is never changed');
  });

  test('has the columns, indexes, constraints, triggers, owner and rights of one that PostgreSQL creates', async () => {
    await using harness = await createHarness();
    await maintainAll(harness);
    for (const table of ['outbox_event', 'audit_entry']) {
      await harness.database.query(
        `create table platform.${table}_20420101 partition of platform.${table}
           for values from ('2042-01-01T00:00:00Z') to ('2042-02-01T00:00:00Z')`,
      );
      const ours = table === 'outbox_event' ? '20410310' : '20410301';
      expect(await describePartition(harness, `${table}_${ours}`)).toEqual(
        await describePartition(harness, `${table}_20420101`),
      );
    }
  });
});

test('a command does not touch the default partition while its day has a partition', async () => {
  await using harness = await createHarness();
  await maintainAll(harness);
  const client = new pg.Client({ connectionString: harness.database.ownerUrl });
  await client.connect();
  await client.query('begin');
  await client.query(
    'lock table platform.outbox_event_default, platform.audit_entry_default in access exclusive mode',
  );
  await harness.runStep('beside', 1);
  await client.query('rollback');
  await client.end();
  expect(await rowsPerPartition(harness, 'outbox_event')).toEqual({ 20410310: 1 });
});

describe('while a backup has its locks, maintaining partitions', () => {
  test('gives up without making commands wait, and creates them afterwards', async () => {
    await using harness = await createHarness();
    await maintainAll(harness);
    harness.clock.advance({ days: 1 });
    const backup = await acquireBackupLocks(harness);
    expect(await maintainUntil(harness, 'locked')).toBe('reached');
    await harness.runStep('during', 1);
    expect(await rowsPerPartition(harness, 'outbox_event')).toEqual({ 20410311: 1 });
    await backup.release();
    await maintainAll(harness);
    expect(await partitionsOf(harness, 'outbox_event')).toHaveLength(9);
  });

  test('gives up on moving rows, which commands continue to write, and moves them afterwards', async () => {
    await using harness = await createHarness();
    await harness.runStep('early', 1);
    const backup = await acquireBackupLocks(harness);
    const maintaining = maintainUntil(harness, 'locked');
    await harness.runStep('early', 2);
    expect(await maintaining).toBe('reached');
    expect(await rowsPerPartition(harness, 'outbox_event')).toEqual({ default: 2 });
    await backup.release();
    await maintainAll(harness);
    expect(await rowsPerPartition(harness, 'outbox_event')).toEqual({ 20410310: 2 });
  });

  test('gives up on dropping, and drops afterwards', async () => {
    await using harness = await createHarness();
    await maintainAll(harness);
    harness.clock.advance({ days: 4 });
    await createAhead(harness);
    const backup = await acquireBackupLocks(harness);
    const maintaining = maintainUntil(harness, 'locked');
    await harness.runStep('during', 1);
    expect(await maintaining).toBe('reached');
    expect(await partitionsOf(harness, 'outbox_event')).toContain('20410310');
    await backup.release();
    await maintainAll(harness);
    expect(await partitionsOf(harness, 'outbox_event')).not.toContain('20410310');
  });
});

test('the state says how far ahead partitions exist and how many rows are in a default partition', async () => {
  await using harness = await createHarness();
  await harness.runStep('early', 1);
  expect(await readPartitionState(harness.worker, harness.clock)).toEqual(
    expect.arrayContaining([
      { table: 'outbox_event', daysAhead: 0, defaultRows: 1 },
      { table: 'audit_entry', daysAhead: 0, defaultRows: 1 },
    ]),
  );
  await maintainAll(harness);
  const [audit, outbox] = (await readPartitionState(harness.worker, harness.clock)).toSorted((one, other) =>
    one.table.localeCompare(other.table),
  );
  expect(outbox).toMatchObject({ table: 'outbox_event', defaultRows: 0 });
  expect(outbox?.daysAhead).toBeCloseTo(7.58, 1);
  expect(audit).toMatchObject({ table: 'audit_entry', defaultRows: 0 });
  expect(audit?.daysAhead).toBeCloseTo(112.58, 1);
});

test('the migration creates the partitions of its day, so that the first row has one', async () => {
  await using harness = await createWorkHarness();
  const [{ now } = { now: '' }] = await harness.database.query<{ now: string }>(
    'select applied_at::text as now from public.portico_migration order by name desc limit 1',
  );
  harness.clock.set(now.replace(' ', 'T'));
  for (const { daysAhead } of await readPartitionState(harness.worker, harness.clock))
    expect(daysAhead).toBeGreaterThan(7);
});

/** Maintains partitions until the work is postponed for this reason. */
async function maintainUntil(harness: WorkHarness, code: string): Promise<'reached' | 'nothing left'> {
  for (;;) {
    try {
      if ((await maintainPartitions(harness.worker, harness.clock)) === 0) return 'nothing left';
    } catch (error) {
      onlyPostponed(error);
      if (error instanceof PartitionWorkPostponed && error.code === code) return 'reached';
    }
  }
}

function onlyPostponed(error: unknown): number {
  if (error instanceof PartitionWorkPostponed) return 1;
  throw error;
}

/** Everything that is due except the dropping. */
async function createAhead(harness: WorkHarness): Promise<void> {
  await harness.database.query(
    `select platform.create_partition('outbox_event', day::date, day::date + 1)
       from generate_series('2041-03-18'::date, '2041-03-21', '1 day') as day`,
  );
}

async function rowsOf(harness: WorkHarness): Promise<unknown> {
  return {
    events: await harness.database.query('select * from platform.outbox_event order by position'),
    entries: await harness.database.query('select * from platform.audit_entry order by audit_id'),
  };
}

/** Everything about a partition except its name and its range. */
async function describePartition(harness: WorkHarness, name: string): Promise<unknown> {
  const [row] = await harness.database.query<{ description: unknown }>(
    `select json_build_object(
       'table', (select json_build_array(relrowsecurity, relforcerowsecurity, relacl, relowner, reloptions, relkind, relpersistence)
                   from pg_class where oid = t),
       'columns', (select json_agg(json_build_array(attname, atttypid, attnotnull, attacl, attstorage, attinhcount, attislocal,
                                     pg_get_expr(adbin, adrelid)) order by attname)
                     from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
                    where attrelid = t and attnum > 0),
       'indexes', (select json_agg(line order by line) from (
                     select json_build_array(parent.relname, regexp_replace(pg_get_indexdef(i.indexrelid), 'INDEX .* USING', 'INDEX'))::text as line
                       from pg_index i left join pg_inherits h on h.inhrelid = i.indexrelid
                       left join pg_class parent on parent.oid = h.inhparent where i.indrelid = t) as lines),
       'constraints', (select json_agg(json_build_array(contype, pg_get_constraintdef(oid), coninhcount, conislocal) order by contype)
                         from pg_constraint where conrelid = t),
       'triggers', (select json_agg(json_build_array(tgname, tgfoid, tgtype, tgenabled)) from pg_trigger where tgrelid = t),
       'policies', (select count(*) from pg_policy where polrelid = t)) as description
     from (select ('platform.' || $1)::regclass as t) as named`,
    [name],
  );
  return row?.description;
}
