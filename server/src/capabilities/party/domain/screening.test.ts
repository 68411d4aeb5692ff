import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { companyWith, personWith } from '../testing/fact-samples.suite.ts';
import type { PartyFacts } from './fact-map.ts';
import type { PersonalFacts, SensitiveFacts } from './facts.ts';
import { type CustomerStatus, customerStatuses } from './literals.ts';
import { proposalHours } from './policy.ts';
import {
  isKycComplete,
  outcomeTrigger,
  type Proposal,
  productResult,
  proposalObstacle,
  type Screening,
  screeningEffect,
  settleProposal,
} from './screening.ts';

const now = Temporal.Instant.from('2026-11-15T10:00:00Z');

function proposed(changed: Partial<Proposal> = {}): Screening {
  const proposal: Proposal = {
    outcome: 'clear',
    proposedBy: 'e-1',
    proposedAt: now.subtract({ hours: 1 }),
    isOfTheseFacts: true,
    ...changed,
  };
  return { kind: 'proposed', proposal };
}

const tooOld = { proposedAt: now.subtract({ hours: proposalHours }) };
const clear: Screening = { kind: 'clear', isOfTheseFacts: true };
const staleClear: Screening = { kind: 'clear', isOfTheseFacts: false };
const hit: Screening = { kind: 'hit', isOfTheseFacts: true };

describe('an outcome is proposed', () => {
  test.each<[string, Screening, string | undefined]>([
    ['nothing recorded', { kind: 'none' }, 'screening-not-open'],
    ['open', { kind: 'open' }, undefined],
    ['proposed', proposed(), 'screening-already-proposed'],
    ['proposed for other facts', proposed({ isOfTheseFacts: false }), undefined],
    ['proposed too long ago', proposed(tooOld), undefined],
    ['clear', clear, 'screening-not-open'],
    ['hit', hit, 'screening-not-open'],
  ])('for a screening that is %s: %o gives %s', (_, screening, obstacle) => {
    expect(proposalObstacle(screening, now)).toBe(obstacle);
  });
});

describe('a proposal is settled', () => {
  const settle = (screening: Screening, employeeId = 'e-2', outcome: 'clear' | 'hit' = 'clear'): string => {
    const settled = settleProposal(screening, { employeeId, outcome, now });
    return settled.kind === 'refused' ? settled.refusal : settled.kind;
  };

  test.each<[string, string]>([
    ['e-2', 'settled'],
    ['e-1', 'screening-own-proposal'],
    ['E-1', 'screening-own-proposal'],
  ])('by %s: %s', (employeeId, result) => {
    expect(settle(proposed(), employeeId)).toBe(result);
  });

  test('only with the outcome that is proposed', () => {
    expect(settle(proposed(), 'e-2', 'hit')).toBe('screening-outcome-differs');
  });

  test('until facts change, or it is too old', () => {
    expect(settle(proposed({ isOfTheseFacts: false }))).toBe('void');
    expect(settle(proposed(tooOld))).toBe('void');
    expect(settle(proposed({ proposedAt: tooOld.proposedAt.add({ seconds: 1 }) }))).toBe('settled');
  });

  test('but not without one', () => {
    for (const screening of [{ kind: 'none' }, { kind: 'open' }, clear, hit] as const)
      expect(settle(screening)).toBe('screening-not-proposed');
  });
});

function customerIn(
  status: CustomerStatus,
  personal: Partial<PersonalFacts> = {},
  sensitive: Partial<SensitiveFacts> = {},
): PartyFacts {
  return personWith({ customer: { status, statusSince: '2020-01-01' }, ...personal }, sensitive);
}

test.each<[string, PartyFacts, boolean]>([
  ['of a person with all fields', personWith(), true],
  ['of an organization with all fields', companyWith(), true],
  ['without birth date', personWith({}, { birth: { place: 'Utrecht', country: 'NL' } }), false],
  ['without a mandatory field', personWith({ residence: {} }), false],
  ['of a prospect', personWith({ profile: 'prospect' }), false],
])('the data %s is complete: %s', (_, facts, isComplete) => {
  expect(isKycComplete(facts)).toBe(isComplete);
});

describe('a confirmed outcome', () => {
  const incomplete = { birth: { place: 'Utrecht', country: 'NL' } };

  test.each<[PartyFacts, 'clear' | 'hit', boolean, string | undefined]>([
    [customerIn('prospective'), 'clear', false, 'customer-accepted'],
    [customerIn('prospective'), 'clear', true, 'first-product'],
    [customerIn('prospective', {}, incomplete), 'clear', true, undefined],
    [customerIn('prospective', { life: 'deceased' }), 'clear', true, undefined],
    [customerIn('prospective'), 'hit', true, 'customer-hit'],
    [customerIn('former'), 'clear', true, 'new-product'],
    [customerIn('former'), 'clear', false, undefined],
    [customerIn('former'), 'hit', true, undefined],
    [customerIn('active'), 'hit', false, undefined],
    [customerIn('rejected'), 'clear', true, undefined],
  ])('for %o: %s, product held %s, means %s', (facts, outcome, isProductHeld, trigger) => {
    expect(outcomeTrigger(facts, outcome, { isProductHeld })).toBe(trigger);
  });
});

describe('an open product', () => {
  const resultOf = (facts: PartyFacts, screening: Screening, hasOpenProduct = true): string => {
    const result = productResult(facts, screening, { hasOpenProduct });
    return result.kind === 'changed' ? result.trigger : result.kind;
  };

  test.each<[CustomerStatus, string]>([
    ['potential', 'held'],
    ['prospective', 'first-product'],
    ['active', 'unchanged'],
    ['dormant', 'unchanged'],
    ['former', 'new-product'],
    ['declined', 'held'],
    ['rejected', 'held'],
  ])('of a screened party that is %s: %s', (status, result) => {
    expect(resultOf(customerIn(status), clear)).toBe(result);
  });

  test.each<[string, Screening]>([
    ['none', { kind: 'none' }],
    ['open', { kind: 'open' }],
    ['proposed', proposed()],
    ['clear for other facts', staleClear],
    ['hit', hit],
  ])('makes no customer of a party whose screening is %s', (_, screening) => {
    expect(resultOf(customerIn('prospective'), screening)).toBe('held');
    expect(resultOf(customerIn('former'), screening)).toBe('held');
  });

  test('makes no customer of a party whose data is incomplete, or that is deceased', () => {
    expect(resultOf(customerIn('prospective', { profile: 'prospect' }), clear)).toBe('held');
    expect(resultOf(customerIn('prospective', {}, { birth: {} }), clear)).toBe('held');
    expect(resultOf(customerIn('prospective', { life: 'deceased' }), clear)).toBe('held');
  });

  test.each(customerStatuses)('that is the last one closed, of a party that is %s', (status) => {
    const isCustomer = status === 'active' || status === 'dormant';
    expect(resultOf(customerIn(status), { kind: 'none' }, false)).toBe(
      isCustomer ? 'last-product-closed' : 'unchanged',
    );
  });
});

describe('a change of a party', () => {
  const waiting = customerIn('prospective');
  const renamed = { name: { kind: 'individual', givenName: 'Ana', surname: 'Horvat' } } as const;

  test.each<[string, PartyFacts | undefined, PartyFacts, string]>([
    ['registered as customer', undefined, waiting, 'opened'],
    ['registered and accepted', undefined, customerIn('active'), 'unchanged'],
    ['registered as prospect', undefined, customerIn('prospective', { profile: 'prospect' }), 'unchanged'],
    ['upgraded', customerIn('prospective', { profile: 'prospect' }), waiting, 'opened'],
    ['an appeal granted', customerIn('rejected'), waiting, 'opened'],
    ['another name', waiting, customerIn('prospective', renamed), 'opened'],
    [
      'another birth date',
      waiting,
      customerIn('prospective', {}, { birth: { date: '1980-03-01' } }),
      'opened',
    ],
    [
      'another country',
      waiting,
      customerIn('prospective', { residence: { countryOfResidence: 'FR' } }),
      'opened',
    ],
    [
      'another household',
      waiting,
      customerIn('prospective', { residence: { countryOfResidence: 'NL', householdSize: 3 } }),
      'unchanged',
    ],
    ['another name of a customer', customerIn('active'), customerIn('active', renamed), 'unchanged'],
    ['accepted', waiting, customerIn('active'), 'ended'],
    ['declined', waiting, customerIn('declined'), 'ended'],
    ['deceased', waiting, customerIn('prospective', { life: 'deceased' }), 'ended'],
    [
      'deceased, again',
      customerIn('prospective', { life: 'deceased' }),
      customerIn('prospective', { life: 'deceased' }),
      'unchanged',
    ],
  ])('%s: its screening', (_, before, after, effect) => {
    expect(screeningEffect(before, after)).toBe(effect);
  });
});
