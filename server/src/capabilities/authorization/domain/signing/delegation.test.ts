import { describe, expect, test } from 'vitest';
import {
  absenceOf,
  collectionOf,
  effectiveOf,
  mandateOf,
  membersOf,
  minute,
  momentOf,
  need,
  rosterOf,
  signatureOf,
  signerOf,
} from '../../testing/signing-rule-steps.suite.ts';
import { type Collection, evaluateSignatures, evaluateUser } from './collection.ts';
import type { EffectiveRule } from './merge-rules.ts';
import type { Absence, Signer } from './roster.ts';

const a = 'customer-group:A';
const b = 'customer-group:B';
const people = ['a1', 'a2', 'b1', 'd', 'e'];

function context(absences: readonly Absence[], changed: readonly Signer[] = []) {
  const signers = people.map(
    (userId) => changed.find((signer) => signer.userId === userId) ?? signerOf(userId),
  );
  return rosterOf(membersOf('A: a1 a2', 'B: b1'), { signers, absences });
}

function attempt(
  roster: ReturnType<typeof context>,
  userId: string,
  {
    rule = effectiveOf(),
    collection = collectionOf(),
  }: { rule?: EffectiveRule; collection?: Collection } = {},
) {
  const { isAccepted, onBehalfOf, alternatives } = evaluateUser(rule, collection, {
    ...momentOf(roster),
    userId,
  });
  const [outcome] = alternatives;
  return [isAccepted, onBehalfOf, outcome?.success === false ? outcome.why : outcome?.entity];
}

const away = context([absenceOf('a1', 'd')]);

describe('a delegate', () => {
  test('signs with the memberships of the represented person', () => {
    expect(attempt(away, 'd')).toStrictEqual([true, 'a1', a]);
  });

  test('signs in the own name where possible', () => {
    const roster = context([absenceOf('b1', 'a2')]);
    expect(attempt(roster, 'a2')).toStrictEqual([true, undefined, a]);
    expect(attempt(context([absenceOf('a1', 'a2')]), 'a2')).toStrictEqual([true, undefined, a]);
    expect(attempt(roster, 'a2', { rule: effectiveOf({ alternatives: [[need(b)]] }) })).toStrictEqual([
      true,
      'b1',
      b,
    ]);
  });

  test.each([
    ['before it begins', { from: minute(1_001) }],
    ['when it ends', { until: minute(1_000) }],
    ['when it is of another owner', { owner: 'other' }],
  ])('does not sign outside the absence: %s', (_when, more) => {
    expect(attempt(context([absenceOf('a1', 'd', more)]), 'd')).toStrictEqual([
      false,
      undefined,
      'no-entity',
    ]);
  });

  test('does not exist when the absent person named none, or the own name', () => {
    const { delegateId: _none, ...bare } = absenceOf('a1', 'd');
    expect(attempt(context([bare]), 'd')).toStrictEqual([false, undefined, 'no-entity']);
    const collection = collectionOf([signatureOf('a1', 1, { onBehalfOf: 'a1' })]);
    const roster = context([absenceOf('a1', 'a1')]);
    const [outcome] = evaluateSignatures(effectiveOf(), collection, momentOf(roster));
    expect(outcome?.signatures[0]?.existing).toBe(0);
  });

  test('must be in good standing, and so must the represented person', () => {
    const absences = [absenceOf('a1', 'd')];
    expect(attempt(context(absences, [signerOf('d', { isActive: false })]), 'd')[0]).toBe(false);
    expect(attempt(context(absences, [signerOf('a1', { isRestricted: true })]), 'd')[0]).toBe(false);
    expect(attempt(context(absences, [signerOf('d', { mandates: [] })]), 'd')[0]).toBe(false);
    const ended = signerOf('a1', { mandates: [mandateOf({ validUntil: minute(10) })] });
    expect(attempt(context(absences, [ended]), 'd')[0]).toBe(false);
  });

  test('loses the signature when the represented person may no longer sign', () => {
    const signed = collectionOf([signatureOf('d', 1, { onBehalfOf: 'a1' })]);
    const fallen = context([absenceOf('a1', 'd')], [signerOf('a1', { isActive: false })]);
    const existing = (roster: typeof away) =>
      evaluateSignatures(effectiveOf(), signed, momentOf(roster))[0]?.signatures[0]?.existing;
    expect([existing(away), existing(fallen)]).toStrictEqual([1, 0]);
  });

  test('cannot be delegated further: delegation is not transitive', () => {
    const chain = context([absenceOf('a1', 'd'), absenceOf('d', 'e')]);
    expect(attempt(chain, 'e')).toStrictEqual([false, undefined, 'no-entity']);
  });
});

describe('one signature of one person', () => {
  const two = effectiveOf({ alternatives: [[need(a, { required: 2 })]] });

  test('the absent person and the delegate never both count', () => {
    const own = collectionOf([signatureOf('a1', 1)]);
    expect(attempt(away, 'd', { rule: two, collection: own })[0]).toBe(false);
    const represented = collectionOf([signatureOf('d', 1, { onBehalfOf: 'a1' })]);
    expect(attempt(away, 'a1', { rule: two, collection: represented })).toStrictEqual([
      false,
      undefined,
      'already-represented',
    ]);
  });

  test('a delegate who has signed does not sign a second time for another person', () => {
    const roster = context([absenceOf('a1', 'd'), absenceOf('a2', 'd')]);
    const signed = collectionOf([signatureOf('d', 1, { onBehalfOf: 'a1' })]);
    expect(attempt(roster, 'd', { rule: two, collection: signed })).toStrictEqual([
      false,
      undefined,
      'already-signed',
    ]);
  });

  test('when one absent person is already represented, the delegate signs for the next', () => {
    const roster = context([absenceOf('a1', 'd'), absenceOf('a2', 'd')]);
    const signed = collectionOf([signatureOf('a1', 1)]);
    expect(attempt(roster, 'd', { rule: two, collection: signed })).toStrictEqual([true, 'a2', a]);
  });

  test('a stored signature for a person who was not absent does not count', () => {
    const forged = collectionOf([signatureOf('e', 1, { onBehalfOf: 'a1' })]);
    const [outcome] = evaluateSignatures(two, forged, momentOf(away));
    expect(outcome?.signatures[0]?.existing).toBe(0);
  });

  test('the own groups of a delegate bar the delegate from a distinct group', () => {
    const roster = context([absenceOf('b1', 'a2')]);
    const distinct = effectiveOf({
      alternatives: [[need(a, { level: 2 }), need(b, { distinctGroup: true })]],
      enforceHierarchy: true,
    });
    expect(attempt(roster, 'a2', { rule: distinct })[0]).toBe(false);
    const plain = { ...distinct, alternatives: [[need(a, { level: 2 }), need(b)]] };
    expect(attempt(roster, 'a2', { rule: plain })).toStrictEqual([true, 'b1', b]);
  });
});

describe('the initiator', () => {
  test.each([true, false])(
    'is not represented by a delegate, whether or not the initiator may sign: %s',
    (initiatorMaySign) => {
      const collection = collectionOf([], { initiator: 'a1' });
      expect(attempt(away, 'd', { rule: effectiveOf({ initiatorMaySign }), collection })[0]).toBe(false);
    },
  );

  test.each([true, false])(
    'is no delegate for an order of the own, whether or not the initiator may sign: %s',
    (initiatorMaySign) => {
      const collection = collectionOf([], { initiator: 'd' });
      expect(attempt(away, 'd', { rule: effectiveOf({ initiatorMaySign }), collection })[0]).toBe(false);
    },
  );
});

test.each(['a1', 'd'] as const)('a signature of a delegate falls with the mandate of %s', (userId) => {
  const ended = signerOf(userId, { mandates: [mandateOf({ validUntil: minute(500) })] });
  const signed = collectionOf([signatureOf('d', 1, { onBehalfOf: 'a1' })]);
  const counted = (roster: ReturnType<typeof context>) =>
    evaluateSignatures(effectiveOf(), signed, momentOf(roster)).map(({ missing }) => missing);
  expect(counted(away)).toStrictEqual([0]);
  expect(counted(context([absenceOf('a1', 'd')], [ended]))).toStrictEqual([1]);
});
