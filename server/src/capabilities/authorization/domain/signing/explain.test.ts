import { describe, expect, test } from 'vitest';
import {
  collectionOf,
  effectiveOf,
  factsFor,
  membersOf,
  minute,
  momentOf,
  need,
  now,
  owner,
  rosterOf,
  ruleOf,
  signatureOf,
} from '../../testing/signing-rule-steps.suite.ts';
import { explainChoice, explainProgress, losersMax } from './explain.ts';
import type { SigningRule } from './rule.ts';

function explain(rules: readonly SigningRule[], facts = factsFor()) {
  return explainChoice(facts, { rules, now, midRates: [] });
}

describe('why a rule governs', () => {
  test('returns data and sentences', () => {
    const rules = [
      ruleOf({ ruleId: 'bank', owner: '*' }),
      ruleOf({ ruleId: 'own' }),
      ruleOf({ ruleId: 'm', owner: '*', isMandatory: true }),
      ruleOf({ ruleId: 'draft', status: 'draft' }),
      ruleOf({ ruleId: 'usd', currency: 'USD' }),
    ];
    const bank = { ruleId: 'bank', version: 1, owner: '*' };
    expect(explain(rules)).toStrictEqual([
      {
        question: {
          bankId: '01',
          owner,
          resourceKind: 'payment',
          authorizationType: 'PAYMENT',
          transactionType: 'PMT',
          account: 'ACC1',
          amount: { minor: 5_000_000n, currency: 'EUR' },
        },
        governing: [{ ruleId: 'own', version: 1, owner }],
        losers: [{ ...bank, lostBy: 'owner' }],
        mandatory: [{ ruleId: 'm', version: 1, owner: '*' }],
        sentences: [
          'Read: payment, PAYMENT, PMT, EUR 50000.00, account ACC1.',
          'Rule own version 1 of 1000000048 governs.',
          'Rule bank version 1 of the bank lost: the winner belongs to the owner, not to the bank.',
          'Rule m version 1 of the bank is mandatory and joins every alternative.',
        ],
      },
    ]);
  });

  test('explains a payload that no rule matches', () => {
    const facts = factsFor({ questions: [{ transactionType: 'N/A', amounts: [] }] });
    const [found] = explain([], facts);
    expect(found?.governing).toStrictEqual([]);
    expect(found?.sentences).toStrictEqual([
      'Read: payment, PAYMENT, N/A, no amount, account not named.',
      'No rule matches, so the default applies.',
    ]);
  });

  test.each<[Partial<SigningRule>, string]>([
    [{ resourceKind: '*' }, 'resourceKind'],
    [{ account: '*' }, 'account'],
    [{ authorizationType: 'N/A' }, 'authorizationType'],
    [{ transactionType: 'N/A' }, 'transactionType'],
    [{ currency: '*', referenceCurrency: 'EUR' }, 'currency'],
    [{ validFrom: minute(1) }, 'strictness-or-amount-from-or-version'],
  ])('names the most important difference: %j', (more, lostBy) => {
    const close = ruleOf({ ruleId: 'a', account: 'ACC1', transactionType: 'PMT', version: 2 });
    const [found] = explain([{ ...close, ...more, ruleId: 'b', version: 1 }, close]);
    expect(found?.losers.map((loser) => loser.lostBy)).toStrictEqual([lostBy]);
  });

  test('names a missing rate', () => {
    const star = (ruleId: string, referenceCurrency: 'EUR' | 'JPY') =>
      ruleOf({ ruleId, currency: '*', referenceCurrency });
    const [found] = explain([star('eur', 'EUR'), star('jpy', 'JPY')]);
    expect([found?.governing[0]?.ruleId, found?.losers[0]?.lostBy]).toStrictEqual([
      'jpy',
      'unconverted-amount',
    ]);
  });

  test('lists losing rules up to the limit, the closest first, for every amount', () => {
    const rules = Array.from({ length: 30 }, (_, index) => ruleOf({ ruleId: `r${index + 10}` }));
    const amounts = [1n, 2n].map((minor) => ({ minor, currency: 'EUR' as const }));
    const found = explain(rules, factsFor({ questions: [{ transactionType: 'PMT', amounts }] }));
    expect(found.map(({ losers }) => losers.length)).toStrictEqual([losersMax, losersMax]);
    expect([found[0]?.governing[0]?.ruleId, found[0]?.losers[0]?.ruleId]).toStrictEqual(['r10', 'r11']);
  });
});

describe('what is missing', () => {
  const roster = rosterOf(membersOf('A: a1 a2', 'B: b1'));
  const rule = effectiveOf({
    alternatives: [
      [need('customer-group:A', { required: 2 })],
      [need('customer-group:A'), need('customer-group:B', { level: 2 })],
      [],
    ],
  });

  test('is explained for each alternative, with the users who may sign next', () => {
    const found = explainProgress(rule, collectionOf([signatureOf('a1', 1)]), momentOf(roster));
    expect(
      found.map(({ alternative, maySign, sentence }) => ({ alternative, maySign, sentence })),
    ).toStrictEqual([
      { alternative: 2, maySign: [], sentence: 'Alternative 3 has no requirement and cannot be fulfilled.' },
      { alternative: 0, maySign: ['a2'], sentence: 'Alternative 1 lacks 1 of customer-group:A at level 1.' },
      { alternative: 1, maySign: ['b1'], sentence: 'Alternative 2 lacks 1 of customer-group:B at level 2.' },
    ]);
  });

  test('is empty once fulfilled, and lists several entities where several are missing', () => {
    const done = collectionOf([signatureOf('a1', 1), signatureOf('a2', 2)]);
    expect(explainProgress(rule, done, momentOf(roster))[0]).toMatchObject({
      success: true,
      maySign: [],
      sentence: 'Alternative 1 is fulfilled.',
    });
    const sentences = explainProgress(rule, collectionOf(), momentOf(roster)).map(({ sentence }) => sentence);
    expect(sentences).toContain(
      'Alternative 2 lacks 1 of customer-group:A at level 1, 1 of customer-group:B at level 2.',
    );
  });
});
