import { type Database, type Session, setBank } from '../../server/src/platform/db/database.ts';
import { autocommitOf, coalescingReader } from '../../server/src/platform/db/reader.ts';
import type { Statement } from '../../server/src/platform/db/statement.ts';

/**
 * Returns a database that uses one session: reads see its open transaction. Lets a check run on changes that are
 * rolled back afterwards.
 */
export function databaseOn(session: Session): Database {
  const close = async (): Promise<void> => undefined;
  const borrowed: Session = {
    flush: (statements) => session.flush(statements),
    get completed() {
      return session.completed;
    },
    release: () => undefined,
  };
  const rowsOf = async <Row>(statement: Statement<Row>): Promise<readonly Row[]> => {
    const [outcome] = await session.flush([statement]);
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the row type was compiled with the statement
    return (outcome?.rows ?? []) as readonly Row[];
  };
  return {
    session: async () => borrowed,
    flush: (statements) => session.flush(statements),
    query: rowsOf,
    execute: rowsOf,
    forBank: (bankId) =>
      autocommitOf(coalescingReader((statements) => session.flush([setBank([bankId]), ...statements]))),
    poolState: () => ({ total: 1, idle: 0, waiting: 0 }),
    close,
    [Symbol.asyncDispose]: close,
  };
}
