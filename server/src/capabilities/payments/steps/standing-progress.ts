import type { Reader } from '#platform/db/reader.ts';
import type { ExecutionCounts } from '../domain/standing-order.ts';
import type { PaymentKey } from '../store/payments.store.ts';
import { countExecutions, findStandingState, type StandingState } from '../store/standing-orders.store.ts';

/** How far a standing order is, and what became of its executions. */
export interface StandingProgress extends ExecutionCounts {
  readonly plannedDate: StandingState['plannedDate'];
  /** Executions that have not ended. */
  readonly open: number;
}

/** Returns how far a standing order is. Executions that ended long ago are deleted; the order remembers them. */
export async function standingProgress(db: Reader, key: PaymentKey): Promise<StandingProgress> {
  const [counts, state] = await Promise.all([countExecutions(db, key), findStandingState(db, key)]);
  return {
    plannedDate: state?.plannedDate,
    open: counts.open,
    executed: counts.executed + (state?.hasPaid === true ? 1 : 0),
    stopped: counts.stopped + (state?.hasFailed === true ? 1 : 0),
  };
}
