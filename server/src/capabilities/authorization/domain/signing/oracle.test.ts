import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  arbitraryBook,
  arbitraryCollection,
  arbitraryEffectiveRule,
  arbitraryFacts,
} from '../../testing/arbitrary-signing.suite.ts';
import { naiveSignatures, naiveUser } from '../../testing/naive-oracle.suite.ts';
import { inNaiveTerms, naiveRule } from '../../testing/naive-rule.suite.ts';
import { evaluateSignatures, evaluateUser, type SignaturesOutcome } from './collection.ts';
import { effectiveRule } from './effective-rule.ts';

const numRuns = 2_000;
/** A generous timeout, for a machine under load. */
const timeoutMs = 60_000;

function lineOf({ alternative, signatures }: SignaturesOutcome): string {
  return `${alternative}: ${signatures.map(({ existing, required }) => `${existing}/${required}`).join(' ')}`;
}

describe('a second, naive reading of the specification', { timeout: timeoutMs }, () => {
  test('finds the same effective rule', () => {
    fc.assert(
      fc.property(arbitraryFacts, arbitraryBook, (facts, book) => {
        const { governs, ...rest } = naiveRule(facts, book);
        const rule = effectiveRule(facts, book);
        expect(inNaiveTerms(rule)).toStrictEqual(rest);
        for (const { ruleId, version } of rule.sources) expect(governs).toContain(`${ruleId}/${version}`);
      }),
      { numRuns },
    );
  });

  // Random rule books often lead to the default rule; explicit rules match the people more often.
  const ruled = fc
    .tuple(arbitraryCollection, arbitraryEffectiveRule)
    .map(([scenario, rule]) => ({ ...scenario, rule }));

  test('counts the same signatures', () => {
    let fulfilled = 0;
    let counted = 0;
    fc.assert(
      fc.property(ruled, ({ rule, collection, moment }) => {
        const outcomes = evaluateSignatures(rule, collection, moment);
        expect(outcomes.map(lineOf)).toStrictEqual(naiveSignatures(rule, collection, moment));
        if (outcomes.some(({ success }) => success)) fulfilled += 1;
        if (outcomes.some(({ signatures }) => signatures.some(({ existing }) => existing > 0))) counted += 1;
      }),
      { numRuns },
    );
    // Scenarios without any signature would agree on everything.
    expect(counted).toBeGreaterThan(numRuns / 10);
    expect(fulfilled).toBeGreaterThan(numRuns / 50);
  });

  test('lets the same users sign for the same entities', () => {
    let accepted = 0;
    fc.assert(
      fc.property(ruled, ({ rule, collection, moment }) => {
        const { isAccepted, alternatives } = evaluateUser(rule, collection, moment);
        const entities = alternatives.map((outcome) => (outcome.success ? outcome.entity : undefined));
        expect(entities).toStrictEqual(naiveUser(rule, collection, moment));
        if (isAccepted) accepted += 1;
      }),
      { numRuns },
    );
    expect(accepted).toBeGreaterThan(numRuns / 20);
  });

  test('fulfils nothing with fewer parties than signatures', () => {
    let shared = 0;
    fc.assert(
      fc.property(ruled, ({ rule, collection, moment }) => {
        const { signers } = moment.roster;
        const partyOf = (userId: string) => signers.find((one) => one.userId === userId)?.party ?? userId;
        const given = collection.signatures.filter(
          (one) => one.digest === moment.digest && one.state === 'valid',
        );
        const parties = new Set(given.map(({ userId }) => partyOf(userId))).size;
        for (const { signatures } of evaluateSignatures(rule, collection, moment)) {
          const counted = signatures.reduce((sum, one) => sum + one.existing, 0);
          expect(counted).toBeLessThanOrEqual(parties);
          if (counted === parties && parties > 1 && parties < given.length) shared += 1;
        }
      }),
      { numRuns },
    );
    expect(shared).toBeGreaterThan(0);
  });

  test('an accepted signature counts exactly where it was accepted, and no other signature is lost', () => {
    fc.assert(
      fc.property(ruled, ({ rule, collection, moment }) => {
        const { isAccepted, onBehalfOf, fallen, alternatives } = evaluateUser(rule, collection, moment);
        if (!isAccepted) return;
        const before = evaluateSignatures(rule, collection, moment);
        const earlierSignatures = collection.signatures.map((signature) =>
          fallen.includes(signature)
            ? { ...signature, state: 'void' as const, voidedAt: moment.now }
            : signature,
        );
        const { userId, digest, now } = moment;
        const mine = { userId, digest, signedAt: now, state: 'valid' as const };
        const signatures = [...earlierSignatures, onBehalfOf === undefined ? mine : { ...mine, onBehalfOf }];
        const after = evaluateSignatures(rule, { ...collection, digest, signatures }, moment);
        for (const outcome of after) {
          const earlier = before.find(({ alternative }) => alternative === outcome.alternative);
          const request = alternatives[outcome.alternative];
          const grown = outcome.signatures.filter(
            ({ existing }, position) => existing !== earlier?.signatures[position]?.existing,
          );
          expect(grown.map(({ entity }) => entity)).toStrictEqual(
            request?.success === true ? [request.entity] : [],
          );
          expect(outcome.missing).toBe((earlier?.missing ?? 0) - grown.length);
        }
        const again = evaluateUser(rule, { ...collection, digest, signatures }, moment);
        expect(again.isAccepted).toBe(false);
        for (const { success, reason } of again.alternatives) {
          expect([success, reason]).toStrictEqual([false, 'user-already-signed']);
        }
      }),
      { numRuns },
    );
  });
});
