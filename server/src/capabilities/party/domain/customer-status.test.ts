import { describe, expect, test } from 'vitest';
import { today } from '../testing/fact-samples.suite.ts';
import {
  changedCustomer,
  hasOpenProduct,
  nextStatus,
  registrationTrigger,
  type ScreeningOutcome,
  type StatusTrigger,
  statusTriggers,
} from './customer-status.ts';
import type { CustomerFacts } from './facts.ts';
import { type CustomerStatus, customerStatuses, type RegistrationProfile } from './literals.ts';

type From = CustomerStatus | 'none';
type Row = Readonly<Partial<Record<StatusTrigger, CustomerStatus>>>;

/** SPEC channel interfaces 10.1, from each status; transitions that are absent are not allowed. */
const table: Readonly<Record<From, Row>> = {
  none: {
    'contact-registered': 'potential',
    'prospect-registered': 'prospective',
    'customer-accepted': 'active',
    'customer-incomplete': 'prospective',
    'customer-hit': 'rejected',
  },
  potential: {
    'prospect-registered': 'prospective',
    'customer-accepted': 'active',
    'customer-incomplete': 'prospective',
    'customer-hit': 'rejected',
    'first-contact': 'prospective',
    'customer-refused': 'declined',
    'bank-refused': 'rejected',
  },
  prospective: {
    'customer-accepted': 'active',
    'customer-incomplete': 'prospective',
    'customer-hit': 'rejected',
    'first-product': 'active',
    'customer-refused': 'declined',
    'bank-refused': 'rejected',
  },
  active: { silence: 'dormant', 'last-product-closed': 'former' },
  dormant: { activity: 'active', 'last-product-closed': 'former' },
  former: { 'new-product': 'active' },
  declined: { 'new-interest': 'prospective' },
  rejected: { 'appeal-granted': 'prospective' },
};

describe.each<From>(['none', ...customerStatuses])('from %s', (from) => {
  test.each(statusTriggers)('the trigger %s leads to the status of the table', (trigger) => {
    expect(nextStatus(from, trigger)).toBe(table[from][trigger]);
  });
});

describe('a registration', () => {
  test.each<[RegistrationProfile, boolean, ScreeningOutcome, StatusTrigger]>([
    ['contact', false, 'open', 'contact-registered'],
    ['contact', true, 'clear', 'contact-registered'],
    ['contact', true, 'hit', 'contact-registered'],
    ['prospect', false, 'open', 'prospect-registered'],
    ['prospect', true, 'clear', 'prospect-registered'],
    ['prospect', true, 'hit', 'prospect-registered'],
    ['customer', true, 'clear', 'customer-accepted'],
    ['customer', true, 'open', 'customer-incomplete'],
    ['customer', true, 'hit', 'customer-hit'],
    ['customer', false, 'clear', 'customer-incomplete'],
    ['customer', false, 'open', 'customer-incomplete'],
    ['customer', false, 'hit', 'customer-hit'],
  ])('as %s, birth date known: %s, screening %s, means %s', (profile, hasBirthDate, screening, trigger) => {
    expect(registrationTrigger(profile, { hasBirthDate, screening })).toBe(trigger);
  });
});

describe('a customer whose status changes', () => {
  const customer: CustomerFacts = {
    status: 'active',
    statusSince: '2020-01-01',
    statusReason: 'first product',
    sector: 'households',
    segment: 'mass',
  };

  test('has the new status since today, with its reason, and the same sector and segment', () => {
    expect(changedCustomer(customer, 'former', { today, reason: 'left' })).toEqual({
      status: 'former',
      statusSince: today,
      statusReason: 'left',
      sector: 'households',
      segment: 'mass',
    });
  });

  test('without a reason loses the one of the previous status', () => {
    expect(changedCustomer(customer, 'dormant', { today })).toStrictEqual({
      status: 'dormant',
      statusSince: today,
      sector: 'households',
      segment: 'mass',
    });
  });

  test('to the same status keeps the day', () => {
    expect(changedCustomer(customer, 'active', { today, reason: 'again' })).toEqual(customer);
  });
});

test.each(customerStatuses.map((status) => [status, status === 'active' || status === 'dormant'] as const))(
  'who is %s has an open product: %s',
  (status, isOpen) => {
    expect(hasOpenProduct({ status })).toBe(isOpen);
  },
);
