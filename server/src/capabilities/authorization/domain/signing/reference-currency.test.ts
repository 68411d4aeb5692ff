import { describe, expect, it } from 'vitest';
import { factsFor, need, now, owner, ruleOf } from '../../testing/signing-rule-steps.suite.ts';
import type { RuleBook } from './choose-rules.ts';
import { effectiveRule } from './effective-rule.ts';
import { explainChoice } from './explain.ts';
import { authorizationLevels } from './levels.ts';
import type { SigningRule } from './rule.ts';

const small = ruleOf({ ruleId: 'small', band: { from: 0n, to: 1_000_000n } });
const large = ruleOf({
  ruleId: 'large',
  band: { from: 1_000_000n },
  alternatives: [[need('customer-group:A', { required: 2 })]],
});
const halfAnEuro = [{ from: 'USD', to: 'EUR', numerator: 1n, denominator: 2n }] as const;

function bookOf(rules: readonly SigningRule[], more: Partial<RuleBook> = {}): RuleBook {
  return { rules, now, midRates: halfAnEuro, referenceCurrency: 'EUR', ...more };
}

const dollars = (minor: bigint) =>
  factsFor({ questions: [{ transactionType: 'RMT', amounts: [{ minor, currency: 'USD' }] }] });

const governing = (minor: bigint, book: RuleBook): readonly string[] =>
  effectiveRule(dollars(minor), book).sources.map(({ ruleId }) => ruleId);

describe('a payment in a currency that no rule of the owner names', () => {
  it.each([
    [1_999_998n, 'small'],
    [1_999_999n, 'large'],
    [2_000_000n, 'large'],
  ])(
    'of %s cents is evaluated by the bands in the currency of the bank, at the mid rate',
    (minor, ruleId) => {
      expect(governing(minor, bookOf([small, large]))).toEqual([ruleId]);
    },
  );

  it('is evaluated by the strictest band where there is no rate', () => {
    expect(governing(1n, bookOf([small, large], { midRates: [] }))).toEqual(['large']);
  });

  it('is evaluated by a rule that names its currency, if there is one', () => {
    const exact = ruleOf({ ruleId: 'exact', currency: 'USD' });
    expect(governing(2_000_000n, bookOf([small, large, exact]))).toEqual(['exact']);
  });

  it('is evaluated by the own rules before a rule of the bank in its currency', () => {
    const bank = ruleOf({ ruleId: 'bank', owner: '*', currency: 'USD' });
    expect(governing(2_000_000n, bookOf([small, large, bank]))).toEqual(['large']);
  });

  it('cannot escape the mandatory rules of the bank', () => {
    const mandatory = ruleOf({
      ruleId: 'must',
      owner: '*',
      isMandatory: true,
      band: { from: 1_000_000n },
      alternatives: [[need('special-group:risk')]],
    });
    expect(governing(2_000_000n, bookOf([small, large, mandatory]))).toEqual(['large', 'must']);
    expect(governing(1_000_000n, bookOf([small, large, mandatory]))).toEqual(['small']);
  });

  it('is explained by the rule that applies', () => {
    const [choice] = explainChoice(dollars(2_000_000n), bookOf([small, large]));
    expect(choice?.governing[0]?.ruleId).toBe('large');
  });

  it('has the levels of the rule that applies', () => {
    const context = {
      owner: { bankId: '01', owner, ownerKind: 'organization' },
      book: bookOf([small, large]),
      roster: { owner, signers: [], memberships: [], absences: [] },
    } as const;
    const request = { currency: 'USD', amount: '20000', authorizationType: 'PAYMENT' } as const;
    expect(authorizationLevels(request, context).map(({ levels }) => levels[0]?.authorizationCount)).toEqual([
      2,
    ]);
  });
});
