import { describe, expect, test } from 'vitest';
import {
  collectionOf,
  digest,
  factsFor,
  membersOf,
  minute,
  momentOf,
  need,
  now,
  otherDigest,
  rosterOf,
  ruleOf,
  signatureOf,
} from '../../testing/signing-rule-steps.suite.ts';
import type { RuleBook } from './choose-rules.ts';
import { type Collection, evaluateSignatures, evaluateUser } from './collection.ts';
import { effectiveRule } from './effective-rule.ts';
import { authorizationLevels, type LevelsQuery } from './levels.ts';
import type { SigningRule } from './rule.ts';

// SPEC channel-interfaces 9.6. Amounts in cents.
const a = 'customer-group:A';
const b = 'customer-group:B';
const rules: readonly SigningRule[] = [
  ruleOf({ ruleId: 'low', band: { from: 0n, to: 1_000_000n } }),
  ruleOf({
    ruleId: 'middle',
    band: { from: 1_000_000n, to: 10_000_000n },
    alternatives: [[need(a, { required: 2 })], [need(a), need(b)]],
  }),
  ruleOf({
    ruleId: 'high',
    band: { from: 10_000_000n },
    enforceHierarchy: true,
    alternatives: [[need(a), need(b, { level: 2 })]],
  }),
];
const book: RuleBook = { rules, now, midRates: [] };
const roster = rosterOf(membersOf('A: a1 a2', 'B: b1'));
const moment = momentOf(roster);

const paying = (cents: bigint) =>
  factsFor({ questions: [{ transactionType: 'PMT', amounts: [{ minor: cents, currency: 'EUR' }] }] });
const middle = effectiveRule(paying(5_000_000n), book);
const high = effectiveRule(paying(15_000_000n), book);

/** The outcomes as sent in the response. */
const outcomesFor = (userId: string, collection: Collection, rule = middle, payload = digest) =>
  evaluateUser(rule, collection, { ...moment, digest: payload, userId }).alternatives.map(
    ({ success, reason }) => ({ success, reason }),
  );
const progress = (collection: Collection, rule = middle, payload = digest) =>
  evaluateSignatures(rule, collection, { ...moment, digest: payload }).map(
    ({ success, reason, signatures }) => ({
      success,
      reason,
      signatures: signatures.map(({ entity, required, existing }) => ({ entity, required, existing })),
    }),
  );

describe('the worked example of the specification', () => {
  test.each([
    [0n, 'low'],
    [999_999n, 'low'],
    [1_000_000n, 'middle'],
    [9_999_999n, 'middle'],
    [10_000_000n, 'high'],
    [99_999_999_999n, 'high'],
  ])('%s cents fall under the rule %s', (cents, ruleId) => {
    expect(effectiveRule(paying(cents), book).sources).toStrictEqual([
      { ruleId, version: 1, owner: '1000000048', role: 'governing' },
    ]);
  });

  test('signer A1 is accepted by both alternatives', () => {
    expect(outcomesFor('a1', collectionOf())).toStrictEqual([
      { success: true, reason: 'signature-accepted' },
      { success: true, reason: 'signature-accepted' },
    ]);
  });

  test('after A1 both alternatives lack one', () => {
    expect(progress(collectionOf([signatureOf('a1', 1)]))).toStrictEqual([
      {
        success: false,
        reason: 'additional-signatures-required',
        signatures: [{ entity: a, required: 2, existing: 1 }],
      },
      {
        success: false,
        reason: 'additional-signatures-required',
        signatures: [
          { entity: a, required: 1, existing: 1 },
          { entity: b, required: 1, existing: 0 },
        ],
      },
    ]);
  });

  test('signer B1 is accepted by the second alternative only', () => {
    expect(outcomesFor('b1', collectionOf([signatureOf('a1', 1)]))).toStrictEqual([
      { success: false, reason: 'user-cannot-sign' },
      { success: true, reason: 'signature-accepted' },
    ]);
  });

  const both = collectionOf([signatureOf('a1', 1), signatureOf('b1', 2)]);

  test('after B1 the second alternative comes first and is fulfilled', () => {
    expect(progress(both)).toStrictEqual([
      {
        success: true,
        reason: 'furfilled',
        signatures: [
          { entity: a, required: 1, existing: 1 },
          { entity: b, required: 1, existing: 1 },
        ],
      },
      {
        success: false,
        reason: 'additional-signatures-required',
        signatures: [{ entity: a, required: 2, existing: 1 }],
      },
    ]);
  });

  test('a second request of A1 finds that A1 has signed', () => {
    expect(outcomesFor('a1', both).map(({ reason }) => reason)).toStrictEqual([
      'user-already-signed',
      'user-already-signed',
    ]);
  });

  test('a second request of B1 gets the same from the alternative in which B1 never counted', () => {
    expect(outcomesFor('b1', both).map(({ reason }) => reason)).toStrictEqual([
      'user-already-signed',
      'user-already-signed',
    ]);
  });

  test('with another amount no signature counts, and a signature of an entitled user changes the collection', () => {
    expect(progress(both, middle, otherDigest).flatMap(({ signatures }) => signatures)).toStrictEqual([
      { entity: a, required: 2, existing: 0 },
      { entity: a, required: 1, existing: 0 },
      { entity: b, required: 1, existing: 0 },
    ]);
    const moved = evaluateUser(middle, both, { ...moment, digest: otherDigest, userId: 'a1' });
    expect([moved.isAccepted, moved.changesDigest]).toStrictEqual([true, true]);
  });

  test('a user who cannot sign does not change the collection', () => {
    const rejected = evaluateUser(middle, both, {
      ...moment,
      digest: otherDigest,
      userId: 'unknown-user-id',
    });
    expect([rejected.isAccepted, rejected.changesDigest]).toStrictEqual([false, false]);
    const same = evaluateUser(middle, collectionOf(), { ...moment, userId: 'a1' });
    expect([same.isAccepted, same.changesDigest]).toStrictEqual([true, false]);
  });

  test('above 100000 B signs after A, never before', () => {
    expect(outcomesFor('b1', collectionOf(), high)).toStrictEqual([
      { success: false, reason: 'user-cannot-sign' },
    ]);
    expect(outcomesFor('b1', collectionOf([signatureOf('a2', 1)]), high)).toStrictEqual([
      { success: true, reason: 'signature-accepted' },
    ]);
    expect(progress(both, high)[0]?.reason).toBe('furfilled');
  });

  test('the initiator of the payment may not sign it', () => {
    const started = collectionOf([], { initiator: 'a1' });
    expect(evaluateUser(middle, started, { ...moment, userId: 'a1' }).alternatives[0]).toStrictEqual({
      success: false,
      reason: 'user-cannot-sign',
      why: 'initiator-barred',
    });
  });

  const ask = (query: LevelsQuery, at = book) =>
    authorizationLevels(query, {
      owner: { bankId: '01', owner: '1000000048', ownerKind: 'organization' },
      book: at,
      roster: rosterOf(membersOf('A: a1', 'B: b1')),
    });

  test('the levels for 150000 are A, then B', () => {
    expect(ask({ amount: '150000', currency: 'EUR', authorizationType: 'PAYMENT' })).toStrictEqual([
      {
        authorizationType: 'PAYMENT',
        enforceHierarchy: true,
        levels: [
          { level: 1, authorizationCount: 1, currency: 'EUR', account: '', userIds: ['a1'] },
          { level: 2, authorizationCount: 1, currency: 'EUR', account: '', userIds: ['b1'] },
        ],
      },
    ]);
  });

  test('without an amount the strictest band is listed: two signatures on two levels', () => {
    expect(ask({ authorizationType: 'PAYMENT' })).toStrictEqual(
      ask({ amount: '150000', currency: 'EUR', authorizationType: 'PAYMENT' }),
    );
  });

  test('a rule that is not in force yet is not listed', () => {
    const early = { ...book, now: minute(-1) };
    expect(
      ask({ authorizationType: 'PAYMENT' }, early).map(({ levels }) => levels[0]?.authorizationCount),
    ).toEqual([1]);
  });
});
