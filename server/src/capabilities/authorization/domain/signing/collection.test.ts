import { describe, expect, test } from 'vitest';
import {
  collectionOf,
  effectiveOf,
  mandateOf,
  memberOf,
  membersOf,
  minute,
  momentOf,
  need,
  owner,
  rosterOf,
  signatureOf,
  signerOf,
} from '../../testing/signing-rule-steps.suite.ts';
import { type Collection, evaluateSignatures, evaluateUser } from './collection.ts';
import { collectionStates, nextCollectionState } from './collection-state.ts';
import type { EffectiveRule } from './merge-rules.ts';
import { isReachable } from './quorum.ts';
import { indexRoster, type Roster } from './roster.ts';

const a = 'customer-group:A';
const b = 'customer-group:B';
const abc = rosterOf(membersOf('A: a1 a2 both', 'B: b1 both', 'C: c1'));

/** Returns per alternative the entity that a user would count for, or why for none. */
function outcomesFor(
  rule: EffectiveRule,
  userId: string,
  roster: Roster = abc,
  collection: Collection = collectionOf(),
) {
  return evaluateUser(rule, collection, { ...momentOf(roster), userId }).alternatives.map((outcome) =>
    outcome.success ? outcome.entity : outcome.why,
  );
}

/** Returns per alternative, in the order of the response, how many signatures each entity has. */
function counts(rule: EffectiveRule, collection: Collection, roster: Roster = abc) {
  return evaluateSignatures(rule, collection, momentOf(roster)).map(({ signatures }) =>
    signatures.map(({ existing }) => existing),
  );
}

const one = (...needs: readonly ReturnType<typeof need>[]) => effectiveOf({ alternatives: [needs] });

describe('who may sign', () => {
  test.each([
    ['a member', 'a1', [a]],
    ['a member of another group', 'c1', ['no-entity']],
    ['an unknown user', 'unknown-user-id', ['unknown-user']],
  ])('%s', (_who, userId, found) => {
    expect(outcomesFor(one(need(a)), userId)).toStrictEqual(found);
  });

  test.each([
    ['is not active', signerOf('a1', { isActive: false }), 'not-active'],
    ['is restricted', signerOf('a1', { isRestricted: true }), 'restricted'],
    ['has no mandate', signerOf('a1', { mandates: [] }), 'mandate-missing'],
    [
      'has a mandate of another',
      signerOf('a1', { mandates: [mandateOf({ customer: 'x' })] }),
      'mandate-missing',
    ],
    [
      'has a mandate that ends now',
      signerOf('a1', { mandates: [mandateOf({ validUntil: minute(1_000) })] }),
      'mandate-missing',
    ],
    [
      'has a mandate that begins later',
      signerOf('a1', { mandates: [mandateOf({ validFrom: minute(1_001) })] }),
      'mandate-missing',
    ],
    [
      'is an agent in a group of the customer',
      signerOf('a1', { kind: 'agent', mandates: [] }),
      'mandate-missing',
    ],
    [
      'has a mandate that ends later',
      signerOf('a1', { mandates: [mandateOf({ validUntil: minute(1_001) })] }),
      a,
    ],
    [
      'has a mandate that begins now',
      signerOf('a1', { mandates: [mandateOf({ validFrom: minute(1_000) })] }),
      a,
    ],
  ])('a member who %s', (_what, signer, found) => {
    expect(
      outcomesFor(one(need(a)), 'a1', rosterOf(membersOf('A: a1'), { signers: [signer] })),
    ).toStrictEqual([found]);
  });

  test.each([
    ['user-id:a1', 'user-id:a1'],
    ['user-id:a2', 'no-entity'],
    ['user-name:name-a1', 'user-name:name-a1'],
    ['user-name:a1', 'no-entity'],
    [`customer:${owner}`, `customer:${owner}`],
    ['customer:1', 'no-entity'],
    ['special-group:A', 'no-entity'],
  ])('a customer user for %s', (entity, found) => {
    expect(outcomesFor(one(need(entity)), 'a1')).toStrictEqual([found]);
  });

  test.each([
    ['special-group:S', 'special-group:S'],
    ['user-id:agent', 'user-id:agent'],
    ['user-name:name-agent', 'user-name:name-agent'],
    [`customer:${owner}`, 'no-entity'],
  ])('an agent for %s', (entity, found) => {
    const roster = rosterOf([memberOf('S', 'agent', { entityLevel: 'special-group' })], {
      signers: [signerOf('agent', { kind: 'agent', mandates: [] })],
    });
    expect(outcomesFor(one(need(entity)), 'agent', roster)).toStrictEqual([found]);
  });

  test.each([
    ['of a joint holder needs the mandate of that holder', 'customer:2', ['2'], 'customer:2'],
    ['of the owner alone counts for no other holder', 'customer:2', [owner], 'no-entity'],
    ['named by id needs a mandate of the owner', 'user-id:x', [], 'mandate-missing'],
    ['named by name needs a mandate of the owner', 'user-name:name-x', ['2'], 'mandate-missing'],
    ['in a group of the bank needs none', 'special-group:S', [], 'special-group:S'],
  ])('a customer user %s', (_what, entity, customers, found) => {
    const mandates = customers.map((customer) => mandateOf({ customer }));
    const roster = rosterOf([memberOf('S', 'x', { entityLevel: 'special-group' })], {
      signers: [signerOf('x', { mandates })],
    });
    expect(outcomesFor(one(need(entity)), 'x', roster)).toStrictEqual([found]);
  });

  describe('an employee in two spellings', () => {
    const staff = (...ids: readonly string[]) =>
      rosterOf(
        ids.map((userId) => memberOf('S', userId, { entityLevel: 'special-group' })),
        { signers: ids.map((userId) => signerOf(userId, { kind: 'agent', mandates: [] })) },
      );
    const group = 'special-group:S';
    const two = one(need(group, { required: 2 }));

    test('signs once, also where both signatures were stored before', () => {
      const roster = staff('e-1', 'E-1', 'e-2');
      const signed = collectionOf([signatureOf('e-1', 1)]);
      expect(outcomesFor(two, 'E-1', roster, signed)).toStrictEqual(['already-signed']);
      expect(outcomesFor(two, 'e-2', roster, signed)).toStrictEqual([group]);
      const both = collectionOf([signatureOf('e-1', 1), signatureOf('E-1', 2)]);
      expect(counts(two, both, roster)).toStrictEqual([[1]]);
    });

    test('is the initiator in both, and no second person of a quorum', () => {
      const roster = staff('e-1', 'E-1', 'e-2');
      const barring = effectiveOf({ initiatorMaySign: false, alternatives: two.alternatives });
      const started = collectionOf([], { initiator: 'E-1' });
      expect(outcomesFor(barring, 'e-1', roster, started)).toStrictEqual(['initiator-barred']);
      const [alternative = []] = two.alternatives;
      const context = { atMs: minute(1).epochMilliseconds, absences: 'ignored' } as const;
      const isEnough = (...ids: readonly string[]): boolean =>
        isReachable(alternative, { ...context, roster: indexRoster(staff(...ids)) });
      expect([isEnough('e-1', 'E-1'), isEnough('e-1', 'E-1', 'e-2')]).toStrictEqual([false, true]);
    });

    test('is not how customers are compared: their ids are exact', () => {
      const roster = rosterOf(membersOf('A: a1 A1'));
      const signed = collectionOf([signatureOf('a1', 1)]);
      expect(outcomesFor(one(need(a, { required: 2 })), 'A1', roster, signed)).toStrictEqual([a]);
    });
  });

  test('a membership of a level counts for requirements of that level only', () => {
    const roster = rosterOf([memberOf('A', 'a1', { level: 2 })]);
    expect(outcomesFor(one(need(a)), 'a1', roster)).toStrictEqual(['no-entity']);
    expect(outcomesFor(one(need(a, { level: 2 })), 'a1', roster)).toStrictEqual([a]);
  });

  test('a membership that has ended counts for nothing new, but earlier signatures stay', () => {
    const roster = rosterOf([memberOf('A', 'a1', { validUntil: minute(500) })]);
    expect(outcomesFor(one(need(a)), 'a1', roster)).toStrictEqual(['no-entity']);
    expect(counts(one(need(a)), collectionOf([signatureOf('a1', 499)]), roster)).toStrictEqual([[1]]);
    expect(counts(one(need(a)), collectionOf([signatureOf('a1', 500)]), roster)).toStrictEqual([[0]]);
  });

  test('the most specific entity that lacks signatures is filled', () => {
    const rule = one(
      need(`customer:${owner}`),
      need('special-group:S'),
      need(a),
      need('user-name:name-a1'),
      need('user-id:a1'),
    );
    const roster = rosterOf([memberOf('A', 'a1'), memberOf('S', 'a1', { entityLevel: 'special-group' })]);
    const order = ['user-id:a1', 'user-name:name-a1', a, 'special-group:S', `customer:${owner}`];
    for (const [index, entity] of order.entries()) {
      const left = effectiveOf({
        alternatives: [rule.alternatives[0]?.toReversed().slice(index).toReversed() ?? []],
      });
      expect(outcomesFor(left, 'a1', roster)).toStrictEqual([entity]);
    }
  });

  test('between equals the order of the rule decides, and a person never counts for two', () => {
    const rule = one(need(b), need(a));
    expect(outcomesFor(rule, 'both')).toStrictEqual([b]);
    expect(counts(rule, collectionOf([signatureOf('both', 1)]))).toStrictEqual([[1, 0]]);
    expect(counts(rule, collectionOf([signatureOf('both', 1), signatureOf('both', 2)]))).toStrictEqual([
      [1, 0],
    ]);
    expect(outcomesFor(rule, 'both', abc, collectionOf([signatureOf('b1', 1)]))).toStrictEqual([a]);
  });

  test('a full entity accepts no other signature', () => {
    expect(outcomesFor(one(need(a)), 'a2', abc, collectionOf([signatureOf('a1', 1)]))).toStrictEqual([
      'entity-full',
    ]);
    expect(counts(one(need(a)), collectionOf([signatureOf('a1', 1), signatureOf('a2', 2)]))).toStrictEqual([
      [1],
    ]);
  });

  test('a distinct group bars members of another group of the alternative', () => {
    expect(outcomesFor(one(need(a), need(b, { distinctGroup: true })), 'both')).toStrictEqual([a]);
    const full = collectionOf([signatureOf('a1', 1)]);
    expect(outcomesFor(one(need(a), need(b, { distinctGroup: true })), 'both', abc, full)).toStrictEqual([
      'entity-full',
    ]);
    expect(
      outcomesFor(one(need('customer-group:C'), need(b, { distinctGroup: true })), 'both'),
    ).toStrictEqual([b]);
    const distinct = { distinctGroup: true };
    expect(outcomesFor(one(need(a, distinct), need(b, distinct)), 'both')).toStrictEqual(['other-group']);
    expect(outcomesFor(one(need(a, distinct), need('user-id:b1')), 'both')).toStrictEqual([a]);
  });

  test('a group of the bank bars as well', () => {
    const roster = rosterOf([memberOf('A', 'a1'), memberOf('S', 'a1', { entityLevel: 'special-group' })]);
    const rule = one(need('special-group:S', { level: 2 }), need(a, { distinctGroup: true }));
    expect(outcomesFor({ ...rule, enforceHierarchy: true }, 'a1', roster)).toStrictEqual(['wrong-order']);
    expect(
      outcomesFor(one(need('user-id:a1', { level: 2 }), need(a, { distinctGroup: true })), 'a1', roster),
    ).toStrictEqual(['user-id:a1']);
  });

  test('the initiator signs only where the rule allows it', () => {
    const started = collectionOf([], { initiator: 'a1' });
    expect(outcomesFor(effectiveOf({ initiatorMaySign: false }), 'a1', abc, started)).toStrictEqual([
      'initiator-barred',
    ]);
    expect(outcomesFor(effectiveOf({ initiatorMaySign: true }), 'a1', abc, started)).toStrictEqual([a]);
    const sneaked = collectionOf([signatureOf('a1', 1)], { initiator: 'a1' });
    expect(counts(effectiveOf({ initiatorMaySign: false }), sneaked)).toStrictEqual([[0]]);
  });
});

describe('hierarchy', () => {
  const levels = [need(a), need(b), need('customer-group:C', { level: 2 })];
  const strict = effectiveOf({ enforceHierarchy: true, alternatives: [levels] });

  test('a higher level waits until every lower requirement is complete', () => {
    expect(outcomesFor(strict, 'c1')).toStrictEqual(['wrong-order']);
    expect(outcomesFor(strict, 'c1', abc, collectionOf([signatureOf('a1', 1)]))).toStrictEqual([
      'wrong-order',
    ]);
    const ready = collectionOf([signatureOf('a1', 1), signatureOf('b1', 2)]);
    expect(outcomesFor(strict, 'c1', abc, ready)).toStrictEqual(['customer-group:C']);
  });

  test('groups of one level sign in parallel, and without hierarchy all do', () => {
    expect(outcomesFor(strict, 'b1')).toStrictEqual([b]);
    expect(outcomesFor({ ...strict, enforceHierarchy: false }, 'c1')).toStrictEqual(['customer-group:C']);
  });

  test('a signature that was given too early never counts', () => {
    const early = [signatureOf('c1', 1), signatureOf('a1', 2), signatureOf('b1', 3)];
    expect(counts(strict, collectionOf(early))).toStrictEqual([[1, 1, 0]]);
  });

  test('a void signature below leaves the one above valid, and the gap can be filled', () => {
    const history = [
      signatureOf('a1', 1, { state: 'void', voidedAt: minute(4) }),
      signatureOf('b1', 2),
      signatureOf('c1', 3),
    ];
    expect(counts(strict, collectionOf(history))).toStrictEqual([[0, 1, 1]]);
    const [outcome] = evaluateSignatures(
      strict,
      collectionOf([...history, signatureOf('a2', 5)]),
      momentOf(abc),
    );
    expect(outcome?.reason).toBe('furfilled');
  });

  test('one of a user who is suspended now had unlocked the level above, whose signatures stay', () => {
    const people = rosterOf(membersOf('A: a1 a2', 'B: b1', 'C: c1 c2'));
    const signers = people.signers.map((each) =>
      each.userId === 'a1' ? signerOf('a1', { isActive: false }) : each,
    );
    const roster = { ...people, signers };
    const signed = collectionOf([signatureOf('a1', 1), signatureOf('b1', 2), signatureOf('c1', 3)]);
    expect(counts(strict, signed, roster)).toStrictEqual([[0, 1, 1]]);
    expect(outcomesFor(strict, 'c2', roster, signed)).toStrictEqual(['entity-full']);
    expect(outcomesFor(strict, 'a2', roster, signed)).toStrictEqual([a]);
  });

  test('a signature void before another was given, or at no known time, unlocks nothing', () => {
    const rest = [signatureOf('b1', 2), signatureOf('c1', 3)];
    const before = signatureOf('a1', 1, { state: 'void', voidedAt: minute(3) });
    const never = signatureOf('a1', 1, { state: 'void' });
    expect(counts(strict, collectionOf([before, ...rest]))).toStrictEqual([[0, 1, 0]]);
    expect(counts(strict, collectionOf([never, ...rest]))).toStrictEqual([[0, 1, 0]]);
  });
});

describe('signatures that become void', () => {
  test.each([
    ['suspended', { isActive: false }],
    ['restricted', { isRestricted: true }],
  ])('those of a %s user do not count and are to be stored as void', (_what, more) => {
    const roster = { ...abc, signers: [signerOf('a1', more), signerOf('a2')] };
    const signed = signatureOf('a1', 1);
    expect(counts(one(need(a)), collectionOf([signed]), roster)).toStrictEqual([[0]]);
    const evaluation = evaluateUser(one(need(a)), collectionOf([signed]), {
      ...momentOf(roster),
      userId: 'a2',
    });
    expect([evaluation.isAccepted, evaluation.fallen]).toStrictEqual([true, [signed]]);
  });

  test('those already void are not reported again', () => {
    const roster = { ...abc, signers: [signerOf('a1', { isActive: false })] };
    const gone = signatureOf('a1', 1, { state: 'void', voidedAt: minute(2) });
    const moment = { ...momentOf(roster), userId: 'a1' };
    expect(evaluateUser(one(need(a)), collectionOf([gone]), moment).fallen).toStrictEqual([]);
  });

  test('an ended mandate voids the signature and makes room', () => {
    const ended = signerOf('a1', { mandates: [mandateOf({ validUntil: minute(500) })] });
    const roster = { ...abc, signers: [ended, signerOf('a2')] };
    const signed = collectionOf([signatureOf('a1', 1)]);
    expect(counts(one(need(a)), signed, roster)).toStrictEqual([[0]]);
    expect(outcomesFor(one(need(a)), 'a2', roster, signed)).toStrictEqual([a]);
    const both = collectionOf([signatureOf('a1', 1), signatureOf('a2', 600)]);
    expect(counts(one(need(a)), both, roster)).toStrictEqual([[1]]);
  });

  test('a signer whose signature became void may sign again once entitled again', () => {
    const gone = signatureOf('a1', 1, { state: 'void', voidedAt: minute(2) });
    expect(outcomesFor(one(need(a)), 'a1', abc, collectionOf([gone]))).toStrictEqual([a]);
  });
});

describe('the order of alternatives', () => {
  test('is fulfilled first, then the fewest missing, then that of the rule', () => {
    const rule = effectiveOf({
      alternatives: [[need(a, { required: 3 })], [need(a), need(b)], [need(b), need(a)], [need(a)]],
    });
    const outcomes = evaluateSignatures(rule, collectionOf([signatureOf('a1', 1)]), momentOf(abc));
    expect(outcomes.map(({ alternative, missing }) => [alternative, missing])).toStrictEqual([
      [3, 0],
      [1, 1],
      [2, 1],
      [0, 2],
    ]);
  });

  test('an alternative without requirements is never fulfilled', () => {
    const rule = effectiveOf({ alternatives: [[], [need(a, { required: 0 })], [need(a)]] });
    const outcomes = evaluateSignatures(rule, collectionOf([signatureOf('a1', 1)]), momentOf(abc));
    expect(outcomes.map(({ alternative, success }) => [alternative, success])).toStrictEqual([
      [2, true],
      [0, false],
      [1, false],
    ]);
  });

  test('a rule without alternatives accepts no signature', () => {
    const evaluation = evaluateUser(effectiveOf({ alternatives: [] }), collectionOf(), {
      ...momentOf(abc),
      userId: 'a1',
    });
    expect([evaluation.isAccepted, evaluation.alternatives]).toStrictEqual([false, []]);
  });
});

describe('the state of a collection', () => {
  const events = ['was-fulfilled', 'fell-short', 'was-executed', 'ran-out', 'was-cancelled'] as const;
  test.each([
    ['open', ['fulfilled', 'open', undefined, 'expired', 'cancelled']],
    ['fulfilled', [undefined, 'open', 'used', undefined, 'cancelled']],
    ['used', [undefined, undefined, undefined, undefined, undefined]],
    ['expired', [undefined, undefined, undefined, undefined, 'cancelled']],
    ['cancelled', [undefined, undefined, undefined, undefined, 'cancelled']],
  ])('from %s', (from, after) => {
    const state = collectionStates.find((name) => name === from) ?? 'used';
    expect(events.map((event) => nextCollectionState(state, event))).toStrictEqual(after);
  });
});
