import type { Order, Subject } from '#capabilities/sca/index.ts';

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

type BasketOrder = Extract<Order, { readonly kind: 'signing-basket' }>;
type MemberOrder = BasketOrder['members'][number];

/** Who may approve all members together: their only owner, or each of these customers alone; none means every customer. */
export type BasketOwner =
  | { readonly owner: string }
  | { readonly owner: undefined; readonly holders: readonly string[] };

/** Returns who approves all of these resources together; undefined if they belong to different customers. */
export function ownerOf(subjects: readonly Pick<Subject, 'holders' | 'owner'>[]): BasketOwner | undefined {
  const owners = new Set(subjects.flatMap(({ owner }) => owner ?? []));
  const lists = subjects.flatMap(({ holders, owner }) =>
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

/** Why a resource cannot be in a basket. */
export type MemberFault = 'unknown' | 'expired' | 'closed' | 'blocked' | 'unverified' | 'accounts-open';

/** Returns why a resource cannot be grouped; undefined if it can. SPEC xs2a 1.7 */
export function faultOf(subject: Subject | undefined, organisationId: string): MemberFault | undefined {
  if (subject === undefined || subject.organisationId !== organisationId) return 'unknown';
  const fault = faultsByState[subject.state];
  if (fault !== undefined) return fault;
  return subject.leavesOpen === undefined && memberOrder(subject) !== undefined ? undefined : 'accounts-open';
}

const faultsByState: Readonly<Record<Subject['state'], MemberFault | undefined>> = {
  open: undefined,
  over: 'expired',
  done: 'closed',
  grouped: 'blocked',
  unverified: 'unverified',
  unrequested: 'unknown',
};

/** Returns the order of a resource as a basket has it. */
export function memberOrder({ order }: Pick<Subject, 'order'>): MemberOrder | undefined {
  switch (order?.kind) {
    case 'payment':
    case 'bulk-payment':
    case 'periodic-payment':
    case 'consent':
      return order;
    case 'payment-cancellation':
    case 'funds-confirmation-consent':
    case 'signing-basket':
    case undefined:
      return undefined;
  }
}

/**
 * Returns whether these resources can be approved together: one customer approves all, and of two recurring consents the
 * second would replace the first in the same moment.
 */
export function areMixable(subjects: readonly Pick<Subject, 'holders' | 'order' | 'owner'>[]): boolean {
  const recurring = subjects.filter(({ order }) => order?.kind === 'consent' && order.isRecurring);
  return ownerOf(subjects) !== undefined && recurring.length <= 1;
}

/** Returns what is approved by approving these resources together; undefined without any. */
export function basketOrder(
  id: string,
  subjects: readonly Pick<Subject, 'order'>[],
): BasketOrder | undefined {
  const orders = subjects.map(memberOrder);
  const [first, ...others] = orders.flatMap((order) => order ?? []);
  return first === undefined || others.length + 1 < orders.length
    ? undefined
    : { kind: 'signing-basket', id, members: [first, ...others] };
}
