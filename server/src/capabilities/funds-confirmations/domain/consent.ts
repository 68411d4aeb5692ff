/** SPEC xs2a 2.2: states of a consent, as third parties read them. It does not expire: SPEC xs2a 1.10. */
export const consentStatuses = [
  'received',
  'partiallyAuthorised',
  'valid',
  'rejected',
  'revokedByPsu',
  'terminatedByTpp',
] as const;
export type ConsentStatus = (typeof consentStatuses)[number];

/** Who asked for a consent: the third party through the interface, or the customer at the bank. */
export const consentOrigins = ['third-party', 'bank'] as const;
export type ConsentOrigin = (typeof consentOrigins)[number];

/** What happens to a consent. */
export type ConsentEvent =
  | { readonly kind: 'approved'; readonly extent: 'partly' | 'fully' }
  /** Its time without approval is over. */
  | { readonly kind: 'not-approved' }
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
