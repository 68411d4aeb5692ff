import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestDatabase } from '../../server/src/platform/testing/database.ts';
import { findPostgres } from '../harness/postgres-cluster.ts';

/** WAL of a range, without full-page images: by table with its indexes, and what belongs to none. */
export interface WalByTable {
  readonly bytes: ReadonlyMap<string, number>;
  readonly otherBytes: number;
}

/** Returns the position up to which WAL was written. */
export async function walPosition(database: TestDatabase): Promise<string> {
  const [row] = await database.query<{ at: string }>(
    'select pg_switch_wal()::text as ignored, pg_current_wal_lsn()::text as at',
  );
  return row?.at ?? '';
}

/** Positions of the first record and of the end. */
interface WalRange {
  readonly from: string;
  readonly to: string;
}

/** Reads the WAL between two positions and adds up its records. */
export async function walByTable(database: TestDatabase, range: WalRange): Promise<WalByTable> {
  const owners = await tableOfFiles(database);
  const bytes = new Map<string, number>();
  let otherBytes = 0;
  for (const { file, length } of await recordsIn(database, range)) {
    const name = owners.get(file);
    if (name === undefined) otherBytes += length;
    else bytes.set(name, (bytes.get(name) ?? 0) + length);
  }
  if (bytes.size === 0) throw new Error('pg_waldump found no records of any table');
  return { bytes, otherBytes };
}

interface WalRecord {
  /** The first file that it changes. */
  readonly file: string;
  /** Without full-page images. */
  readonly length: number;
}

async function recordsIn(database: TestDatabase, { from, to }: WalRange): Promise<readonly WalRecord[]> {
  const [row] = await database.query<{ folder: string }>(
    `select current_setting('data_directory') as folder`,
  );
  const installed = await findPostgres();
  if (installed === undefined || row === undefined) throw new Error('no PostgreSQL on this machine');
  const options = ['-p', join(row.folder, 'pg_wal'), '-s', from, '-e', to];
  const child = spawn(join(installed.folder, 'pg_waldump'), options, {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const records: WalRecord[] = [];
  for await (const line of createInterface({ input: child.stdout }))
    records.push({
      file: / rel \d+\/\d+\/(\d+)/.exec(line)?.[1] ?? '',
      length: Number(/len \(rec\/tot\): *(\d+)\//.exec(line)?.[1] ?? 0),
    });
  return records;
}

/** Returns the table for each file: of the table itself, its partitions, their indexes and what they store outside. */
async function tableOfFiles(database: TestDatabase): Promise<ReadonlyMap<string, string>> {
  const rows = await database.query<{ file: string; name: string }>(
    `with files as (
       select c.oid as relation, c.oid as owner from pg_class c where c.relkind = 'r'
       union all select i.indexrelid, i.indrelid from pg_index i
       union all select t.reltoastrelid, t.oid from pg_class t where t.reltoastrelid <> 0
       union all select i.indexrelid, t.oid from pg_class t join pg_index i on i.indrelid = t.reltoastrelid)
     select pg_relation_filenode(f.relation)::text as file, n.nspname || '.' || c.relname as name
       from files f join pg_class c on c.oid = coalesce(pg_partition_root(f.owner), f.owner)
       join pg_namespace n on n.oid = c.relnamespace
      where pg_relation_filenode(f.relation) is not null and n.nspname !~ '^pg_|^information_schema$'`,
  );
  return new Map(rows.map(({ file, name }) => [file, name]));
}
