import { readFileSync } from 'node:fs';
import { cpuSecondsOf, cpuSecondsOfFamily } from '../harness/cpu.ts';
import { until } from '../harness/processes.ts';
import type { CellBank } from './cell-bank.ts';

/** Bytes and rows of a table with its partitions. */
export interface TableSize {
  readonly heapBytes: number;
  readonly indexBytes: number;
  /** Rows that the planner counted at the last ANALYZE. */
  readonly rows: number;
  readonly inserted: number;
}

export interface CellReading {
  readonly cpuSeconds: Readonly<Record<'api' | 'worker' | 'PostgreSQL', number>>;
  readonly walBytes: number;
  readonly tables: ReadonlyMap<string, TableSize>;
}

/** What happened between two readings. */
export interface CellUse extends CellReading {
  readonly events: number;
}

export interface CellMeter {
  read(): Promise<CellReading>;
  /** Waits until the worker has done all that follows from the requests. */
  settled(): Promise<void>;
}

export async function createCellMeter({ bank }: CellBank): Promise<CellMeter> {
  const { database } = bank.instance;
  const [own] = await database.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = parentOf(own?.pid ?? -1);
  return {
    async read() {
      const [wal] = await database.query<{ bytes: string }>(
        `select (pg_current_wal_insert_lsn() - '0/0')::text as bytes`,
      );
      const tables = await database.query<{
        name: string;
        heap: string;
        index: string;
        rows: string;
        inserted: string;
      }>(tableSizes);
      return {
        cpuSeconds: {
          api: cpuSecondsOf(bank.api.pid()),
          worker: cpuSecondsOf(bank.worker.pid()),
          PostgreSQL: await cpuSecondsOfFamily(postmaster),
        },
        walBytes: Number(wal?.bytes),
        tables: new Map(
          tables.map(({ heap, index, inserted, name, rows }) => [
            name,
            {
              heapBytes: Number(heap),
              indexBytes: Number(index),
              rows: Number(rows),
              inserted: Number(inserted),
            },
          ]),
        ),
      };
    },
    settled: () =>
      until(async () => {
        const [open] = await database.query<{ count: string }>(openWork);
        return open?.count === '0';
      }, 'the work that follows from the requests'),
  };
}

/** Partitions count for their table. */
const tableSizes = `
select n.nspname || '.' || root.relname as name,
       sum(pg_table_size(c.oid))::text as heap, sum(pg_indexes_size(c.oid))::text as index,
       sum(greatest(c.reltuples, 0))::text as rows, sum(coalesce(s.n_tup_ins, 0))::text as inserted
  from pg_class c
  join pg_class root on root.oid = coalesce(pg_partition_root(c.oid), c.oid)
  join pg_namespace n on n.oid = root.relnamespace
  left join pg_stat_user_tables s on s.relid = c.oid
 where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
 group by 1`;

const openWork = `
select (select count(*) from platform.outbox_event where relayed_at is null)
     + (select count(*) from platform.inbox_event where state = 'pending')
     + (select count(*) from correspondence.open_communication where status in ('queued', 'sending'))
     + (select count(*) from platform.audit_entry where entry_no is null) as count`;

function parentOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
}

/** Returns the difference of two readings. */
export function useBetween(before: CellReading, after: CellReading, events: number): CellUse {
  const cpu = (name: keyof CellReading['cpuSeconds']): number =>
    after.cpuSeconds[name] - before.cpuSeconds[name];
  const grown = [...after.tables].map(([name, size]): [string, TableSize] => {
    const was = before.tables.get(name) ?? { heapBytes: 0, indexBytes: 0, rows: 0, inserted: 0 };
    return [
      name,
      {
        heapBytes: size.heapBytes - was.heapBytes,
        indexBytes: size.indexBytes - was.indexBytes,
        rows: size.rows,
        inserted: size.inserted - was.inserted,
      },
    ];
  });
  return {
    events,
    cpuSeconds: { api: cpu('api'), worker: cpu('worker'), PostgreSQL: cpu('PostgreSQL') },
    walBytes: after.walBytes - before.walBytes,
    tables: new Map(
      grown.filter(([, { heapBytes, indexBytes, inserted }]) => heapBytes + indexBytes + inserted !== 0),
    ),
  };
}
