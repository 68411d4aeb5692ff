import type { CustomerFacts, Day } from './facts.ts';
import type { CustomerStatus, RegistrationProfile } from './literals.ts';

/** Result of a screening. Open: not finished, or not done. */
export type ScreeningOutcome = 'clear' | 'open' | 'hit';

/** Events that can change the customer status. */
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

/** Triggers that an employee names, one at a time. */
export const staffTriggers = ['first-contact', 'customer-refused', 'bank-refused', 'new-interest'] as const;
export type StaffTrigger = (typeof staffTriggers)[number];

type From = CustomerStatus | 'none';

/** SPEC channel interfaces 10.1; transitions that are not listed are not allowed. */
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

/** Returns the status after a trigger; undefined if the transition is not allowed. */
export function nextStatus(from: From, trigger: StatusTrigger): CustomerStatus | undefined {
  const transition = transitions[trigger];
  return transition.from.includes(from) ? transition.to : undefined;
}

/** Returns the trigger that a registration stands for. */
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

/** Returns the customer facts after a trigger. If the status stays the same, its day stays too. */
export function changedCustomer(
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
export function hasOpenProduct({ status }: Pick<CustomerFacts, 'status'>): boolean {
  return status === 'active' || status === 'dormant';
}
