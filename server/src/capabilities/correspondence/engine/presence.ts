import { randomUUID } from 'node:crypto';
import type { Database, Session } from '#platform/db/database.ts';
import { ping } from '#platform/db/ping.ts';
import { plainStatement } from '#platform/db/statement.ts';
import { workerMark } from '../domain/communication.ts';

/**
 * Shows that a worker lives: a lock named after it, held by a connection of its own. The database gives it up when the
 * connection is gone, so the others need no clock to see that somebody died.
 */
export interface Presence {
  /** The name under which messages may be taken now; undefined while nobody could see that we live. */
  owner(): string | undefined;
  /** Looks after the lock; called every second. */
  keep(): Promise<void>;
  end(): Promise<void>;
}

const take = plainStatement<{ taken: boolean }>(
  'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
  'lock',
);

export function createPresence(database: Database): Presence {
  let shown: { readonly owner: string; readonly session: Session } | undefined;
  /** Two who look after it at the same moment must not take two locks. */
  let keeping: Promise<void> | undefined;

  const show = async (): Promise<void> => {
    // A new name each time: under the old one somebody may already have been declared dead.
    const owner = `${workerMark}${randomUUID()}`;
    const session = await database.session();
    try {
      await session.flush([take([owner])]);
    } catch (error) {
      session.release('unknown');
      throw error;
    }
    shown = { owner, session };
  };

  const look = async (): Promise<void> => {
    if (shown === undefined) return show();
    try {
      await shown.session.flush([ping]);
    } catch {
      shown.session.release('unknown');
      shown = undefined;
      await show();
    }
  };

  return {
    owner: () => shown?.owner,
    keep() {
      keeping ??= look().finally(() => {
        keeping = undefined;
      });
      return keeping;
    },
    async end() {
      await keeping?.catch(() => undefined);
      // The connection ends with the lock: given back to the pool it would keep a dead worker alive.
      shown?.session.release('unknown');
      shown = undefined;
    },
  };
}
