import type { Database } from '#platform/db/database.ts';
import { failureOf } from '#platform/db/failure.ts';
import { isDatabaseDown } from '#platform/db/is-database-down.ts';
import type { Log } from '#platform/log/logger.ts';

export interface EachBankOptions {
  readonly job: string;
  readonly banks: readonly string[];
  readonly log: Log;
  /** Checked for availability when a bank's work fails because of the database. */
  readonly database: Database;
}

/**
 * Runs work for each bank, one after the other. The failure of a bank does not stop the others: it is logged, and the
 * first one is thrown at the end. A lost database is thrown at once, unless it responds again.
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
      // Thrown again below; the other banks run first.
    } catch (error) {
      if (failureOf(error).kind === 'lost' && (await isDatabaseDown(database))) throw error;
      log.error({ jobKind: job, bankId, error }, 'scheduled job failed for a bank');
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return done;
}
