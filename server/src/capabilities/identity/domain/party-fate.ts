/** What became of the party behind a user. */
export interface PartyStanding {
  readonly partyNumber: string;
  readonly state: 'living' | 'deceased' | 'erased';
}

/** What happens to the users that a customer number had. */
export type UsersFate =
  | { readonly kind: 'erase' }
  | { readonly kind: 'keep' | 'suspend'; readonly customerNumber: string };

/**
 * Decides what happens to the users of a number when something has happened to its party. Events of different parties
 * come in any order, so beside the event the state of the party that stayed counts. SPEC 8.1
 */
export function fateOfUsers(
  event: { readonly name: string; readonly customerNumber: string },
  standing: PartyStanding | undefined,
): UsersFate {
  if (event.name === 'party-erased' || standing?.state === 'erased') return { kind: 'erase' };
  const isDead = event.name === 'individual-death-confirmed' || standing?.state === 'deceased';
  // Users move when they are told of the merge, not before: until then their old number finds them.
  const customerNumber =
    event.name === 'parties-merged' && standing !== undefined ? standing.partyNumber : event.customerNumber;
  return { kind: isDead ? 'suspend' : 'keep', customerNumber };
}
