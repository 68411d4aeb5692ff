import type { Order, Subject } from '#capabilities/sca/index.ts';
import { ownerOf } from '../domain/members.ts';

type BasketOrder = Extract<Order, { readonly kind: 'signing-basket' }>;
type MemberOrder = BasketOrder['members'][number];

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
