import type { CustomerFacts, Day } from './facts.ts';
import type { CustomerStatus, RegistrationProfile } from './literals.ts';

/** What a screening said. Open: not finished, or not done at all. */
export type ScreeningOutcome = 'clear' | 'open' | 'hit';

/** What can happen to the relation between a party and the bank. */
export const statusTriggers = [
  'contact-registered',
  'prospect-registered',
  'customer-accepted',
  'customer-incomplete',
  'customer-hit',
  'first-contact',
  'first-product',
  'customer-refused',
  'bank-refused',
  'new-interest',
  'appeal-granted',
  'silence',
  'activity',
  'last-product-closed',
  'new-product',
] as const;
export type StatusTrigger = (typeof statusTriggers)[number];

type From = CustomerStatus | 'none';

/** SPEC channel interfaces 10.1; what is not listed cannot happen. */
const transitions: Readonly<
  Record<StatusTrigger, { readonly from: readonly From[]; readonly to: CustomerStatus }>
> = {
  'contact-registered': { from: ['none'], to: 'potential' },
  'prospect-registered': { from: ['none', 'potential'], to: 'prospective' },
  'customer-accepted': { from: ['none', 'potential', 'prospective'], to: 'active' },
  'customer-incomplete': { from: ['none', 'potential', 'prospective'], to: 'prospective' },
  'customer-hit': { from: ['none', 'potential', 'prospective'], to: 'rejected' },
  'first-contact': { from: ['potential'], to: 'prospective' },
  'first-product': { from: ['prospective'], to: 'active' },
  'customer-refused': { from: ['potential', 'prospective'], to: 'declined' },
  'bank-refused': { from: ['potential', 'prospective'], to: 'rejected' },
  'new-interest': { from: ['declined'], to: 'prospective' },
  'appeal-granted': { from: ['rejected'], to: 'prospective' },
  silence: { from: ['active'], to: 'dormant' },
  activity: { from: ['dormant'], to: 'active' },
  'last-product-closed': { from: ['active', 'dormant'], to: 'former' },
  'new-product': { from: ['former'], to: 'active' },
};

/** Where a trigger leads; undefined where it cannot happen. */
export function nextStatus(from: From, trigger: StatusTrigger): CustomerStatus | undefined {
  const transition = transitions[trigger];
  return transition.from.includes(from) ? transition.to : undefined;
}

/** What a registration means for the relation. */
export function registrationTrigger(
  profile: RegistrationProfile,
  given: { readonly hasBirthDate: boolean; readonly screening: ScreeningOutcome },
): StatusTrigger {
  switch (profile) {
    case 'contact':
      return 'contact-registered';
    case 'prospect':
      return 'prospect-registered';
    case 'customer':
      if (given.screening === 'hit') return 'customer-hit';
      return given.screening === 'clear' && given.hasBirthDate ? 'customer-accepted' : 'customer-incomplete';
  }
}

/** The relation after a trigger. The day counts from the change, so the same status again keeps its day. */
export function movedCustomer(
  customer: CustomerFacts,
  to: CustomerStatus,
  { reason, today }: { readonly reason?: string; readonly today: Day },
): CustomerFacts {
  if (customer.status === to) return customer;
  const { statusReason: _, ...rest } = customer;
  return {
    ...rest,
    status: to,
    statusSince: today,
    ...(reason === undefined ? {} : { statusReason: reason }),
  };
}

/** SPEC channel interfaces 10.1: active uses a product, dormant is silent with one. */
export function hasOpenProduct({ status }: CustomerFacts): boolean {
  return status === 'active' || status === 'dormant';
}
