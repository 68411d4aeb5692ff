import type { Database } from './database.ts';
import { plainStatement } from './statement.ts';

const anything = plainStatement('select 1 as one');

/** Reports whether the database answers nobody: not even the least statement. */
export async function isAway(database: Database): Promise<boolean> {
  return database.query(anything([])).then(
    () => false,
    () => true,
  );
}
