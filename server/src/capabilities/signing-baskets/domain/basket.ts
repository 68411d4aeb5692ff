/** SPEC xs2a 2.1: states of a basket, by the codes of ISO 20022 that third parties read. */
export const basketStatuses = ['RCVD', 'PATC', 'ACTC', 'RJCT', 'CANC'] as const;
export type BasketStatus = (typeof basketStatuses)[number];

/** What happens to a basket. */
export type BasketEvent =
  | { readonly kind: 'approved'; readonly extent: 'partly' | 'fully' }
  /** Its time is over, or a member ended in another way: it can never be authorised as it was grouped. */
  | { readonly kind: 'lapsed' }
  /** Deleted by the third party. */
  | { readonly kind: 'deleted' }
  /** It had ended before a backup was restored, which has it open. */
  | { readonly kind: 'restored-ended' };

/** Whether a basket blocks its members and takes authorisations. */
export function isOpen(status: BasketStatus): boolean {
  return status === 'RCVD' || status === 'PATC';
}

/**
 * Returns the status after an event, or undefined if the event changes nothing. SPEC 001: a basket is not deleted after
 * the first signature.
 */
export function nextStatus(status: BasketStatus, event: BasketEvent): BasketStatus | undefined {
  if (!isOpen(status)) return undefined;
  switch (event.kind) {
    case 'approved':
      return event.extent === 'fully' ? 'ACTC' : 'PATC';
    case 'lapsed':
      return 'RJCT';
    case 'deleted':
      return status === 'RCVD' ? 'CANC' : undefined;
    case 'restored-ended':
      return 'RJCT';
  }
}
