import { describe, expect, test } from 'vitest';
import {
  factsFor,
  membersOf,
  need,
  now,
  owner,
  rosterOf,
  ruleOf,
} from '../../testing/signing-rule-steps.suite.ts';
import { checkRules } from './check-rules.ts';
import { effectiveRule, leavesGap } from './effective-rule.ts';
import { explainChoice } from './explain.ts';
import type { SigningRule } from './rule.ts';

const people = rosterOf(membersOf('A: a1 a2 a3', 'B: b1 b2'));

function errors(...rules: readonly SigningRule[]): readonly string[] {
  return checkRules(rules, { now, owners: [{ ownerKind: 'organization', roster: people }] })
    .filter(({ severity }) => severity === 'error')
    .map(({ code, path, ruleIds }) => `${code} ${ruleIds.join('+')} ${path}`);
}

describe('payments that rules leave out', () => {
  const account = ruleOf({ ruleId: 'account', account: 'ACC1' });
  const type = ruleOf({ ruleId: 'type', transactionType: 'RMT' });

  test.each<[string, readonly SigningRule[], readonly string[]]>([
    ['from other accounts', [account], ['payment-gap account account']],
    ['of other types', [type], ['payment-gap type transaction-type']],
    ['by two rules', [account, type], ['payment-gap account+type account']],
    [
      'below a window',
      [ruleOf({ withinDays: 7, band: { from: 5n } })],
      ['payment-gap rule transaction-type'],
    ],
  ])('are found: %s', (_what, rules, found) => {
    expect(errors(...rules)).toStrictEqual(found);
  });

  test.each<[string, readonly SigningRule[]]>([
    ['by a rule for every account', [account, ruleOf()]],
    [
      'by a rule for another kind of payment',
      [account, ruleOf({ ruleId: 'b', resourceKind: 'bulk-payment' })],
    ],
    ['by a rule of the bank', [account, ruleOf({ ruleId: 'bank', owner: '*' })]],
    ['by a window from zero on', [account, ruleOf({ ruleId: 'w', withinDays: 7 })]],
    [
      'as nothing is said about payments',
      [ruleOf({ resourceKind: 'consent', authorizationType: 'CONSENT', account: 'ACC1' })],
    ],
  ])('are none %s', (_what, rules) => {
    expect(errors(...rules)).toStrictEqual([]);
  });

  test('are signed under the strictest rule of the owner, and explained', () => {
    const strict = {
      ...account,
      ruleId: 'strict',
      alternatives: [[need('customer-group:A', { required: 2 })]],
    };
    const facts = factsFor({
      questions: [{ transactionType: 'PMT', account: 'ACC2', amounts: [{ minor: 1n, currency: 'EUR' }] }],
    });
    const book = { rules: [account, strict], now, midRates: [] };
    expect(leavesGap(facts, book)).toBe(true);
    expect(effectiveRule(facts, book).sources).toMatchObject([{ ruleId: 'strict' }]);
    expect(explainChoice(facts, book)[0]?.sentences).toStrictEqual([
      'Read: payment, PAYMENT, PMT, EUR 0.01, account ACC2.',
      'No rule covers this payment, so the strictest rule for payments of the owner applies.',
    ]);
    const known = { ...book, rules: [], allRules: book.rules };
    expect(effectiveRule(facts, known).sources).toMatchObject([{ ruleId: 'strict' }]);
    const consent = factsFor({
      resourceKind: 'consent',
      authorizationType: 'CONSENT',
      questions: facts.questions,
    });
    expect(leavesGap(consent, book)).toBe(false);
    expect(effectiveRule(consent, book).basis).toBe('last-resort');
  });
});

describe('a rule with a window', () => {
  const monthly = (from: bigint, to?: bigint) =>
    ruleOf({ ruleId: `w${from}`, withinDays: 30, band: to === undefined ? { from } : { from, to } });

  test('may begin at any amount, but has no hole above it', () => {
    expect(errors(ruleOf(), monthly(500n))).toStrictEqual([]);
    expect(errors(ruleOf(), monthly(500n, 600n))).toStrictEqual(['band-gap w500 amount-to']);
    expect(errors(ruleOf(), monthly(500n, 600n), monthly(700n))).toStrictEqual([
      'band-gap w500+w700 amount-from',
    ]);
  });

  test('joins the others, and is explained', () => {
    const facts = factsFor({
      basket: [{ account: 'ACC1', together: [{ minor: 400n, currency: 'EUR' }] }],
      questions: [
        {
          transactionType: 'PMT',
          account: 'ACC1',
          amounts: [{ minor: 300n, currency: 'EUR' }],
          together: [{ minor: 400n, currency: 'EUR' }],
        },
      ],
    });
    const book = {
      rules: [ruleOf(), { ...monthly(500n), alternatives: [[need('customer-group:B')]] }],
      now,
      midRates: [],
      released: (account: string, days: number) =>
        account === 'ACC1' && days === 30 ? [{ minor: 100n, currency: 'EUR' as const }] : [],
    };
    expect(effectiveRule(facts, book).alternatives).toStrictEqual([
      [need('customer-group:A'), need('customer-group:B')],
    ]);
    const [whole, alone] = explainChoice(facts, book);
    expect(whole?.sentences).toStrictEqual([
      'Read: payment, PAYMENT, PMT, EUR 3.00, counted together EUR 4.00, account ACC1.',
      `Rule rule version 1 of ${owner} governs.`,
      `Rule w500 version 1 of ${owner} joins: it counts what was released within 30 days.`,
    ]);
    expect(alone?.governing.map(({ ruleId }) => ruleId)).toStrictEqual(['rule']);
  });

  test('gives way to rules of the owner where it is a default of the bank', () => {
    const bank = { ...monthly(0n), owner: '*', alternatives: [[need('customer-group:B')]] };
    const sourcesWith = (...rules: readonly SigningRule[]) =>
      effectiveRule(factsFor(), { rules, now, midRates: [] }).sources.map(({ ruleId }) => ruleId);
    expect(sourcesWith(ruleOf(), bank)).toStrictEqual(['rule']);
    expect(sourcesWith(ruleOf({ owner: '*' }), bank)).toStrictEqual(['rule', 'w0']);
    expect(sourcesWith(bank)).toStrictEqual(['w0']);
  });
});

describe('a rule for one kind of payment', () => {
  const kinds = ['payment', 'bulk-payment', 'periodic-payment', 'signing-basket'] as const;
  const pairs = kinds.flatMap((named) => kinds.map((asked) => [named, asked] as const));

  test.each(pairs)('%s governs %s', (named, asked) => {
    const rules = [
      ruleOf({ resourceKind: named, alternatives: [[need('customer-group:A', { required: 2 })]] }),
    ];
    expect(effectiveRule(factsFor({ resourceKind: asked }), { rules, now, midRates: [] })).toMatchObject({
      basis: 'rule',
      alternatives: [[need('customer-group:A', { required: 2 })]],
    });
  });

  test('governs with those for other kinds, unless one names the kind or the bank says more', () => {
    const rule = (resourceKind: SigningRule['resourceKind'], more: Partial<SigningRule> = {}) =>
      ruleOf({ ruleId: resourceKind, resourceKind, ...more });
    const sourcesWith = (...rules: readonly SigningRule[]) =>
      effectiveRule(factsFor({ resourceKind: 'bulk-payment' }), { rules, now, midRates: [] }).sources.map(
        ({ ruleId }) => ruleId,
      );
    expect(sourcesWith(rule('periodic-payment'), rule('payment'), rule('*'))).toStrictEqual([
      'payment',
      'periodic-payment',
    ]);
    expect(sourcesWith(rule('payment'), rule('bulk-payment'))).toStrictEqual(['bulk-payment']);
    // The owner precedes the bank, whatever kind the bank names.
    expect(sourcesWith(rule('payment'), rule('bulk-payment', { owner: '*' }))).toStrictEqual(['payment']);
    const must = { owner: '*', isMandatory: true, alternatives: [[need('special-group:S')]] };
    expect(sourcesWith(rule('*'), rule('payment', must))).toStrictEqual(['*', 'payment']);
    const above = rule('bulk-payment', { ...must, band: { from: 90_000_000n } });
    expect(sourcesWith(rule('*'), rule('payment', must), above)).toStrictEqual(['*']);
  });
});
