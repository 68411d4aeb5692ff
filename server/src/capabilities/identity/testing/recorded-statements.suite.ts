import { type Database, type Session, setBank } from '#platform/db/database.ts';
import { autocommitOf, coalescingReader } from '#platform/db/reader.ts';
import type { Statement } from '#platform/db/statement.ts';
import type { Context } from '#platform/work/context.ts';

/** The texts of all statements that are sent, round trip by round trip. */
export type SentStatements = readonly (readonly string[])[];

/** Runs work with a context that records what is sent to the database. */
export async function sentBy<Ctx extends Context>(
  ctx: Ctx,
  work: (ctx: Ctx) => Promise<unknown>,
): Promise<SentStatements> {
  const sent: string[][] = [];
  const record = (statements: readonly Statement[]): void => {
    sent.push(statements.map(({ text }) => text));
  };
  const { database } = ctx;
  const flush: Database['flush'] = (statements) => {
    record(statements);
    return database.flush(statements);
  };
  const recording: Database = {
    ...database,
    flush,
    forBank: (bankId) =>
      autocommitOf(coalescingReader((statements) => flush([setBank([bankId]), ...statements]))),
    session: async () => recordingSession(await database.session(), record),
  };
  await work({ ...ctx, database: recording, db: recording.forBank(ctx.bankId) });
  return sent;
}

function recordingSession(session: Session, record: (statements: readonly Statement[]) => void): Session {
  return {
    get completed() {
      return session.completed;
    },
    release: (state) => session.release(state),
    flush: (statements) => {
      record(statements);
      return session.flush(statements);
    },
  };
}
