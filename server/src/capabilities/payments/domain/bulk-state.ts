import { isFinal, type PaymentReason, type PaymentState, type PaymentStatus } from './payment.ts';

/** How many entries of a bulk have a state. */
export interface EntryCount extends PaymentState {
  readonly count: number;
}

/**
 * Returns the state of a bulk that is being executed, from the states of its entries; entries without one have not been
 * submitted. It ends when all of them have ended. SPEC xs2a 2.1, 6.1
 */
export function bulkStateOf(counts: readonly EntryCount[], entryCount: number): PaymentState {
  const known = counts.filter(({ count }) => count > 0);
  const ended = known.filter(({ status }) => isFinal(status));
  if (countOf(ended) < entryCount) return { status: 'ACSP', reason: undefined };
  const executed = ended.filter(({ reason }) => reason === undefined);
  const stopped = ended.filter(({ reason }) => reason !== undefined);
  if (stopped.length === 0) return { status: executedStatus(executed), reason: undefined };
  if (executed.length > 0) return { status: 'PART', reason: undefined };
  return stopped.every(({ status }) => status === 'CANC')
    ? { status: 'CANC', reason: 'CUST' }
    : { status: 'RJCT', reason: commonReason(stopped) };
}

/** Only a bulk whose creditors all have the money says so. */
function executedStatus(executed: readonly EntryCount[]): PaymentStatus {
  return executed.every(({ status }) => status === 'ACCC') ? 'ACCC' : 'ACSC';
}

function commonReason(stopped: readonly EntryCount[]): PaymentReason {
  const [reason, other] = new Set(stopped.map((one) => one.reason ?? 'MS03'));
  return reason !== undefined && other === undefined ? reason : 'MS03';
}

function countOf(counts: readonly EntryCount[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}
