import { CoreFailure } from '#capabilities/core-banking/ports/core-failure.ts';
import { type Database, type Session, setBank } from '#platform/db/database.ts';
import { ConnectionFailed, failureOf } from '#platform/db/failure.ts';
import { plainStatement, type Statement } from '#platform/db/statement.ts';

/** A transaction of the ledger: locks and reads first, then all its writes in one round trip with the COMMIT. */
export interface LedgerTransaction {
  /** Sends statements at once and returns the rows of each. */
  ask<const Rows extends readonly unknown[]>(
    ...statements: { readonly [Index in keyof Rows]: Statement<Rows[Index], 'select' | 'lock'> }
  ): Promise<{ readonly [Index in keyof Rows]: readonly Rows[Index][] }>;
  /** Collects a write; all of them are sent with the COMMIT. */
  write(statement: Statement<unknown, 'write'>): void;
}

const begin = plainStatement('begin', 'control')([]);
const commit = plainStatement('commit', 'control')([]);
const rollback = plainStatement('rollback', 'control')([]);

/** Locks are taken in one order, so conflicts come from waiting for too long; a few tries are enough. */
const triesMax = 5;

/**
 * Runs a transaction of one bank. A conflict with another one is tried again, because the database has undone it. A
 * connection that breaks while the COMMIT is under way leaves it `unknown` whether the money has moved.
 */
export async function inTransaction<Result>(
  database: Database,
  bankId: string,
  run: (transaction: LedgerTransaction) => Promise<Result>,
): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await tryOnce(database, bankId, run);
    } catch (error) {
      if (failureOf(error).kind === 'retry' && tried < triesMax) continue;
      throw asCoreFailure(error);
    }
  }
}

async function tryOnce<Result>(
  database: Database,
  bankId: string,
  run: (transaction: LedgerTransaction) => Promise<Result>,
): Promise<Result> {
  const session = await database.session();
  const writes: Statement[] = [];
  let isOpen = false;
  let state: 'clean' | 'unknown' = 'unknown';
  try {
    const result = await run({
      async ask<const Rows extends readonly unknown[]>(
        ...statements: { readonly [Index in keyof Rows]: Statement<Rows[Index], 'select' | 'lock'> }
      ) {
        const opening = isOpen ? [] : [begin, setBank([bankId])];
        isOpen = true;
        const outcomes = await session.flush([...opening, ...statements]);
        const rows: unknown = outcomes.slice(opening.length).map((outcome) => outcome.rows);
        // oxlint-disable-next-line typescript/consistent-type-assertions -- the row types were compiled with the statements
        return rows as { readonly [Index in keyof Rows]: readonly Rows[Index][] };
      },
      write: (statement) => void writes.push(statement),
    });
    await save(session, { bankId, isOpen, writes });
    state = 'clean';
    return result;
  } catch (error) {
    // A connection that broke is given up, and the server rolls back by itself.
    if (failureOf(error).kind !== 'lost' && !(error instanceof CoreFailure)) {
      await session.flush([rollback]).then(
        () => void (state = 'clean'),
        () => undefined,
      );
    }
    throw error;
  } finally {
    session.release(state);
  }
}

async function save(
  session: Session,
  {
    bankId,
    isOpen,
    writes,
  }: { readonly bankId: string; readonly isOpen: boolean; readonly writes: readonly Statement[] },
): Promise<void> {
  if (!isOpen && writes.length === 0) return;
  const opening = isOpen ? [] : [begin, setBank([bankId])];
  try {
    await session.flush([...opening, ...writes, commit]);
  } catch (error) {
    if (failureOf(error).kind !== 'lost') throw error;
    throw new CoreFailure('unknown', 'the ledger was lost while it saved', { cause: error });
  }
}

/** Failures of the database, as those of a remote system. Mistakes of our own stay what they are. */
export function asCoreFailure(error: unknown): unknown {
  const { kind } = failureOf(error);
  if (kind === 'lost' || kind === 'retry' || kind === 'timeout' || kind === 'exhausted') {
    const phase = error instanceof ConnectionFailed ? error.phase : 'in-use';
    return new CoreFailure('not-sent', `the ledger cannot be reached (${kind}, ${phase})`, { cause: error });
  }
  return error;
}
