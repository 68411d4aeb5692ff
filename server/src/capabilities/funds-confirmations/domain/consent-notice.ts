import type { ConsentStatus } from './consent.ts';

/**
 * What a message says about a consent: `withdrawn` by the customer, `revoked` by the bank, `terminated` by the third
 * party.
 */
export type ConsentNotice = 'granted' | 're-established' | 'withdrawn' | 'revoked' | 'terminated';

/** What happened to a consent, and whether it was ever valid. */
export interface ConsentChange {
  readonly status: ConsentStatus;
  /** Kind of the event that changed it. */
  readonly cause: string | undefined;
  readonly isApproved: boolean;
}

type Noticed = Readonly<Record<ConsentStatus, (cause: string | undefined) => ConsentNotice | undefined>>;

const none = (): undefined => undefined;
const notices: Noticed = {
  received: none,
  partiallyAuthorised: none,
  rejected: none,
  valid: (cause) => (cause === 're-established' ? 're-established' : 'granted'),
  revokedByPsu: (cause) => (cause === 'revoked' ? 'revoked' : 'withdrawn'),
  terminatedByTpp: () => 'terminated',
};

/** Returns the notice about a change; undefined where none is sent. A consent that was never approved says nothing. */
export function noticeOf({ cause, isApproved, status }: ConsentChange): ConsentNotice | undefined {
  return isApproved ? notices[status](cause) : undefined;
}
