import type { Database } from '#platform/db/database.ts';
import { plainStatement } from '#platform/db/statement.ts';

const tryLock = plainStatement<{ readonly is_locked: boolean }>(
  "select pg_try_advisory_lock(hashtextextended('demo bank ' || $1, 0)) as is_locked",
  'lock',
);
const unlock = plainStatement("select pg_advisory_unlock(hashtextextended('demo bank ' || $1, 0))", 'lock');

/** Runs work on the demo bank unless another process does; then it returns undefined. A killed process holds no lock. */
export async function withDemoLock<Result>(
  database: Database,
  bankId: string,
  run: () => Promise<Result>,
): Promise<Result | undefined> {
  const session = await database.session();
  let state: 'clean' | 'unknown' = 'unknown';
  try {
    const [outcome] = await session.flush([tryLock([bankId])]);
    const [row] = outcome?.rows ?? [];
    const isLocked = typeof row === 'object' && row !== null && Reflect.get(row, 'is_locked') === true;
    const result = isLocked ? await run() : undefined;
    if (isLocked) await session.flush([unlock([bankId])]);
    state = 'clean';
    return result;
  } finally {
    // A connection that is closed gives its locks up.
    session.release(state);
  }
}
