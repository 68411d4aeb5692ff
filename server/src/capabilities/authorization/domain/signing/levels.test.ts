import { describe, expect, test } from 'vitest';
import {
  memberOf,
  membersOf,
  need,
  now,
  owner,
  rosterOf,
  ruleOf,
  signerOf,
} from '../../testing/signing-rule-steps.suite.ts';
import type { SigningOwner } from './facts.ts';
import { authorizationLevels, type LevelsQuery } from './levels.ts';
import type { SigningRule } from './rule.ts';

const a = 'customer-group:A';
const b = 'customer-group:B';
const roster = rosterOf(membersOf('A: a1 a2', 'B: b1'));
const firm: SigningOwner = { bankId: '01', owner, ownerKind: 'organization' };

/** Returns each element as `type level×count currency account`, level by level. */
function ask(query: LevelsQuery, rules: readonly SigningRule[], who: SigningOwner = firm): readonly string[] {
  const found = authorizationLevels(query, { owner: who, book: { rules, now, midRates: [] }, roster });
  return found.map(({ authorizationType, levels }) =>
    [
      authorizationType,
      ...levels.map(({ level, authorizationCount, currency, account }) =>
        `${level}x${authorizationCount} ${currency} ${account}`.trimEnd(),
      ),
    ].join(' | '),
  );
}

describe('authorization levels', () => {
  test('without rules there is one level and one signature of those with a mandate', () => {
    const found = authorizationLevels({}, { owner: firm, book: { rules: [], now, midRates: [] }, roster });
    expect(found).toStrictEqual([
      {
        authorizationType: 'N/A',
        enforceHierarchy: false,
        levels: [{ level: 1, authorizationCount: 1, currency: '', account: '', userIds: ['a1', 'a2', 'b1'] }],
      },
    ]);
    expect(ask({ currency: 'EUR', account: 'X', authorizationType: 'CONSENT' }, [])).toStrictEqual([
      'CONSENT | 1x1 EUR X',
    ]);
  });

  test('the alternative with the fewest signatures comes first, levels ascend, parallel groups share one', () => {
    const rule = ruleOf({
      alternatives: [
        [need(b, { level: 2 }), need(a, { required: 2 })],
        [need(a), need(b)],
      ],
    });
    expect(ask({ currency: 'EUR', authorizationType: 'PAYMENT' }, [rule])).toStrictEqual([
      'PAYMENT | 1x1 EUR | 1x1 EUR',
      'PAYMENT | 1x2 EUR | 2x1 EUR',
    ]);
  });

  test('an amount selects the band, including its fraction', () => {
    const rules = [
      ruleOf({ ruleId: 'low', band: { from: 0n, to: 1_000n } }),
      ruleOf({ ruleId: 'high', band: { from: 1_000n }, alternatives: [[need(a, { required: 2 })]] }),
    ];
    const query: LevelsQuery = { currency: 'EUR', authorizationType: 'PAYMENT' };
    expect(ask({ ...query, amount: '9.99' }, rules)).toStrictEqual(['PAYMENT | 1x1 EUR']);
    expect(ask({ ...query, amount: '10' }, rules)).toStrictEqual(['PAYMENT | 1x2 EUR']);
    expect(ask(query, rules)).toStrictEqual(['PAYMENT | 1x2 EUR']);
  });

  test('without a currency every currency of the rules is listed, an amount counting in each', () => {
    const rules = [
      ruleOf({ ruleId: 'eur' }),
      ruleOf({ ruleId: 'usd', currency: 'USD', alternatives: [[need(a, { required: 2 })]] }),
    ];
    expect(ask({ amount: '5', authorizationType: 'PAYMENT' }, rules)).toStrictEqual([
      'PAYMENT | 1x1 EUR',
      'PAYMENT | 1x2 USD',
    ]);
    const reference = ruleOf({ currency: '*', referenceCurrency: 'CHF' });
    expect(ask({ authorizationType: 'PAYMENT' }, [reference])).toStrictEqual(['PAYMENT | 1x1 CHF']);
  });

  test('one rule is listed once for each currency', () => {
    const rules = [
      ruleOf({ ruleId: 'star', currency: '*', referenceCurrency: 'CHF' }),
      ruleOf({
        ruleId: 'usd',
        currency: 'USD',
        transactionType: 'SLF',
        alternatives: [[need(a, { required: 2 })]],
      }),
    ];
    expect(ask({ authorizationType: 'PAYMENT', amount: '5' }, rules)).toStrictEqual([
      'PAYMENT | 1x1 CHF',
      'PAYMENT | 1x1 USD',
      'PAYMENT | 1x2 USD',
    ]);
    const elsewhere = [ruleOf(), ruleOf({ ruleId: 'other', account: 'ACC2', currency: 'USD' })];
    expect(ask({ authorizationType: 'PAYMENT', account: 'ACC1' }, elsewhere)).toStrictEqual([
      'PAYMENT | 1x1 EUR ACC1',
    ]);
  });

  test('without types, kinds or accounts, those of the rules are listed, each rule once', () => {
    const rules = [
      ruleOf({ ruleId: 'one' }),
      ruleOf({
        ruleId: 'two',
        resourceKind: 'consent',
        authorizationType: 'N/A',
        alternatives: [[need(a, { required: 2 })]],
      }),
      ruleOf({
        ruleId: 'three',
        resourceKind: '*',
        authorizationType: 'CANCELLATION',
        alternatives: [[need(a, { required: 3 })]],
      }),
      ruleOf({ ruleId: 'four', account: 'ACC9', alternatives: [[need(a, { required: 4 })]] }),
      ruleOf({ ruleId: 'five', transactionType: 'SLF', alternatives: [[need(a, { required: 5 })]] }),
    ];
    expect(ask({}, rules)).toStrictEqual([
      'PAYMENT | 1x1 EUR',
      'CONSENT | 1x2 EUR',
      'CANCELLATION | 1x3 EUR',
      'PAYMENT | 1x4 EUR ACC9',
      'PAYMENT | 1x5 EUR',
    ]);
    expect(ask({ authorizationType: 'N/A', transactionType: 'N/A' }, rules)).toStrictEqual(ask({}, rules));
    expect(
      ask({ transactionType: 'PMT', authorizationType: 'PAYMENT', account: 'ACC1' }, rules),
    ).toStrictEqual(['PAYMENT | 1x1 EUR ACC1']);
    expect(ask({ resourceKind: 'consent' }, rules)).toContain('CONSENT | 1x2 EUR');
  });

  test('rules of other banks and owners are not listed, mandatory ones join', () => {
    const otherRules = [
      ruleOf({ bankId: '02', alternatives: [[need(a, { required: 7 })]] }),
      ruleOf({ owner: '1', alternatives: [[need(a, { required: 8 })]] }),
      ruleOf({ account: 'ACC2', alternatives: [[need(a, { required: 9 })]] }),
    ];
    const bank = ruleOf({
      ruleId: 'm',
      owner: '*',
      isMandatory: true,
      alternatives: [[need('special-group:S')]],
    });
    const query: LevelsQuery = { authorizationType: 'PAYMENT', currency: 'EUR', account: 'ACC1' };
    // What no rule covers is signed under the strictest rule of the owner.
    expect(ask(query, otherRules)).toStrictEqual(['PAYMENT | 1x9 EUR ACC1']);
    expect(ask(query, otherRules.slice(0, 2))).toStrictEqual(['PAYMENT | 1x1 EUR ACC1']);
    expect(ask(query, [bank, ruleOf()])).toStrictEqual(['PAYMENT | 1x1 EUR ACC1 | 1x1 EUR ACC1']);
  });

  test('joint holders: all of them, or any one', () => {
    const joint = (signingMode: 'all' | 'any'): SigningOwner => ({
      ...firm,
      ownerKind: 'joint',
      joint: { holders: ['1', '2', '3'], signingMode },
    });
    expect(ask({ authorizationType: 'PAYMENT' }, [], joint('all'))).toStrictEqual(['PAYMENT | 1x3']);
    expect(new Set(ask({ authorizationType: 'PAYMENT' }, [], joint('any')))).toStrictEqual(
      new Set(['PAYMENT | 1x1']),
    );
  });

  test('only people who could sign now are named', () => {
    const people = rosterOf(
      [...membersOf('A: a1 gone shut'), memberOf('S', 'agent', { entityLevel: 'special-group' })],
      {
        signers: [
          signerOf('a1'),
          signerOf('gone', { mandates: [] }),
          signerOf('shut', { isActive: false }),
          signerOf('agent', { kind: 'agent', mandates: [] }),
        ],
      },
    );
    const rules = [ruleOf({ alternatives: [[need(a), need('special-group:S')]] })];
    const [found] = authorizationLevels(
      { authorizationType: 'PAYMENT' },
      { owner: firm, book: { rules, now, midRates: [] }, roster: people },
    );
    expect(found?.levels.map(({ userIds }) => userIds)).toStrictEqual([['a1'], ['agent']]);
  });
});
