import { setTimeout } from 'node:timers/promises';
import type { Log } from '#platform/log/logger.ts';
import type { Database } from './database.ts';
import { isDatabaseTrouble, isSessionRefused } from './failure.ts';
import { ping } from './ping.ts';

export interface DatabasePatience {
  readonly log: Pick<Log, 'warn'>;
  /** How long a start waits for a database that does not answer; 60 seconds unless given. */
  readonly patienceMs?: number;
}

const patienceMsDefault = 60_000;
const pauseMs = 500;

/**
 * Waits until the database answers, for a process that starts together with it or on a busy machine. Throws the last
 * failure when it does not answer in time, and every other failure (such as a wrong password) at once.
 */
export async function waitForDatabase(
  database: Database,
  { log, patienceMs = patienceMsDefault }: DatabasePatience,
): Promise<void> {
  const givenUpAtMs = performance.now() + patienceMs;
  for (;;) {
    try {
      await database.query(ping);
      return;
    } catch (error) {
      const isWorthWaiting = isDatabaseTrouble(error) && !isSessionRefused(error);
      if (!isWorthWaiting || performance.now() + pauseMs >= givenUpAtMs) throw error;
      log.warn({ check: 'database', error }, 'the database does not answer; the start waits for it');
      await setTimeout(pauseMs);
    }
  }
}
