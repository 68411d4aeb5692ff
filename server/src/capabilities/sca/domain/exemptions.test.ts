import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { bulkOrder } from '../testing/bulk-order.suite.ts';
import {
  type ExemptedSince,
  type ExemptionFacts,
  type ExemptionRules,
  exemptiblePayment,
  exemptionFor,
  type LowValueLimits,
  usesExemptions,
} from './exemptions.ts';
import type { Order, SinglePayment } from './order.ts';
import type { PayeeCheck } from './payee-check.ts';

const euros: LowValueLimits = { currency: 'EUR', amountMax: 3_000n, sumMax: 10_000n, countMax: 5 };
const allOn: ExemptionRules = {
  'low-value': [euros],
  recurring: true,
  'own-accounts': true,
  'trusted-beneficiary': true,
};

const now = Temporal.Instant.from('2026-11-15T12:00:00Z');
const ago = (days: number, seconds = 0): Temporal.Instant => now.subtract({ hours: days * 24, seconds });
const since = (more: Partial<ExemptedSince>): ExemptedSince => ({
  authenticatedAt: ago(1),
  count: 0,
  sum: 0n,
  ...more,
});
const amount = (minor: bigint, currency: LowValueLimits['currency'] = 'EUR') => ({ minor, currency });

function facts(more: Partial<ExemptionFacts> = {}): ExemptionFacts {
  return {
    amount: amount(2_000n),
    now,
    isBetweenOwnAccounts: false,
    isTrustedBeneficiary: false,
    since: since({}),
    ...more,
  };
}

const large = amount(900_000n);
const tempting = {
  isBetweenOwnAccounts: true,
  isTrustedBeneficiary: true,
  series: { lastPaidAt: ago(30) },
};

describe('a payment is exempted', () => {
  test('never by a bank that uses no exemption', () => {
    for (const rules of [{}, { 'low-value': [], recurring: false, 'own-accounts': false }]) {
      expect(exemptionFor(rules, facts(tempting))).toBeUndefined();
      expect(usesExemptions(rules)).toBe(false);
    }
  });

  test.each<[string, Partial<ExemptionFacts>, string | undefined]>([
    ['between own accounts', { amount: large, isBetweenOwnAccounts: true }, 'own-accounts'],
    ['to a trusted payee', { amount: large, isTrustedBeneficiary: true }, 'trusted-beneficiary'],
    ['as a later one of a series', { amount: large, series: { lastPaidAt: ago(30) } }, 'recurring'],
    ['not days after the last one', { amount: large, series: { lastPaidAt: ago(5) } }, undefined],
    ['later than that', { amount: large, series: { lastPaidAt: ago(5, 1) } }, 'recurring'],
    ['as late as that', { amount: large, series: { lastPaidAt: ago(400) } }, 'recurring'],
    ['not after the end of its series', { amount: large, series: { lastPaidAt: ago(400, 1) } }, undefined],
    ['not as the first of a series', { amount: large }, undefined],
    [
      'as the fifth in a row of a series',
      { amount: large, series: { lastPaidAt: ago(30) }, since: since({ count: 4 }) },
      'recurring',
    ],
    [
      'not as the sixth of a series',
      { amount: large, series: { lastPaidAt: ago(30) }, since: since({ count: 5 }) },
      undefined,
    ],
    ['of exactly the limit', { amount: amount(3_000n) }, 'low-value'],
    ['not of a cent more', { amount: amount(3_001n) }, undefined],
    ['not in another currency', { amount: amount(1n, 'USD') }, undefined],
    ['as the fifth in a row', { since: since({ count: 4 }) }, 'low-value'],
    ['not as the sixth', { since: since({ count: 5 }) }, undefined],
    ['up to the sum', { since: since({ count: 1, sum: 8_000n }) }, 'low-value'],
    ['not beyond the sum', { since: since({ count: 1, sum: 8_001n }) }, undefined],
    ['180 days after two factors', { since: since({ authenticatedAt: ago(180) }) }, 'low-value'],
    ['not later', { since: since({ authenticatedAt: ago(180, 1) }) }, undefined],
  ])('%s', (_, more, kind) => {
    expect(exemptionFor(allOn, facts(more))).toBe(kind);
  });

  test('not before the customer has passed two factors', () => {
    const { since: _, ...unknown } = facts(tempting);
    expect(exemptionFor(allOn, unknown)).toBeUndefined();
  });

  test.each<[LowValueLimits['currency'], bigint, bigint]>([
    ['JPY', 4_500n, 15_000n],
    ['USD', 3_200n, 11_000n],
    ['BHD', 12_345n, 41_150n],
  ])('in %s only within limits that the bank gives for it', (currency, amountMax, sumMax) => {
    const rules = { 'low-value': [euros, { currency, amountMax, sumMax, countMax: 5 }] };
    const kindOf = (minor: bigint, sum = 0n): string | undefined =>
      exemptionFor(rules, facts({ amount: amount(minor, currency), since: since({ sum }) }));
    expect([kindOf(amountMax), kindOf(amountMax + 1n)]).toEqual(['low-value', undefined]);
    expect([kindOf(1n, sumMax - 1n), kindOf(1n, sumMax)]).toEqual(['low-value', undefined]);
    expect(exemptionFor({ 'low-value': [euros] }, facts({ amount: amount(1n, currency) }))).toBeUndefined();
  });

  test.each<[string, Partial<LowValueLimits>, Partial<ExemptionFacts>]>([
    ['for one payment', { amountMax: 5_000n }, { amount: amount(3_001n) }],
    ['together', { sumMax: 50_000n }, { since: since({ sum: 8_001n }) }],
    ['in a row', { countMax: 50 }, { since: since({ count: 5 }) }],
  ])('by the regulation where a bank would allow more %s', (_, limits, more) => {
    expect(exemptionFor({ 'low-value': [{ ...euros, ...limits }] }, facts(more))).toBeUndefined();
  });
});

test('only a single payment can be exempted', () => {
  const account = { scheme: 'iban', id: 'DE89370400440532013000' } as const;
  const transfer = { amount: amount(1n), creditorName: 'Acme', creditorAccount: account };
  const base = { id: 'x', product: 'sepa-credit-transfers', debtorAccount: account, documentHash: '00' };
  const single: SinglePayment = { ...base, kind: 'payment', transfer };
  const access = { accounts: [account], balances: [], transactions: [], withOwnerName: false };
  const others: readonly Order[] = [
    bulkOrder(base, [transfer]),
    {
      ...base,
      kind: 'periodic-payment',
      transfer,
      schedule: { startDate: '2027-01-01', frequency: 'Monthly' },
    },
    { id: 'x', kind: 'payment-cancellation', payment: single },
    { id: 'x', kind: 'signing-basket', members: [single] },
    {
      id: 'x',
      kind: 'consent',
      access,
      isRecurring: true,
      validUntil: '2027-01-01',
      frequencyPerDay: 4,
    },
    { id: 'x', kind: 'funds-confirmation-consent', account },
  ];
  expect(exemptiblePayment(single)).toBe(single);
  expect(others.map(exemptiblePayment)).toEqual(others.map(() => undefined));
});

test('a payment whose payee did not match is not exempted: the payer sees the result before approving', () => {
  const checked = (payeeCheck: PayeeCheck): Order => ({
    kind: 'payment',
    id: 'p-1',
    product: 'sepa-credit-transfers',
    debtorAccount: { scheme: 'iban', id: 'NL91ABNA0417164300' },
    documentHash: '00',
    transfer: {
      amount: amount(100n),
      creditorName: 'Anna Schmitt',
      creditorAccount: { scheme: 'iban', id: 'DE89370400440532013000' },
      payeeCheck,
    },
  });
  expect(exemptiblePayment(checked({ outcome: 'match' }))).toBeDefined();
  for (const outcome of ['no-match', 'not-possible'] as const)
    expect(exemptiblePayment(checked({ outcome }))).toBeUndefined();
  expect(exemptiblePayment(checked({ outcome: 'close-match', holderName: 'Anna Schmidt' }))).toBeUndefined();
});
