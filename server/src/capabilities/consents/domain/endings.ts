import type { ConsentEvent, ConsentStatus } from './consent.ts';

/** Events that a restore replays from the ledger. */
export const consentsEndings = ['consent-ended'] as const;

/** Whether an end must be remembered outside of the database. What the clock ends, it ends again after a restore. */
export function isEndingKept({ kind }: ConsentEvent): boolean {
  return kind !== 'not-approved' && kind !== 'ran-out';
}

/**
 * Returns the event that ends a restored consent as it had ended. A backup may have it in an earlier state: one that was
 * withdrawn or replaced after its approval cannot be approved once more.
 */
export function endingEvent(status: ConsentStatus, reason: string | undefined): ConsentEvent {
  if (reason === 'terminatedByTpp') return { kind: 'terminated' };
  return reason === 'expired' && status !== 'received' ? { kind: 'replaced' } : { kind: 'revoked' };
}
