import type { Database } from './database.ts';
import { ping } from './ping.ts';

/** Reports whether the database answers nobody: not even the least statement. */
export async function isAway(database: Database): Promise<boolean> {
  return database.query(ping).then(
    () => false,
    () => true,
  );
}
