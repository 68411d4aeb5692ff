import type { ConsentStatus } from './consent.ts';

/**
 * What a message says about a consent: `withdrawn` by the customer, `revoked` by the bank, `terminated` by the third
 * party.
 */
export type ConsentNotice =
  | 'granted'
  | 're-established'
  | 'withdrawn'
  | 'revoked'
  | 'terminated'
  | 'replaced'
  | 'expired';

/** What happened to a consent, and whether it was ever valid. */
export interface ConsentChange {
  readonly status: ConsentStatus;
  /** Kind of the event that changed it. */
  readonly cause: string | undefined;
  readonly isApproved: boolean;
  readonly isRecurring: boolean;
}

type Noticed = Readonly<Record<ConsentStatus, (change: ConsentChange) => ConsentNotice | undefined>>;

const none = (): undefined => undefined;
const notices: Noticed = {
  received: none,
  partiallyAuthorised: none,
  rejected: none,
  valid: ({ cause }) => (cause === 're-established' ? 're-established' : 'granted'),
  revokedByPsu: ({ cause }) => (cause === 'revoked' ? 'revoked' : 'withdrawn'),
  terminatedByTpp: () => 'terminated',
  expired: ({ cause, isRecurring }) => {
    if (cause === 'replaced') return 'replaced';
    return isRecurring ? 'expired' : undefined;
  },
};

/**
 * Returns the notice about a change; undefined where none is sent. A consent that was never approved says nothing: the
 * customer knows, or has never heard of it. The first message about a consent for one access says that it ends by itself.
 */
export function noticeOf(change: ConsentChange): ConsentNotice | undefined {
  return change.isApproved ? notices[change.status](change) : undefined;
}
