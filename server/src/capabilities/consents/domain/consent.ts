/** SPEC xs2a 2.2: states of a consent, as third parties read them. */
export const consentStatuses = [
  'received',
  'partiallyAuthorised',
  'valid',
  'rejected',
  'revokedByPsu',
  'expired',
  'terminatedByTpp',
] as const;
export type ConsentStatus = (typeof consentStatuses)[number];

/** What happens to a consent. */
export type ConsentEvent =
  | { readonly kind: 'approved'; readonly extent: 'partly' | 'fully' }
  /** Its time without approval is over. */
  | { readonly kind: 'not-approved' }
  /** Its last day is over, or a consent for one access was used or not used in time. */
  | { readonly kind: 'ran-out' }
  /** A newer recurring consent of the same third party and customer became valid. */
  | { readonly kind: 'replaced' }
  /** The third party deleted it. */
  | { readonly kind: 'terminated' }
  /** The customer withdrew it on the pages of the bank. */
  | { readonly kind: 'withdrawn' }
  /** The bank ended it for the customer: after a death, or when a user was closed. */
  | { readonly kind: 'revoked' }
  /** The customer who withdrew it gave it again, in time and with a second factor. */
  | { readonly kind: 're-established' };

/** Kinds of events, as subscribers read them. */
export const changeCauses = [
  'approved',
  'not-approved',
  'ran-out',
  'replaced',
  'terminated',
  'withdrawn',
  'revoked',
  're-established',
] as const satisfies readonly ConsentEvent['kind'][];

type Followers = Readonly<Partial<Record<ConsentStatus, ConsentStatus>>>;

const revocation: Followers = {
  received: 'rejected',
  partiallyAuthorised: 'rejected',
  valid: 'revokedByPsu',
};

/** SPEC xs2a 6.2: which state follows on an event; none where the event changes nothing. */
const followers: Readonly<Record<ConsentEvent['kind'], (event: ConsentEvent) => Followers>> = {
  approved: (event) => {
    const next = event.kind === 'approved' && event.extent === 'fully' ? 'valid' : 'partiallyAuthorised';
    return { received: next, partiallyAuthorised: next };
  },
  'not-approved': () => ({ received: 'rejected', partiallyAuthorised: 'rejected' }),
  'ran-out': () => ({ valid: 'expired' }),
  replaced: () => ({ partiallyAuthorised: 'rejected', valid: 'expired' }),
  terminated: () => ({
    received: 'terminatedByTpp',
    partiallyAuthorised: 'terminatedByTpp',
    valid: 'terminatedByTpp',
  }),
  withdrawn: () => revocation,
  revoked: () => revocation,
  // SPEC xs2a-2026 4: the one exception to what has ended; `reestablishment.ts` has its conditions.
  're-established': () => ({ revokedByPsu: 'valid' }),
};

/**
 * Returns the state after an event; undefined if the event changes nothing. What has ended stays as it is, unless the
 * customer re-establishes what was withdrawn.
 */
export function nextStatus(status: ConsentStatus, event: ConsentEvent): ConsentStatus | undefined {
  return followers[event.kind](event)[status];
}

/** Whether customers may still approve it. */
export function isUnapproved(status: ConsentStatus): boolean {
  return status === 'received' || status === 'partiallyAuthorised';
}

/** Whether it has ended. */
export function isFinal(status: ConsentStatus): boolean {
  return status !== 'valid' && !isUnapproved(status);
}
