import { describe, expect, test } from 'vitest';
import {
  absenceOf,
  mandateOf,
  memberOf,
  membersOf,
  minute,
  need,
  now,
  owner,
  rosterOf,
  ruleOf,
  signerOf,
} from '../../testing/signing-rule-steps.suite.ts';
import { checkRules, type OwnerRoster } from './check-rules.ts';
import { isReachable } from './quorum.ts';
import { indexRoster, type Roster } from './roster.ts';
import type { SigningRule } from './rule.ts';

const a = 'customer-group:A';
const b = 'customer-group:B';
const people = rosterOf(membersOf('A: a1 a2 a3', 'B: b1 b2'));

function findings(rules: readonly SigningRule[], owners: readonly OwnerRoster[] = []): readonly string[] {
  return checkRules(rules, { now, owners }).map(
    ({ severity, code, ruleIds, path }) => `${severity} ${code} ${ruleIds.join('+')} ${path}`,
  );
}

const against = (
  rules: readonly SigningRule[],
  roster: Roster = people,
  ownerKind: OwnerRoster['ownerKind'] = 'organization',
) => findings(rules, [{ ownerKind, roster }]);

const band = (ruleId: string, from: bigint, to?: bigint, more: Partial<SigningRule> = {}) =>
  ruleOf({ ruleId, band: to === undefined ? { from } : { from, to }, ...more });

describe('bands', () => {
  test('that cover every amount once have no findings, in any order', () => {
    expect(findings([band('c', 200n), band('a', 0n, 100n), band('b', 100n, 200n)])).toStrictEqual([]);
  });

  test.each<[string, readonly SigningRule[], readonly string[]]>([
    ['a hole at the beginning', [band('a', 1n)], ['error band-gap a amount-from']],
    ['a hole in the middle', [band('a', 0n, 10n), band('b', 11n)], ['error band-gap a+b amount-from']],
    ['a hole at the end', [band('a', 0n, 10n)], ['error band-gap a amount-to']],
    ['an overlap', [band('a', 0n, 10n), band('b', 9n)], ['error band-overlap a+b amount-from']],
    ['an overlap with an open band', [band('a', 0n), band('b', 10n)], ['error band-overlap a+b amount-from']],
    [
      'an overlap with one before the last',
      [band('a', 0n, 100n), band('b', 10n, 20n), band('c', 50n)],
      ['error band-overlap a+b amount-from', 'error band-overlap b+c amount-from'],
    ],
  ])('%s is found', (_what, rules, found) => {
    expect(findings(rules)).toStrictEqual(found);
  });

  test('of different facts do not conflict', () => {
    const others: readonly Partial<SigningRule>[] = [
      { bankId: '02' },
      { owner: '1' },
      { resourceKind: 'bulk-payment' },
      { authorizationType: 'N/A' },
      { transactionType: 'SLF' },
      { account: 'ACC1' },
      { currency: 'USD' },
      { currency: '*', referenceCurrency: 'EUR' },
      { currency: '*', referenceCurrency: 'USD' },
    ];
    expect(
      findings([ruleOf(), ...others.map((more, index) => ruleOf({ ruleId: `r${index}`, ...more }))]),
    ).toStrictEqual([]);
  });

  test('of mandatory rules may start and end anywhere, but not overlap', () => {
    const bank = { owner: '*', isMandatory: true };
    expect(findings([band('m', 100n, 200n, bank)])).toStrictEqual([]);
    expect(findings([band('m', 100n, 200n, bank), band('n', 150n, 300n, bank)])).toStrictEqual([
      'error band-overlap m+n amount-from',
    ]);
  });

  test('are described in the currency of the rule', () => {
    const message = (rule: SigningRule) => checkRules([rule], { now, owners: [] }).at(-1)?.message;
    expect(message(band('a', 100n))).toBe('No rule covers EUR 0.00 up to EUR 1.00.');
    expect(message(band('a', 0n, 100n, { currency: '*', referenceCurrency: 'JPY' }))).toBe(
      'No rule covers JPY 100 and more.',
    );
    expect(message(band('a', 0n, 100n, { currency: '*' }))).toBe('No rule covers 100 and more.');
  });
});

describe('dead rules', () => {
  test.each<[string, readonly SigningRule[], readonly string[]]>([
    [
      'the older of two that say the same',
      [ruleOf({ ruleId: 'a' }), ruleOf({ ruleId: 'b', version: 2 })],
      ['error duplicate-rule a+b amount-from'],
    ],
    [
      'the later id of two equals',
      [ruleOf({ ruleId: 'b' }), ruleOf({ ruleId: 'a' })],
      ['error duplicate-rule b+a amount-from'],
    ],
    [
      'one that another wins over everywhere',
      [ruleOf({ ruleId: 'a', alternatives: [[need(b)]] }), ruleOf({ ruleId: 'b', version: 2 })],
      ['error shadowed a+b amount-from'],
    ],
    [
      'one with a narrower band',
      [band('b', 0n, 10n, { alternatives: [[need(b)]] }), ruleOf({ ruleId: 'a' })],
      ['error shadowed b+a amount-from'],
    ],
    [
      'one with a narrower band of the same demand',
      [band('b', 0n, 10n), band('a', 0n, 20n), band('c', 20n)],
      ['error shadowed b+a amount-from'],
    ],
    [
      'not one with a wider band',
      [ruleOf({ ruleId: 'b' }), band('a', 0n, 10n)],
      ['error band-overlap b+a amount-from'],
    ],
    ['one whose time is over', [ruleOf({ validUntil: now })], ['error validity-over rule valid-until']],
    ['not one whose time ends later', [ruleOf({ validUntil: minute(1_001) })], []],
    [
      'the same version twice',
      [ruleOf(), ruleOf()],
      ['error duplicate-version rule version', 'error band-overlap rule+rule amount-from'],
    ],
    [
      'two versions',
      [band('a', 0n, 10n), band('a', 10n, undefined, { version: 2 })],
      ['error two-versions a version'],
    ],
  ])('%s', (_what, rules, found) => {
    expect(findings(rules)).toStrictEqual(found);
  });

  test.each<[Partial<SigningRule>, boolean]>([
    [{ authorizationType: 'CONSENT' }, false],
    [{ resourceKind: 'consent', authorizationType: 'N/A', transactionType: 'PMT' }, false],
    [{ resourceKind: '*', authorizationType: 'CONSENT', transactionType: 'PMT' }, false],
    [{ resourceKind: '*', authorizationType: 'CONSENT' }, true],
    [{ resourceKind: '*', authorizationType: 'PAYMENT', transactionType: 'PMT' }, true],
    [{ resourceKind: 'consent', authorizationType: 'N/A' }, true],
    [
      { resourceKind: 'payment-cancellation', authorizationType: 'CANCELLATION', transactionType: 'SLF' },
      true,
    ],
  ])('a rule of types its kind never has: %j', (more, canMatch) => {
    expect(findings([ruleOf(more)])).toStrictEqual(
      canMatch ? [] : ['error never-matches rule resource-kind'],
    );
  });
});

describe('the shape of a rule', () => {
  test.each<[Partial<SigningRule>, readonly string[]]>([
    [{ isMandatory: true }, ['error mandatory-of-owner rule mandatory']],
    [{ currency: '*' }, ['error reference-currency rule reference-currency']],
    [{ referenceCurrency: 'EUR' }, ['error reference-currency rule reference-currency']],
    [{ alternatives: [] }, ['error nothing-required rule alternatives']],
    [{ alternatives: [[]] }, ['error nothing-required rule alternatives/0']],
    [
      { alternatives: [[need(a), need(b, { required: 0 })]] },
      ['error nothing-required rule alternatives/0/1/required'],
    ],
    [
      { alternatives: [[need(a, { required: 1.5 })]] },
      ['error nothing-required rule alternatives/0/0/required'],
    ],
    [{ alternatives: [[need(a)], [need(a, { level: 2 })]] }, ['error level-hole rule alternatives/1']],
    [{ alternatives: [[need(a), need(b, { level: 3 })]] }, ['error level-hole rule alternatives/0']],
    [{ alternatives: [[need(a, { level: 0 })]] }, ['error level-hole rule alternatives/0']],
    [{ alternatives: [[need(a, { level: 0.5 })]] }, ['error level-hole rule alternatives/0']],
    [{ alternatives: [[need(a, { level: 2 }), need(b)]] }, []],
  ])('%#', (more, found) => {
    expect(findings([ruleOf(more)])).toStrictEqual(found);
  });
});

describe('people', () => {
  const wanting = (...needs: readonly ReturnType<typeof need>[]) => ruleOf({ alternatives: [needs] });

  test('who suffice cause no finding', () => {
    expect(against([wanting(need(a, { required: 2 }), need(b))])).toStrictEqual([]);
  });

  test.each(['customer-group:Z', 'special-group:A', 'user-id:z', 'user-name:a1', 'customer:1'])(
    '%s is reported',
    (entity) => {
      expect(against([wanting(need(a), need(entity))])).toStrictEqual([
        'error unknown-entity rule alternatives/0/1/entity-id',
      ]);
    },
  );

  test('all existing people are known', () => {
    const agent = rosterOf([...people.memberships, memberOf('S', 'b1', { entityLevel: 'special-group' })]);
    const needs = ['user-id:a1', 'user-name:name-a2', `customer:${owner}`, 'special-group:S', a];
    expect(against([wanting(...needs.map((entity) => need(entity)))], agent, 'person')).toStrictEqual([]);
  });

  test('too few are reported, for the rule and for an alternative', () => {
    expect(against([wanting(need(a, { required: 4 }))])).toStrictEqual([
      'error unreachable-quorum rule alternatives',
    ]);
    const rule = ruleOf({ alternatives: [[need(a, { required: 4 })], [need(a, { required: 2 })]] });
    expect(against([rule])).toStrictEqual(['warning unreachable-alternative rule alternatives/0']);
  });

  test('too few without the initiator are reported where initiators are barred', () => {
    const rule = wanting(need(b, { required: 2 }));
    expect(against([rule])).toStrictEqual(['warning quorum-needs-initiator rule initiator-may-sign']);
    const way = { ...rule, alternatives: [...rule.alternatives, [need(a, { required: 2 })]] };
    expect(against([way])).toStrictEqual([]);
    expect(against([rule], people, 'person')).toStrictEqual([]);
    expect(against([{ ...rule, initiatorMaySign: true }])).toStrictEqual([]);
    expect(against([{ ...rule, initiatorMaySign: false }], people, 'joint')).toHaveLength(1);
  });

  test('absent people are reported, unless a delegate stands in', () => {
    const rule = wanting(need(b, { required: 2 }));
    const without = (delegateId: string) => ({ ...people, absences: [absenceOf('b1', delegateId)] });
    expect(against([rule], without('unknown'), 'person')).toStrictEqual([
      'warning quorum-needs-absentee rule alternatives',
    ]);
    expect(against([rule], without('a1'), 'person')).toStrictEqual([]);
    expect(against([rule], without('b2'), 'person')).toHaveLength(1);
  });

  test('a single signer is reported where other alternatives need two', () => {
    const rule = ruleOf({ alternatives: [[need(a, { required: 2 })], [need(b)]] });
    expect(against([rule])).toStrictEqual(['warning one-person-suffices rule alternatives/1']);
    expect(against([rule], people, 'person')).toStrictEqual([
      'error one-person-suffices rule alternatives/1',
    ]);
    expect(against([ruleOf({ alternatives: [[need(a)], [need(b)]] })])).toStrictEqual([]);
  });

  test('an initiator who may release alone what another rule bars is reported', () => {
    const barred = band('a', 0n, 10n);
    const open = band('b', 10n, undefined, { initiatorMaySign: true });
    expect(against([barred, open])).toStrictEqual(['warning initiator-alone b+a initiator-may-sign']);
    expect(against([barred, { ...open, alternatives: [[need(a, { required: 2 })]] }])).toStrictEqual([]);
    expect(against([open, { ...barred, initiatorMaySign: true }])).toStrictEqual([]);
  });

  test('rules of the bank and of other owners are not checked against them', () => {
    const rules = [ruleOf({ ruleId: 'x', owner: '*', alternatives: [[need('customer-group:Z')]] })];
    expect(against(rules)).toStrictEqual([]);
    expect(against([ruleOf({ owner: '1', alternatives: [[need('customer-group:Z')]] })])).toStrictEqual([]);
    expect(against(rules, { ...people, owner: '*' })).toStrictEqual([]);
  });

  test('errors come before warnings', () => {
    const alternatives = [[need(a, { required: 2 })], [need(b)]];
    expect(
      against([band('a', 1n, undefined, { alternatives })]).map((line) => line.split(' ')[0]),
    ).toStrictEqual(['error', 'warning']);
  });
});

describe('a quorum', () => {
  const reachable = (roster: Roster, needs: readonly ReturnType<typeof need>[], without?: string) =>
    isReachable(needs, {
      roster: indexRoster(roster),
      atMs: now.epochMilliseconds,
      absences: 'counted',
      ...(without === undefined ? {} : { without }),
    });
  const chain = rosterOf(membersOf('A: x y', 'B: y z', 'C: x'));

  test('gives every signature its own person, reassigning people if needed', () => {
    const c = 'customer-group:C';
    expect(reachable(chain, [need(a), need(b), need(c)])).toBe(true);
    expect(reachable(chain, [need(c), need(a), need(b)])).toBe(true);
    expect(reachable(chain, [need(a, { required: 2 }), need(c)])).toBe(false);
    expect(reachable(chain, [need(a), need(b), need(c)], 'z')).toBe(false);
    expect(reachable(chain, [need(b)], 'z')).toBe(true);
  });

  test('does not count people who may not sign', () => {
    const distinct = { distinctGroup: true };
    expect(reachable(rosterOf(membersOf('A: x', 'B: x y')), [need(a), need(b, distinct)])).toBe(true);
    expect(reachable(rosterOf(membersOf('A: x y', 'B: x y')), [need(a), need(b, distinct)])).toBe(false);
    const shut = rosterOf(membersOf('A: x'), { signers: [signerOf('x', { isRestricted: true })] });
    const unmandated = rosterOf(membersOf('A: x'), {
      signers: [signerOf('x', { mandates: [mandateOf({ customer: '1' })] })],
    });
    expect([reachable(shut, [need(a)]), reachable(unmandated, [need(a)])]).toStrictEqual([false, false]);
  });

  test('ignores an absence that is not current', () => {
    const away = (from: number, until: number) => ({
      ...rosterOf(membersOf('A: x')),
      absences: [absenceOf('x', 'unknown', { from: minute(from), until: minute(until) })],
    });
    expect(reachable(away(0, 1_000), [need(a)])).toBe(true);
    expect(reachable(away(1_001, 2_000), [need(a)])).toBe(true);
    expect(reachable(away(1_000, 1_001), [need(a)])).toBe(false);
  });
});
