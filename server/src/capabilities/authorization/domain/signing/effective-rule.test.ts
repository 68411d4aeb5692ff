import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { factsFor, minute, need, now, owner, ruleOf } from '../../testing/signing-rule-steps.suite.ts';
import { effectiveRule } from './effective-rule.ts';
import type { SigningFacts, SigningQuestion } from './facts.ts';
import { mergedAlternativesMax } from './merge-rules.ts';
import { convert, type MidRates } from './mid-rates.ts';
import { entityText, type SigningRule } from './rule.ts';

const rates: MidRates = [{ from: 'USD', to: 'EUR', numerator: 9n, denominator: 10n }];

function chosen(rules: readonly SigningRule[], facts: SigningFacts = factsFor(), midRates: MidRates = rates) {
  // The result does not depend on the order of the rules.
  const responses = [rules, rules.toReversed()].map((list) =>
    effectiveRule(facts, { rules: list, now, midRates }).sources.map(
      ({ ruleId, version }) => `${ruleId}/${version}`,
    ),
  );
  expect(responses[0]?.toSorted()).toStrictEqual(responses[1]?.toSorted());
  return responses[0];
}

function asking(...questions: readonly Partial<SigningQuestion>[]): SigningFacts {
  return factsFor({
    questions: questions.map((question) => ({ transactionType: 'PMT', amounts: [], ...question })),
  });
}

const any = ruleOf({
  ruleId: 'any',
  owner: '*',
  resourceKind: '*',
  authorizationType: 'N/A',
  currency: '*',
  referenceCurrency: 'EUR',
});

describe('the most specific rule', () => {
  const steps: readonly (readonly [string, Partial<SigningRule>])[] = [
    ['owner', { owner }],
    ['kind', { resourceKind: 'payment' }],
    ['account', { account: 'ACC1' }],
    ['authorization', { authorizationType: 'PAYMENT' }],
    ['transaction', { transactionType: 'PMT' }],
    ['currency', { currency: 'EUR' }],
    ['from', { band: { from: 1n } }],
    ['version', { version: 2 }],
  ];
  const bare = ({ referenceCurrency: _none, ...rule }: SigningRule): SigningRule => rule;
  const with_ = (ruleId: string, more: Partial<SigningRule>): SigningRule => {
    const rule = { ...any, ...more, ruleId };
    return rule.currency === '*' ? rule : bare(rule);
  };

  test.each(steps.map(([name], index) => [name, index] as const))(
    'naming the %s precedes all less important facts together',
    (_name, index) => {
      const [name = '', more = {}] = steps[index] ?? [];
      const below = Object.assign({}, ...steps.slice(index + 1).map(([, part]) => part));
      const upper = with_(name, more);
      const lower = with_('below', below);
      expect(chosen([upper, lower])).toStrictEqual([`${name}/${upper.version}`]);
    },
  );

  test('a draw goes to the smaller id', () => {
    expect(chosen([ruleOf({ ruleId: 'b' }), ruleOf({ ruleId: 'a' })])).toStrictEqual(['a/1']);
  });

  test.each<[string, Partial<SigningRule>]>([
    ['of another bank', { bankId: '02' }],
    ['of another owner', { owner: '1' }],
    ['of another kind', { resourceKind: 'consent' }],
    ['of another account', { account: 'ACC2' }],
    ['of another authorization-type', { authorizationType: 'CONSENT' }],
    ['of another transaction-type', { transactionType: 'SLF' }],
    ['of another currency', { currency: 'USD' }],
    ['with a band below', { band: { from: 0n, to: 5_000_000n } }],
    ['with a band above', { band: { from: 5_000_001n } }],
    ['that is a draft', { status: 'draft' }],
    ['that is retired', { status: 'retired' }],
    ['that begins later', { validFrom: minute(1_001) }],
    ['that ends now', { validUntil: minute(1_000) }],
  ])('is not one %s', (_what, more) => {
    // A rule of the owner would be the strictest for a payment that no rule covers.
    expect(chosen([ruleOf({ owner: '*', ...more })])).toStrictEqual([]);
  });

  test.each<[string, Partial<SigningRule>]>([
    ['that begins now', { validFrom: minute(1_000) }],
    ['that ends later', { validUntil: minute(1_001) }],
    ['with a band from this amount', { band: { from: 5_000_000n } }],
    ['with a band to the next cent', { band: { from: 0n, to: 5_000_001n } }],
  ])('may be one %s', (_what, more) => {
    expect(chosen([ruleOf(more)])).toStrictEqual(['rule/1']);
  });

  test('an account rule does not match a resource without account', () => {
    expect(chosen([ruleOf({ owner: '*', account: 'ACC1' })], asking({}))).toStrictEqual([]);
  });
});

describe('without rules', () => {
  test.each(['person', 'organization', 'joint'] as const)(
    'one signature of the customer: %s',
    (ownerKind) => {
      expect(effectiveRule(factsFor({ ownerKind }), { rules: [], now, midRates: [] })).toStrictEqual({
        sources: [],
        basis: 'last-resort',
        enforceHierarchy: false,
        initiatorMaySign: true,
        alternatives: [[need(`customer:${owner}`)]],
      });
      const nothing = effectiveRule(factsFor({ questions: [] }), { rules: [any], now, midRates: [] });
      expect(nothing.basis).toBe('last-resort');
    },
  );

  test('joint holders sign as agreed, unless they have their own rule', () => {
    const entities = (
      signingMode: 'all' | 'any',
      holders: readonly string[],
      rules: readonly SigningRule[],
    ) =>
      effectiveRule(factsFor({ ownerKind: 'joint', joint: { holders, signingMode } }), {
        rules,
        now,
        midRates: [],
      }).alternatives.map((way) => way.map(entityText));
    expect(entities('all', ['1', '2'], [any])).toStrictEqual([['customer:1', 'customer:2']]);
    expect(entities('any', ['1', '2'], [])).toStrictEqual([['customer:1'], ['customer:2']]);
    expect(entities('all', ['1', '2'], [ruleOf()])).toStrictEqual([['customer-group:A']]);
    const facts = factsFor({ ownerKind: 'joint', joint: { holders: ['1', '2'], signingMode: 'all' } });
    const joint = effectiveRule(facts, { rules: [], now, midRates: [] });
    expect([joint.basis, joint.initiatorMaySign, joint.enforceHierarchy]).toStrictEqual([
      'joint-holding',
      true,
      false,
    ]);
    expect(entities('all', [], [])).toStrictEqual([[`customer:${owner}`]]);
  });
});

describe('the initiator may sign', () => {
  const may = (ownerKind: 'person' | 'organization', ...rules: readonly SigningRule[]) =>
    effectiveRule(factsFor({ ownerKind }), { rules, now, midRates: [] }).initiatorMaySign;
  const mandatory = ruleOf({ ruleId: 'm', owner: '*', isMandatory: true });

  test('by default if the owner is no organization, else as the rule says', () => {
    expect([may('person', ruleOf()), may('organization', ruleOf())]).toStrictEqual([true, false]);
    expect(may('person', ruleOf({ initiatorMaySign: false }))).toBe(false);
    expect(may('organization', ruleOf({ initiatorMaySign: true }))).toBe(true);
  });

  test('unless a mandatory rule says no', () => {
    expect(may('person', ruleOf(), mandatory)).toBe(true);
    expect(may('person', ruleOf(), { ...mandatory, initiatorMaySign: false })).toBe(false);
  });
});

describe('mandatory rules', () => {
  const mandatory = (ruleId: string, more: Partial<SigningRule>) =>
    ruleOf({ ruleId, owner: '*', isMandatory: true, ...more });
  const effect = (...rules: readonly SigningRule[]) =>
    effectiveRule(factsFor(), { rules, now, midRates: [] });

  test('join every alternative, per entity with the larger count', () => {
    const own = ruleOf({
      alternatives: [
        [need('customer-group:A', { required: 2, level: 2 }), need('customer-group:B')],
        [need('customer-group:B')],
      ],
    });
    const bank = mandatory('m', {
      enforceHierarchy: true,
      alternatives: [
        [need('special-group:S'), need('customer-group:B', { required: 3, distinctGroup: true })],
      ],
    });
    const rule = effect(own, bank);
    expect(rule.alternatives).toStrictEqual([
      [
        need('customer-group:A', { required: 2, level: 2 }),
        need('customer-group:B', { required: 3, distinctGroup: true }),
        need('special-group:S'),
      ],
      [need('customer-group:B', { required: 3, distinctGroup: true }), need('special-group:S')],
    ]);
    expect([rule.enforceHierarchy, rule.sources.map(({ role }) => role)]).toStrictEqual([
      true,
      ['governing', 'mandatory'],
    ]);
    expect(effect(own).enforceHierarchy).toBe(false);
  });

  test('a larger count of the owner stays, as does the group restriction', () => {
    const own = ruleOf({ alternatives: [[need('customer-group:A', { required: 2, distinctGroup: true })]] });
    expect(effect(own, mandatory('m', {})).alternatives).toStrictEqual(own.alternatives);
  });

  test('never apply alone', () => {
    expect(effect(mandatory('m', {})).alternatives).toStrictEqual([
      [need(`customer:${owner}`), need('customer-group:A')],
    ]);
  });

  test('the shorter collection-validity holds', () => {
    const hours = (count: number) => ({ collectionValidity: Temporal.Duration.from({ hours: count }) });
    const validity = (...rules: readonly SigningRule[]) => effect(...rules).collectionValidity?.toString();
    expect(
      validity(ruleOf(hours(25)), mandatory('m', { collectionValidity: Temporal.Duration.from('P1D') })),
    ).toBe('P1D');
    expect(validity(ruleOf(hours(2)), mandatory('m', hours(3)))).toBe('PT2H');
    expect(validity(ruleOf(hours(2)), mandatory('m', {}))).toBe('PT2H');
    expect(validity(ruleOf(), mandatory('m', hours(3)))).toBe('PT3H');
    expect('collectionValidity' in effect(ruleOf(), mandatory('m', {}))).toBe(false);
  });

  test('too many alternatives are cut on the strict side', () => {
    const ways = (count: number, prefix: string) =>
      Array.from({ length: count }, (_, index) => [need(`user-id:${prefix}${index}`)]);
    expect(
      effect(ruleOf({ alternatives: ways(8, 'u') }), mandatory('m', { alternatives: ways(8, 'v') }))
        .alternatives,
    ).toHaveLength(mergedAlternativesMax);
    const cut = effect(
      ruleOf({ alternatives: ways(13, 'u') }),
      mandatory('m', { alternatives: ways(5, 'v') }),
    );
    expect(cut.alternatives).toHaveLength(13);
    expect(cut.alternatives.every((way) => way.some(({ entityId }) => entityId === 'v0'))).toBe(true);
  });
});

describe('amounts', () => {
  const low = ruleOf({ ruleId: 'low', band: { from: 0n, to: 1_000n } });
  const strict = ruleOf({
    ruleId: 'strict',
    band: { from: 1_000n, to: 2_000n },
    alternatives: [[need('customer-group:A', { required: 2 })]],
  });
  const lax = ruleOf({ ruleId: 'lax', band: { from: 2_000n } });
  const euro = (minor: bigint) => ({ minor, currency: 'EUR' as const });

  test('of several amounts the first decides, and a stricter band of another one joins', () => {
    const rules = [low, strict, lax];
    expect(chosen(rules, asking({ amounts: [euro(2_500n), euro(1_500n)] }))).toStrictEqual([
      'lax/1',
      'strict/1',
    ]);
    expect(chosen(rules, asking({ amounts: [euro(1_500n), euro(2_500n)] }))).toStrictEqual(['strict/1']);
    expect(chosen(rules, asking({ amounts: [euro(2_500n), euro(500n)] }))).toStrictEqual(['lax/1']);
  });

  test('without an amount the strictest band wins, whatever its currency', () => {
    expect(chosen([low, strict, lax], asking({}))).toStrictEqual(['strict/1']);
    const dollars = { ...strict, ruleId: 'usd', currency: 'USD' as const };
    const every = { ...any, owner, resourceKind: 'payment' as const, authorizationType: 'PAYMENT' as const };
    expect(chosen([low, dollars], asking({}))).toStrictEqual(['usd/1']);
    expect(chosen([low, { ...every, alternatives: strict.alternatives }], asking({}))).toStrictEqual([
      'any/1',
    ]);
  });

  test('of equally many signatures those on more levels are stricter', () => {
    const levels = {
      ...low,
      ruleId: 'levels',
      alternatives: [[need('customer-group:A'), need('customer-group:B', { level: 2 })]],
    };
    expect(chosen([strict, levels], asking({}))).toStrictEqual(['levels/1']);
  });

  test('a rule is as strict as its easiest alternative', () => {
    const easy = {
      ...strict,
      ruleId: 'easy',
      alternatives: [...strict.alternatives, [need('customer-group:B')]],
    };
    expect(chosen([easy, { ...low, ruleId: 'zz', band: { from: 9n } }, lax], asking({}))).toStrictEqual([
      'lax/1',
    ]);
  });

  test('the rules of two accounts must both be fulfilled, a rule for both only once', () => {
    const first = ruleOf({ ruleId: 'first', account: 'ACC1' });
    const second = ruleOf({ ruleId: 'second', account: 'ACC2', alternatives: [[need('customer-group:B')]] });
    const facts = asking({ account: 'ACC1', amounts: [euro(1n)] }, { account: 'ACC2', amounts: [euro(1n)] });
    const rule = effectiveRule(facts, { rules: [first, second], now, midRates: [] });
    expect(rule.alternatives).toStrictEqual([[need('customer-group:A'), need('customer-group:B')]]);
    const ways = ruleOf({ alternatives: [[need('customer-group:A')], [need('customer-group:B')]] });
    const bank = ruleOf({ ruleId: 'm', owner: '*', isMandatory: true });
    const same = effectiveRule(facts, { rules: [ways, bank], now, midRates: [] });
    expect(same.alternatives).toHaveLength(2);
    const shared = effectiveRule(facts, { rules: [first, second, bank], now, midRates: [] });
    expect(shared.sources.map(({ ruleId }) => ruleId)).toStrictEqual(['first', 'm', 'second']);
  });

  const band = (ruleId: string, from: bigint, to: bigint) =>
    ruleOf({ ruleId, currency: '*', referenceCurrency: 'EUR', band: { from, to } });
  const dollars = asking({ amounts: [{ minor: 1_111n, currency: 'USD' }] });

  test('a currency without band is converted and rounded up', () => {
    // 11.11 dollars are 9.999 euros.
    expect(chosen([band('below', 0n, 1_000n), band('above', 1_000n, 2_000n)], dollars)).toStrictEqual([
      'above/1',
    ]);
  });

  test('a converted amount falls into its own band, not the highest', () => {
    const less = asking({ amounts: [{ minor: 1_110n, currency: 'USD' }] });
    expect(chosen([band('below', 0n, 1_000n), band('above', 1_000n, 2_000n)], less)).toStrictEqual([
      'below/1',
    ]);
  });

  test('without a rate every band matches and the strictest wins, before one that could be converted', () => {
    const hard = { ...band('hard', 0n, 10n), alternatives: strict.alternatives };
    expect(chosen([band('below', 0n, 1_000n), hard], dollars, [])).toStrictEqual(['hard/1']);
    const yen = { ...band('yen', 5_000n, 6_000n), referenceCurrency: 'JPY' as const };
    expect(chosen([band('above', 1_000n, 2_000n), yen], dollars)).toStrictEqual(['yen/1']);
  });
});

describe('a mid rate', () => {
  const usd = (minor: bigint) => ({ minor, currency: 'USD' as const });

  test.each<[bigint, MidRates, 'EUR' | 'JPY' | 'USD', bigint | undefined]>([
    [1_000n, rates, 'EUR', 900n],
    [1_001n, rates, 'EUR', 901n],
    [0n, rates, 'EUR', 0n],
    [7n, [], 'USD', 7n],
    [7n, rates, 'JPY', undefined],
    [101n, [{ from: 'USD', to: 'JPY', numerator: 150n, denominator: 1n }], 'JPY', 152n],
    [900n, [{ from: 'EUR', to: 'USD', numerator: 9n, denominator: 10n }], 'EUR', 1_000n],
    [900n, [{ from: 'USD', to: 'EUR', numerator: 0n, denominator: 1n }], 'EUR', undefined],
    [900n, [{ from: 'USD', to: 'EUR', numerator: 1n, denominator: 0n }], 'EUR', undefined],
    [900n, [{ from: 'JPY', to: 'EUR', numerator: 1n, denominator: 1n }], 'EUR', undefined],
    [900n, [{ from: 'EUR', to: 'JPY', numerator: 1n, denominator: 1n }], 'EUR', undefined],
  ])('turns %s cents by its list of rates', (minor, midRates, to, after) => {
    expect(convert(usd(minor), to, midRates)).toStrictEqual(
      after === undefined ? undefined : { minor: after, currency: to },
    );
  });

  test('from a currency without minor unit', () => {
    const yen: MidRates = [{ from: 'JPY', to: 'EUR', numerator: 1n, denominator: 160n }];
    expect(convert({ minor: 16_000n, currency: 'JPY' }, 'EUR', yen)).toStrictEqual({
      minor: 10_000n,
      currency: 'EUR',
    });
  });
});
