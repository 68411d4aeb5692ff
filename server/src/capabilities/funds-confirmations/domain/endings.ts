import type { ConsentEvent } from './consent.ts';

/** Events that a restore replays from the ledger. */
export const fundsEndings = ['funds-consent-ended'] as const;

/** Whether an end must be remembered outside of the database. What the clock ends, it ends again after a restore. */
export function isEndingKept({ kind }: ConsentEvent): boolean {
  return kind !== 'not-approved';
}

/** Returns the event that ends a restored consent as it had ended. */
export function endingEvent(reason: string | undefined): ConsentEvent {
  return reason === 'terminatedByTpp' ? { kind: 'terminated' } : { kind: 'revoked' };
}
