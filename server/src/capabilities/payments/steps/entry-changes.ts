import type { Submission } from '#capabilities/core-banking/index.ts';
import { coreEvent, nextState, type PaymentReason } from '../domain/payment.ts';
import type { EntryChange, EntryState } from '../store/bulk-entries.store.ts';
import type { StoredBulk } from '../store/payments.store.ts';
import type { CoreCancellation } from './cancel-at-core.ts';
import { isInstant } from './submit-payment.ts';

/** Returns what the core says of a transfer; nothing if it did not answer. */
export function changeAfterSubmission(
  state: EntryState,
  outcome: Submission,
  stored: StoredBulk,
): readonly EntryChange[] {
  if (typeof outcome === 'string') return [];
  const { entryNo, status } = state;
  const next = nextState(status, coreEvent(outcome, isInstant(stored)));
  return next === undefined ? [] : [{ entryNo, before: status, ...next }];
}

/** Returns what became of a transfer that the core was asked to cancel; it is rejected if the core never had it. */
export function changeAfterCancellation(
  state: EntryState,
  answer: CoreCancellation,
  { reason, stored }: { readonly stored: StoredBulk; readonly reason: PaymentReason },
): readonly EntryChange[] {
  if (answer === 'away') return [];
  if (answer !== 'held-back') return changeAfterSubmission(state, answer, stored);
  return [{ entryNo: state.entryNo, before: state.status, status: 'RJCT', reason }];
}
