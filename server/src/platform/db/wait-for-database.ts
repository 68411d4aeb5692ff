import { setTimeout } from 'node:timers/promises';
import type { Log } from '#platform/log/logger.ts';
import type { Database } from './database.ts';
import { isDatabaseUnavailable, isSessionRefused } from './failure.ts';
import { ping } from './ping.ts';

export interface DatabasePatience {
  readonly log: Pick<Log, 'warn'>;
  /** How long a start waits for an unavailable database; 60 seconds by default. */
  readonly patienceMs?: number;
}

const patienceMsDefault = 60_000;
const pauseMs = 500;

/**
 * Waits until the database responds, for a process that starts together with it or on a busy machine. Throws the last
 * failure if it does not respond in time, and every other failure (such as a wrong password) at once.
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
      const isWorthWaiting = isDatabaseUnavailable(error) && !isSessionRefused(error);
      if (!isWorthWaiting || performance.now() + pauseMs >= givenUpAtMs) throw error;
      log.warn({ check: 'database', error }, 'database unavailable, waiting at start');
      await setTimeout(pauseMs);
    }
  }
}
