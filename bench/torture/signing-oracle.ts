import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  evaluateSignatures,
  evaluateUser,
} from '../../server/src/capabilities/authorization/domain/signing/collection.ts';
import { effectiveRule } from '../../server/src/capabilities/authorization/domain/signing/effective-rule.ts';
import {
  arbitraryBook,
  arbitraryCollection,
  arbitraryEffectiveRule,
  arbitraryFacts,
} from '../../server/src/capabilities/authorization/testing/arbitrary-signing.suite.ts';
import {
  naiveSignatures,
  naiveUser,
} from '../../server/src/capabilities/authorization/testing/naive-oracle.suite.ts';
import {
  inNaiveTerms,
  naiveRule,
} from '../../server/src/capabilities/authorization/testing/naive-rule.suite.ts';
import { type Figure, progress } from '../harness/report.ts';

/** Results of random scenarios; empty scenarios would agree about everything. */
interface Seen {
  rules: number;
  counted: number;
  fulfilled: number;
  accepted: number;
}

/** The size of random values grows with the number of the run; lots keep it bounded. */
const lot = 5_000;

/**
 * Compares the rules of the product with a second, naive implementation of the specification, on random rules and
 * histories.
 */
export function tortureOracle(runs: number, seed: number): readonly Figure[] {
  const seen: Seen = { rules: 0, counted: 0, fulfilled: 0, accepted: 0 };
  const show = progress('oracle', runs);
  let error: string | undefined;
  for (let done = 0; done < runs && error === undefined; done += lot) {
    const count = Math.min(lot, runs - done);
    error = ruleError(count, seed + done, seen) ?? historyError(count, seed + done + 1, seen);
    show(done + count);
  }
  if (error !== undefined) console.log(error);
  const isTelling = seen.counted > runs / 10 && seen.fulfilled > runs / 50 && seen.accepted > runs / 20;
  return [
    {
      name: `disagreements with the naive reading in ${runs} rule sets and ${runs} histories`,
      figure: error === undefined ? '0' : 'at least 1',
      goal: '0',
      isReached: error === undefined,
    },
    {
      name: 'histories with signatures that count, that are complete, and that accept one more',
      figure: `${seen.counted}, ${seen.fulfilled}, ${seen.accepted}`,
      goal: `more than ${runs / 10}, ${runs / 50}, ${runs / 20}`,
      isReached: error !== undefined || isTelling,
    },
  ];
}

function ruleError(numRuns: number, seed: number, seen: Seen): string | undefined {
  const property = fc.property(arbitraryFacts, arbitraryBook, (facts, book) => {
    const { governs, ...rest } = naiveRule(facts, book);
    const rule = effectiveRule(facts, book);
    assert.deepStrictEqual(inNaiveTerms(rule), rest);
    for (const { ruleId, version } of rule.sources) assert(governs.includes(`${ruleId}/${version}`));
    seen.rules += 1;
  });
  return errorOf(fc.check(property, { numRuns, seed }));
}

function historyError(numRuns: number, seed: number, seen: Seen): string | undefined {
  const property = fc.property(arbitraryCollection, arbitraryEffectiveRule, (scenario, rule) => {
    const { collection, moment } = scenario;
    const outcomes = evaluateSignatures(rule, collection, moment);
    const lines = outcomes.map(
      ({ alternative, signatures }) =>
        `${alternative}: ${signatures.map(({ existing, required }) => `${existing}/${required}`).join(' ')}`,
    );
    assert.deepStrictEqual(lines, naiveSignatures(rule, collection, moment));
    const { alternatives, isAccepted } = evaluateUser(rule, collection, moment);
    const entities = alternatives.map((outcome) => (outcome.success ? outcome.entity : undefined));
    assert.deepStrictEqual(entities, naiveUser(rule, collection, moment));
    if (outcomes.some(({ signatures }) => signatures.some(({ existing }) => existing > 0))) seen.counted += 1;
    if (outcomes.some(({ success }) => success)) seen.fulfilled += 1;
    if (isAccepted) seen.accepted += 1;
  });
  return errorOf(fc.check(property, { numRuns, seed }));
}

function errorOf(details: {
  readonly failed: boolean;
  readonly counterexamplePath: string | null;
  readonly errorInstance: unknown;
}): string | undefined {
  return details.failed ? `${String(details.errorInstance)} (path ${details.counterexamplePath})` : undefined;
}
