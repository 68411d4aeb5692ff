import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomRuns } from '../../server/src/platform/testing/random-runs.ts';
import { arbitraryCase, disagreementsOf, evasionsOf } from './signing-shapes-cases.ts';

/** A generous timeout, for a machine under load. */
const timeoutMs = 120_000;

describe('the same money in any form', { timeout: timeoutMs }, () => {
  test('needs no fewer people than one payment, unless an active rule names the kind', () => {
    fc.assert(
      fc.property(arbitraryCase, (payment) => {
        expect(evasionsOf(payment)).toEqual([]);
      }),
      { numRuns: randomRuns(300) },
    );
  });

  test('is signed under the rule that a second, naive reading finds', () => {
    fc.assert(
      fc.property(arbitraryCase, (payment) => {
        expect(disagreementsOf(payment)).toEqual([]);
      }),
      { numRuns: randomRuns(300) },
    );
  });
});
