import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Figure, progress } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import { arbitraryCase, disagreementsOf, evasionsOf } from './signing-shapes-cases.ts';

const sizes: Readonly<Record<Scale, number>> = { ci: 500, night: 5_000, full: 20_000 };

/** The size of random values grows with the number of the run; lots keep it bounded. */
const lot = 1_000;

/**
 * Tests that no form of the same money needs fewer people than one payment of the sum, through the decision of approvals
 * and signing rules together, and that a second, naive reading finds the same rules.
 */
export async function tortureSigningShapes({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  const cases = sizes[scale];
  const show = progress('cases', cases);
  let evasions = 0;
  let disagreements = 0;
  for (let from = 0; from < cases; from += lot) {
    fc.assert(
      fc.property(arbitraryCase, (payment) => {
        evasions += evasionsOf(payment).length;
        disagreements += disagreementsOf(payment).length;
        assert.deepEqual([evasions, disagreements], [0, 0]);
      }),
      { numRuns: Math.min(lot, cases - from), seed: seed + from },
    );
    show(Math.min(cases, from + lot));
  }
  return [
    {
      name: `groups of people that suffice for another form only, in ${cases} rule sets with their transfers`,
      figure: String(evasions),
      goal: '0',
      isReached: evasions === 0,
    },
    {
      name: 'forms whose rule a naive reading finds to be another one',
      figure: String(disagreements),
      goal: '0',
      isReached: disagreements === 0,
    },
  ];
}
