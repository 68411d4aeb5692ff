import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { isPaymentHeld, type PaymentFacts } from './effects.ts';
import { namedRestriction } from './endings.ts';
import { mayMove, reportStates } from './fraud-report.ts';
import { noticeOf } from './notice.ts';
import {
  expiryOf,
  laterExpiry,
  maySet,
  nextState,
  normalizedScope,
  type RestrictionEvent,
  type RestrictionKind,
  scopeFault,
  stateAt,
  wholeClient,
} from './restriction.ts';

const now = Temporal.Instant.from('2026-11-18T10:00:00Z');
const later = now.add({ hours: 1 });
const before = now.subtract({ hours: 1 });

describe('who may set a restriction', () => {
  test.each(['estate-hold', 'court-order'] as const)('%s: employees only', (kind) => {
    const setters = ['customer', 'application', 'employee'] as const;
    expect(setters.map((setter) => maySet(setter, kind))).toEqual([false, false, true]);
  });

  test('every caller may set the others', () => {
    expect(maySet('customer', 'payment-block') && maySet('application', 'login-block')).toBe(true);
  });
});

describe('the end of a restriction', () => {
  const customer = { setter: 'customer', reason: 'lost', expiresAt: undefined, maxDays: 90 } as const;

  test('of a customer is as far ahead as the bank allows at most, and by default', () => {
    const latest = now.add({ hours: 90 * 24 });
    expect(expiryOf(customer, now)).toEqual({ expiresAt: latest });
    expect(expiryOf({ ...customer, expiresAt: latest }, now)).toEqual({ expiresAt: latest });
    expect(expiryOf({ ...customer, expiresAt: latest.add({ seconds: 1 }) }, now)).toEqual({
      fault: 'maximum',
    });
  });

  test('does not exist for what a customer calls stolen', () => {
    expect(expiryOf({ ...customer, reason: 'stolen' }, now)).toEqual({ expiresAt: undefined });
    expect(expiryOf({ ...customer, reason: 'stolen', expiresAt: later }, now)).toEqual({
      fault: 'combination-not-allowed',
    });
  });

  test('is as the bank says, and never in the past', () => {
    expect(expiryOf({ ...customer, setter: 'employee', reason: 'other' }, now)).toEqual({
      expiresAt: undefined,
    });
    for (const setter of ['customer', 'employee', 'application'] as const)
      expect(expiryOf({ ...customer, setter, reason: 'other', expiresAt: now }, now)).toEqual({
        fault: 'minimum',
      });
  });

  test('counts from its moment on, whether or not it is recorded', () => {
    expect(stateAt({ state: 'active', expiresAt: now }, now)).toBe('expired');
    expect(stateAt({ state: 'active', expiresAt: later }, now)).toBe('active');
    expect(stateAt({ state: 'lifted', expiresAt: before }, now)).toBe('lifted');
    expect(laterExpiry(now, later)).toBe(later);
    expect(laterExpiry(undefined, later)).toBe(undefined);
  });
});

describe('a restriction ends', () => {
  const two: RestrictionEvent = { kind: 'lifted-by-two', proposedBy: 'e-1', confirmedBy: 'E-1' };
  test.each<[string, 'client' | 'bank', RestrictionEvent, unknown]>([
    ['for its client by one employee', 'client', { kind: 'lifted-for-client' }, { state: 'lifted' }],
    ['for the bank not by one', 'bank', { kind: 'lifted-for-client' }, { fault: 'lift-not-proposed' }],
    ['not by one person twice', 'bank', two, { fault: 'second-employee-required' }],
    ['by two', 'bank', { ...two, confirmedBy: 'e-2' }, { state: 'lifted' }],
    ['by a merge', 'bank', { kind: 'merged' }, { state: 'lifted' }],
    ['by its time', 'client', { kind: 'ran-out' }, { state: 'active' }],
  ])('%s', (_, setBy, event, expected) => {
    expect(nextState({ state: 'active', expiresAt: later, setBy }, event, now)).toEqual(expected);
  });

  test.each([{ kind: 'lifted-for-client' }, { ...two, confirmedBy: 'e-2' }] as const)(
    'once: $kind',
    (event) => {
      for (const state of ['expired', 'lifted'] as const)
        expect(nextState({ state, expiresAt: before, setBy: 'client' }, event, now)).toEqual({
          fault: 'restriction-ended',
        });
      expect(nextState({ state: 'active', expiresAt: before, setBy: 'client' }, event, now)).toEqual({
        fault: 'restriction-ended',
      });
    },
  );
});

test('a fraud report goes from received to review, to a decision, and is closed; every other move is refused', () => {
  const moves = reportStates.flatMap((from) =>
    reportStates.filter((to) => mayMove(from, to)).map((to) => `${from} ${to}`),
  );
  expect(moves).toEqual([
    'received under-review',
    'under-review confirmed',
    'under-review dismissed',
    'confirmed closed',
    'dismissed closed',
  ]);
});

describe('a scope', () => {
  test('is equal to one in another order and spelling', () => {
    expect(normalizedScope({ ...wholeClient, accounts: ['de02 1001', 'DE01', 'DE01'] }).accounts).toEqual([
      'DE01',
      'DE021001',
    ]);
  });

  test.each<[RestrictionKind, Partial<typeof wholeClient>, string | undefined]>([
    ['login-block', { devices: ['x'] }, 'devices'],
    ['payment-block', { accounts: ['x'] }, undefined],
    ['payment-block', { cards: ['x'] }, 'cards'],
    ['device-block', { devices: ['x'] }, undefined],
    ['card-block', { devices: ['x'] }, 'devices'],
  ])('of %s cannot name what it does not look at: %o', (kind, scope, fault) => {
    expect(scopeFault(kind, { ...wholeClient, ...scope })).toBe(fault);
  });
});

describe('a payment is held', () => {
  const payment: PaymentFacts = {
    debtorAccount: 'DE02100100109307118603',
    debtorCountry: 'DE',
    creditorCountry: 'DE',
    isKnownPayee: true,
  };
  const by = (
    kind: RestrictionKind,
    facts: Partial<PaymentFacts> = {},
    accounts: readonly string[] = [],
  ): boolean => isPaymentHeld([{ kind, accounts, isForOthers: false }], { ...payment, ...facts });

  test('by blocks of payments and holds of everything', () => {
    expect([by('payment-block'), by('estate-hold'), by('court-order')]).toEqual([true, true, true]);
    expect([by('login-block'), by('device-block'), by('card-block')]).toEqual([false, false, false]);
  });

  test('abroad, and where the country is not known', () => {
    expect(by('foreign-payment-block')).toBe(false);
    expect(by('foreign-payment-block', { creditorCountry: 'NL' })).toBe(true);
    expect(by('foreign-payment-block', { creditorCountry: undefined })).toBe(true);
  });

  test('to a new payee', () => {
    expect([by('new-payee-block'), by('new-payee-block', { isKnownPayee: false })]).toEqual([false, true]);
  });

  test('from the accounts of the scope only', () => {
    expect(by('payment-block', {}, [payment.debtorAccount])).toBe(true);
    expect(by('payment-block', {}, ['DE00'])).toBe(false);
    expect(isPaymentHeld([{ kind: 'court-order', accounts: [], isForOthers: true }], payment)).toBe(false);
  });
});

test('customers hear about restrictions, but not about those of courts and estates', () => {
  expect(noticeOf({ name: 'restriction-set', data: { kind: 'payment-block' } })).toBe('restriction-set');
  expect(noticeOf({ name: 'suspected-fraud-reported', data: {} })).toBe('fraud-reported');
  expect(noticeOf({ name: 'restriction-set', data: { kind: 'court-order' } })).toBeUndefined();
});

test('a text of the ledger is read only if it is whole', () => {
  expect(namedRestriction('a payment-block bank')).toEqual({
    restrictionId: 'a',
    kind: 'payment-block',
    setBy: 'bank',
  });
  expect([namedRestriction('a nonsense bank'), namedRestriction(undefined)]).toEqual([undefined, undefined]);
});
