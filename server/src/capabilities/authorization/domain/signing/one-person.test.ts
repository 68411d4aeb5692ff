import { describe, expect, test } from 'vitest';
import {
  absenceOf,
  collectionOf,
  effectiveOf,
  membersOf,
  minute,
  momentOf,
  need,
  now,
  owner,
  rosterOf,
  ruleOf,
  signatureOf,
  signerOf,
} from '../../testing/signing-rule-steps.suite.ts';
import { checkRules } from './check-rules.ts';
import { type Collection, evaluateSignatures, evaluateUser } from './collection.ts';
import { isReachable } from './quorum.ts';
import { indexRoster, type Roster, type Signer } from './roster.ts';

const two = effectiveOf({ alternatives: [[need(`customer:${owner}`, { required: 2 })]] });
const both = [signerOf('a', { party: '1' }), signerOf('b', { party: '1' })];
const roster = (more: readonly Signer[] = [], rest: Partial<Roster> = {}): Roster =>
  rosterOf([], { signers: [...both, signerOf('c', { party: '2' }), ...more], ...rest });

function attempt(collection: Collection, userId: string, { of = roster(), rule = two } = {}): string {
  const { alternatives } = evaluateUser(rule, collection, { ...momentOf(of), userId });
  const [outcome] = alternatives;
  return outcome?.success === false ? outcome.why : (outcome?.reason ?? 'none');
}

const existing = (collection: Collection, of = roster()): number | undefined =>
  evaluateSignatures(two, collection, momentOf(of))[0]?.signatures[0]?.existing;

describe('two users of one party', () => {
  test('give one signature: the second one is refused, whichever of them is first', () => {
    expect(attempt(collectionOf([signatureOf('a', 10)]), 'b')).toBe('already-signed');
    expect(attempt(collectionOf([signatureOf('b', 10)]), 'a')).toBe('already-signed');
    expect(attempt(collectionOf([signatureOf('a', 10)]), 'c')).toBe('signature-accepted');
  });

  test('are two people while no party is known, and where one of them is an employee', () => {
    const apart = rosterOf([], { signers: [signerOf('a'), signerOf('b')] });
    expect(attempt(collectionOf([signatureOf('a', 10)]), 'b', { of: apart })).toBe('signature-accepted');
    const staff = effectiveOf({ alternatives: [[need('user-id:1'), need('user-id:a')]] });
    const mixed = rosterOf([], { signers: [...both, signerOf('1', { kind: 'agent', mandates: [] })] });
    expect(attempt(collectionOf([signatureOf('a', 10)]), '1', { of: mixed, rule: staff })).toBe(
      'signature-accepted',
    );
  });

  test('whose signatures were given before a merge count as one', () => {
    const given = collectionOf([signatureOf('a', 10), signatureOf('b', 20)]);
    expect(existing(given)).toBe(1);
    expect(attempt(given, 'a')).toBe('already-signed');
    expect(attempt(given, 'b')).toBe('already-signed');
  });

  test('can sign again after the signature that counted is void', () => {
    const first = signatureOf('a', 10, { state: 'void', voidedAt: minute(30) });
    const given = collectionOf([first, signatureOf('b', 20)]);
    expect(existing(given)).toBe(0);
    expect(attempt(given, 'b')).toBe('signature-accepted');
    const again = collectionOf([first, signatureOf('b', 40)]);
    expect([existing(again), attempt(again, 'a')]).toEqual([1, 'already-signed']);
  });

  test('count once, however the mandate of one of them came and went', () => {
    const spans = [
      { customer: owner, validFrom: minute(0), validUntil: minute(15) },
      { customer: owner, validFrom: minute(25) },
    ];
    const gap = rosterOf([], {
      signers: [signerOf('a', { party: '1', mandates: spans }), both[1] ?? signerOf('b')],
    });
    expect(existing(collectionOf([signatureOf('a', 10), signatureOf('b', 20)]), gap)).toBe(1);
  });

  test('are one initiator, who may not sign under either of them', () => {
    const rule = effectiveOf({ ...two, initiatorMaySign: false });
    expect(attempt({ ...collectionOf(), initiator: 'a' }, 'b', { rule })).toBe('initiator-barred');
    expect(attempt({ ...collectionOf(), initiator: 'a' }, 'c', { rule })).toBe('signature-accepted');
  });

  test('are one initiator, also where the user who initiated has no mandate any more', () => {
    const rule = effectiveOf({ ...two, initiatorMaySign: false });
    const of = roster([], { parties: new Map([['gone', '1']]) });
    expect(attempt({ ...collectionOf(), initiator: 'gone' }, 'b', { rule, of })).toBe('initiator-barred');
    expect(attempt({ ...collectionOf(), initiator: 'gone' }, 'c', { rule, of })).toBe('signature-accepted');
  });
});

test('a signature too many for one requirement does not stand in for another one', () => {
  const spans = [
    { customer: owner, validFrom: minute(0), validUntil: minute(15) },
    { customer: owner, validFrom: minute(25) },
  ];
  const rule = effectiveOf({ alternatives: [[need('customer-group:A'), need('customer-group:B')]] });
  const people = rosterOf(membersOf('A: a c', 'B: d'), {
    signers: [signerOf('a', { mandates: spans }), signerOf('c'), signerOf('d')],
  });
  const [outcome] = evaluateSignatures(
    rule,
    collectionOf([signatureOf('a', 10), signatureOf('c', 20)]),
    momentOf(people),
  );
  expect(outcome).toMatchObject({
    success: false,
    missing: 1,
    signatures: [{ existing: 2 }, { existing: 0 }],
  });
});

describe('a person who was away', () => {
  const group = effectiveOf({ alternatives: [[need('customer-group:A')]] });
  const absent = (userId: string, delegate: string): Roster =>
    rosterOf(membersOf('A: a'), {
      signers: [...both, signerOf('c', { party: '2' })],
      absences: [absenceOf(userId, delegate)],
    });

  test('is not represented by the other user of the same party', () => {
    expect(attempt(collectionOf(), 'b', { of: absent('a', 'b'), rule: group })).toBe('no-entity');
    expect(attempt(collectionOf(), 'c', { of: absent('a', 'c'), rule: group })).toBe('signature-accepted');
  });

  test('does not sign with another user after having been represented', () => {
    const given = collectionOf([signatureOf('c', 10, { onBehalfOf: 'a' })]);
    expect(attempt(given, 'b', { of: absent('a', 'c') })).toBe('already-represented');
  });

  test('is not represented after having signed with another user', () => {
    const given = collectionOf([signatureOf('b', 10)]);
    const rule = effectiveOf({ alternatives: [[need('customer-group:A'), need('user-id:b')]] });
    const { isAccepted } = evaluateUser(rule, given, { ...momentOf(absent('a', 'c')), userId: 'c' });
    expect(isAccepted).toBe(false);
  });
});

describe('a quorum', () => {
  const context = { roster: indexRoster(rosterOf([], { signers: both })), atMs: now.epochMilliseconds };

  test('of two is not reached by two users of one party', () => {
    const [alternative = []] = two.alternatives;
    expect(isReachable(alternative, { ...context, absences: 'ignored' })).toBe(false);
    expect(isReachable(alternative, { ...context, roster: indexRoster(roster()), absences: 'ignored' })).toBe(
      true,
    );
  });

  test('that needs them is an error of the check, and users of one party are a warning', () => {
    const rule = ruleOf({ alternatives: two.alternatives });
    const check = (of: Roster) =>
      checkRules([rule], { now, owners: [{ ownerKind: 'organization', roster: of }] })
        .filter(({ code }) => code === 'unreachable-quorum' || code === 'users-of-one-party')
        .map(({ code, severity }) => `${severity} ${code}`);
    expect(check(rosterOf([], { signers: both }))).toEqual([
      'error unreachable-quorum',
      'warning users-of-one-party',
    ]);
    expect(check(roster())).toEqual(['warning users-of-one-party']);
    expect(
      check(rosterOf([], { signers: [signerOf('a', { party: '1' }), signerOf('c', { party: '2' })] })),
    ).toEqual([]);
    const closed = signerOf('b', { party: '1', isActive: false });
    expect(
      check(rosterOf([], { signers: [both[0] ?? closed, closed, signerOf('c', { party: '2' })] })),
    ).toEqual([]);
  });
});
