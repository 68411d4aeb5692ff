/** Kinds of resources that a basket groups. */
export const memberKinds = ['payment', 'consent'] as const;
export type MemberKind = (typeof memberKinds)[number];

/** Names a resource of a basket. */
export interface MemberRef {
  readonly kind: MemberKind;
  readonly id: string;
}

/**
 * State of a resource in its basket: `grouped` while it waits for signatures, `authorised` once it has all of them by the
 * basket, `released` once the basket ended without them.
 */
export const memberStates = ['grouped', 'authorised', 'released'] as const;
export type MemberState = (typeof memberStates)[number];

/** A resource in a basket. */
export interface Member extends MemberRef {
  readonly state: MemberState;
}

/** Who may approve all members together: their only owner, or each of these customers alone; none means every customer. */
export type BasketOwner =
  | { readonly owner: string }
  | { readonly owner: undefined; readonly holders: readonly string[] };

/** Whose a resource is: a customer's, or of holders of whom each may approve alone. */
interface OwnedResource {
  readonly owner: string | undefined;
  readonly holders?: readonly string[];
}

/** Returns who approves all of these resources together; undefined if they belong to different customers. */
export function ownerOf(resources: readonly OwnedResource[]): BasketOwner | undefined {
  const owners = new Set(resources.flatMap(({ owner }) => owner ?? []));
  const lists = resources.flatMap(({ holders, owner }) =>
    owner === undefined && holders !== undefined && holders.length > 0 ? [holders] : [],
  );
  const [owner] = owners;
  if (owners.size > 1) return undefined;
  if (owner !== undefined) return lists.every((holders) => holders.includes(owner)) ? { owner } : undefined;
  const [first, ...others] = lists;
  if (first === undefined) return { owner, holders: [] };
  const holders = first.filter((holder) => others.every((list) => list.includes(holder)));
  return holders.length === 0 ? undefined : { owner, holders };
}
