import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { TestDatabase } from '#platform/testing/database.ts';

const patienceMs = 10_000;

/**
 * Locks rows, starts several concurrent calls, and releases the rows when all calls wait. Reveals code that reads
 * before the lock and decides by the stale data.
 */
export async function whileLocked<Result>(
  database: TestDatabase,
  locked: { readonly query: string; readonly values: readonly unknown[] },
  calls: () => readonly Promise<Result>[],
): Promise<readonly Result[]> {
  const holder = new pg.Client({ connectionString: database.ownerUrl });
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query(locked.query, [...locked.values]);
    const results = calls();
    await waiting(database, results.length);
    await holder.query('commit');
    return await Promise.all(results);
  } finally {
    await holder.end();
  }
}

async function waiting(database: TestDatabase, count: number): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline) {
    const [row] = await database.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (row?.waiting === count) return;
    await setTimeout(5);
  }
  throw new Error('the calls do not wait for the locked rows');
}
