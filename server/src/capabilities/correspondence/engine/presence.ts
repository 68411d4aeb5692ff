import { randomUUID } from 'node:crypto';
import type { Database, Session } from '#platform/db/database.ts';
import { ping } from '#platform/db/ping.ts';
import { plainStatement } from '#platform/db/statement.ts';
import { workerPrefix } from '../domain/communication.ts';

/**
 * Shows that a worker is alive: an advisory lock with its name, held by a dedicated connection. The database releases
 * the lock when the connection ends, so other workers detect a dead worker without a clock.
 */
export interface Presence {
  /** The name under which messages may be claimed; undefined while the lock is not held. */
  owner(): string | undefined;
  /** Checks the lock and acquires it again if necessary; called every second. */
  check(): Promise<void>;
  end(): Promise<void>;
}

const acquire = plainStatement<{ taken: boolean }>(
  'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
  'lock',
);

export function createPresence(database: Database): Presence {
  let shown: { readonly owner: string; readonly session: Session } | undefined;
  /** Concurrent checks must not acquire two locks. */
  let checking: Promise<void> | undefined;

  const show = async (): Promise<void> => {
    // A new name each time: another worker may already have released the messages of the old name.
    const owner = `${workerPrefix}${randomUUID()}`;
    const session = await database.session();
    try {
      await session.flush([acquire([owner])]);
    } catch (error) {
      session.release('unknown');
      throw error;
    }
    shown = { owner, session };
  };

  const check = async (): Promise<void> => {
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
    check() {
      checking ??= check().finally(() => {
        checking = undefined;
      });
      return checking;
    },
    async end() {
      await checking?.catch(() => undefined);
      // Destroys the connection with the lock: returned to the pool, it would keep a dead worker's lock.
      shown?.session.release('unknown');
      shown = undefined;
    },
  };
}
