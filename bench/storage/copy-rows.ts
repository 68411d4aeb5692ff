import type { TestDatabase } from '../../server/src/platform/testing/database.ts';

/** Bytes for each row of a table. */
export interface RowSize {
  readonly heap: number;
  readonly indexes: number;
  /** WAL of an insert, with its indexes. */
  readonly insertWal: number;
}

interface Column {
  readonly column: string;
  readonly type: string;
  readonly is_indexed: boolean;
  readonly is_unique: boolean;
}

/** Text columns whose values differ from row to row; others are states and kinds. */
const namesOfKeys = /(?:_id|_number|_reference|key|owner|subject|target|caller)$/;

/**
 * Copies rows of the product until a table has many, and measures them. What is indexed differs from copy to copy, as it
 * does between rows of the product: otherwise indexes would store equal keys once. Returns undefined without rows to copy.
 */
export async function measureRows(
  database: TestDatabase,
  table: string,
  copies: number,
): Promise<RowSize | undefined> {
  const name = table.replace('authorization.', '"authorization".');
  const [before] = await database.query<{ count: number }>(`select count(*)::int as count from ${name}`);
  const count = before?.count ?? 0;
  if (count === 0) return undefined;
  await database.query(`create table public.sample as select * from ${name} limit 1000`);
  // Only the copies are measured, so that space which changes of the samples left does not count.
  await database.query(`begin; set local session_replication_role = replica; delete from ${name}; commit`);
  for (const one of await partsOf(database, name)) await database.query(`vacuum full ${one}`);
  const emptied = await sizesOf(database, name);
  const started = await positionOf(database);
  await database.query(
    `begin; set local session_replication_role = replica; ${await copyOf(database, name, copies)}; commit`,
  );
  const insertWal = ((await positionOf(database)) - started) / copies;
  const filled = await sizesOf(database, name);
  await database.query('drop table public.sample');
  return {
    heap: (filled.heap - emptied.heap) / copies,
    indexes: (filled.indexes - emptied.indexes) / copies,
    insertWal,
  };
}

async function positionOf(database: TestDatabase): Promise<number> {
  const [row] = await database.query<{ bytes: number }>(
    `select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 as bytes`,
  );
  return row?.bytes ?? 0;
}

/** Returns the table, or its partitions. */
async function partsOf(database: TestDatabase, name: string): Promise<readonly string[]> {
  const rows = await database.query<{ name: string }>(
    `select relid::text as name from pg_partition_tree('${name}'::regclass) where isleaf`,
  );
  return rows.length === 0 ? [name] : rows.map((row) => row.name);
}

async function sizesOf(
  database: TestDatabase,
  name: string,
): Promise<{ readonly heap: number; readonly indexes: number }> {
  const parts = (await partsOf(database, name)).map((part) => `'${part}'::regclass`);
  const [row] = await database.query<{ heap: number; indexes: number }>(
    `select sum(pg_table_size(part))::float8 as heap, sum(pg_indexes_size(part))::float8 as indexes
       from unnest(array[${parts.join(', ')}]) as part`,
  );
  return { heap: row?.heap ?? 0, indexes: row?.indexes ?? 0 };
}

async function copyOf(database: TestDatabase, name: string, copies: number): Promise<string> {
  const columns = await database.query<Column>(
    `select a.attname as column, t.typname as type,
            exists (select from pg_index i where i.indrelid = a.attrelid and a.attnum = any (i.indkey::int2[])) as is_indexed,
            exists (select from pg_index i where i.indrelid = a.attrelid and i.indisunique
                      and a.attnum = any (i.indkey::int2[])) as is_unique
       from pg_attribute a join pg_type t on t.oid = a.atttypid
      where a.attrelid = '${name}'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`,
  );
  const names = columns.map(({ column }) => `"${column}"`);
  return `with sample as (select s.*, row_number() over () as nth, count(*) over () as total from public.sample s)
    insert into ${name} (${names.join(', ')}) overriding system value
    select ${columns.map(valueOf).join(', ')} from generate_series(1, ${copies}) as n
      join sample s on s.nth = n % s.total + 1`;
}

/** Returns the value of a column in a copy; times move by a millisecond, all columns alike. */
function valueOf({ column, is_indexed, is_unique, type }: Column): string {
  const value = `s."${column}"`;
  if (type === 'timestamptz') return `${value} + n * interval '1 millisecond'`;
  if (!is_indexed || column === 'bank_id') return value;
  if (type === 'uuid') return `case when ${value} is not null then gen_random_uuid() end`;
  if (type === 'bytea')
    return `substr(sha256(${value} || n::text::bytea), 1, greatest(12, length(${value})))`;
  if (type === 'int8' && is_unique) return `${value} * 1000000 + n`;
  if (type === 'text' && namesOfKeys.test(column))
    return `left(md5(${value} || '/' || n) || md5(n::text), greatest(12, length(${value})))`;
  return value;
}
