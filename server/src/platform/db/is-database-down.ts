import type { Database } from './database.ts';
import { ping } from './ping.ts';

/** Whether the database is unavailable: not even the simplest statement succeeds. */
export async function isDatabaseDown(database: Database): Promise<boolean> {
  return database.query(ping).then(
    () => false,
    () => true,
  );
}
