import { describe, expect, test } from 'vitest';
import { type ExemptionFacts, type ExemptionRules, exemptionFor } from './exemptions.ts';

const allOn: ExemptionRules = {
  'low-value': { currency: 'EUR', amountMax: 3_000n, sumMax: 10_000n, countMax: 5 },
  recurring: true,
  'own-accounts': true,
  'trusted-beneficiary': true,
};

function facts(more: Partial<ExemptionFacts> = {}): ExemptionFacts {
  return {
    amount: { minor: 2_000n, currency: 'EUR' },
    isBetweenOwnAccounts: false,
    isRepeated: false,
    isTrustedBeneficiary: false,
    since: { count: 0, sum: 0n },
    ...more,
  };
}

describe('a payment is exempted', () => {
  test('never by a bank that uses no exemption', () => {
    const tempting = { isBetweenOwnAccounts: true, isRepeated: true, isTrustedBeneficiary: true };
    expect(exemptionFor({}, facts(tempting))).toBeUndefined();
  });

  test.each<[string, Partial<ExemptionFacts>, string | undefined]>([
    ['between own accounts', { isBetweenOwnAccounts: true }, 'own-accounts'],
    ['to a trusted payee', { isTrustedBeneficiary: true }, 'trusted-beneficiary'],
    ['as a later one of a series', { isRepeated: true }, 'recurring'],
    ['of exactly the limit', { amount: { minor: 3_000n, currency: 'EUR' } }, 'low-value'],
    ['not of a cent more', { amount: { minor: 3_001n, currency: 'EUR' } }, undefined],
    ['not in another currency', { amount: { minor: 1n, currency: 'USD' } }, undefined],
    ['as the fifth in a row', { since: { count: 4, sum: 0n } }, 'low-value'],
    ['not as the sixth', { since: { count: 5, sum: 0n } }, undefined],
    ['up to the sum', { since: { count: 1, sum: 8_000n } }, 'low-value'],
    ['not beyond the sum', { since: { count: 1, sum: 8_001n } }, undefined],
  ])('%s', (_, more, kind) => {
    expect(exemptionFor(allOn, facts(more))).toBe(kind);
  });
});
