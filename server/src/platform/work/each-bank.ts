import type { Database } from '#platform/db/database.ts';
import { failureOf } from '#platform/db/failure.ts';
import { isAway } from '#platform/db/is-away.ts';
import type { Log } from '#platform/log/logger.ts';

export interface EachBankOptions {
  readonly job: string;
  readonly banks: readonly string[];
  readonly log: Log;
  /** Asked whether it is there, when a bank's work has lost it. */
  readonly database: Database;
}

/**
 * Does something for each bank, one after the other. A bank that fails keeps no other from its turn: its failure is
 * logged, and the first one is thrown when all have had theirs. A lost database is thrown at once, unless it answers again.
 */
export async function forEachBank(
  { job, banks, log, database }: EachBankOptions,
  act: (bankId: string) => Promise<number>,
): Promise<number> {
  let done = 0;
  const failures: unknown[] = [];
  for (const bankId of banks) {
    try {
      done += await act(bankId);
      // Thrown again below; the other banks come first.
    } catch (error) {
      if (failureOf(error).kind === 'lost' && (await isAway(database))) throw error;
      log.error({ jobKind: job, bankId, error }, 'timed work failed for a bank');
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return done;
}
