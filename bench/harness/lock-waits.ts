import type { TestDatabase } from '../../server/src/platform/testing/database.ts';

const sampleEveryMs = 10;

/** Sessions of the product that wait for a table lock of any session. */
export const waitsForTables = `l.locktype = 'relation' and a.usename = 'portico_app'`;
/** Sessions of the product that wait for any lock behind a migration. */
export const waitsForMigration = `a.usename in ('portico_app', 'portico_worker') and exists (
  select from pg_stat_activity m
   where m.application_name = 'portico-migrate' and m.pid = any (pg_blocking_pids(l.pid)))`;

/** Samples how long sessions wait for locks; calls back with the longest wait of each sample, in milliseconds. */
export async function sampleLockWaits(
  database: Pick<TestDatabase, 'query'>,
  {
    condition,
    isOver,
    onSample,
  }: {
    readonly condition: string;
    readonly isOver: () => boolean;
    readonly onSample: (waitedMs: number) => void;
  },
): Promise<void> {
  while (!isOver()) {
    const [row] = await database.query<{ waited: number }>(
      `select coalesce(max(extract(epoch from clock_timestamp() - l.waitstart)) * 1000, 0)::float8 as waited
         from pg_locks l join pg_stat_activity a using (pid)
        where not l.granted and a.datname = current_database() and ${condition}`,
    );
    onSample(row?.waited ?? 0);
    await new Promise((resolve) => setTimeout(resolve, sampleEveryMs));
  }
}
