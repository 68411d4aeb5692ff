import type { PaymentReason } from './payment.ts';

/**
 * Returns how far a stop of a bulk reaches. Restrictions leave the core what it has, as of single payments (MS03); any
 * other stop cancels there what is not executed.
 */
export function stopExtentOf(reason: PaymentReason): 'unsent' | 'all' {
  return reason === 'MS03' ? 'unsent' : 'all';
}

/** Returns whether a stop has an effect on a bulk that may have been stopped before: it does if it reaches further. */
export function isStoppedBy(reason: PaymentReason, before: PaymentReason | undefined): boolean {
  return before === undefined || (stopExtentOf(before) === 'unsent' && stopExtentOf(reason) === 'all');
}
