/** The state of the party behind a user. */
export interface PartyState {
  readonly partyNumber: string;
  readonly state: 'living' | 'deceased' | 'erased';
}

/** What happens to the users of a customer number. */
export type UsersDecision =
  | { readonly kind: 'erase' }
  | { readonly kind: 'keep' | 'suspend'; readonly customerNumber: string };

/**
 * Decides what happens to the users of a customer number after an event about its party. Events of different parties
 * arrive in any order, so the decision also uses the state of the surviving party. SPEC 8.1
 */
export function decideUsersOfParty(
  event: { readonly name: string; readonly customerNumber: string },
  standing: PartyState | undefined,
): UsersDecision {
  if (event.name === 'party-erased' || standing?.state === 'erased') return { kind: 'erase' };
  const isDead = event.name === 'individual-death-confirmed' || standing?.state === 'deceased';
  // Users change their number when identity handles the merge event, not before: until then they are found by the old
  // number.
  const customerNumber =
    event.name === 'parties-merged' && standing !== undefined ? standing.partyNumber : event.customerNumber;
  return { kind: isDead ? 'suspend' : 'keep', customerNumber };
}
