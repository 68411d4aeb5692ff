import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { TestDatabase } from '#platform/testing/database.ts';

const patienceMs = 10_000;

/**
 * Holds rows while something is begun several times over, and lets go when all of them wait: whoever read before the
 * wait and decides by it afterwards is found out.
 */
export async function whileHeld<Result>(
  database: TestDatabase,
  held: { readonly query: string; readonly values: readonly unknown[] },
  begun: () => readonly Promise<Result>[],
): Promise<readonly Result[]> {
  const holder = new pg.Client({ connectionString: database.ownerUrl });
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query(held.query, [...held.values]);
    const results = begun();
    await waiting(database, results.length);
    await holder.query('commit');
    return await Promise.all(results);
  } finally {
    await holder.end();
  }
}

async function waiting(database: TestDatabase, count: number): Promise<void> {
  const givenUpAt = performance.now() + patienceMs;
  while (performance.now() < givenUpAt) {
    const [row] = await database.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (row?.waiting === count) return;
    await setTimeout(5);
  }
  throw new Error('they do not wait for what is held');
}
