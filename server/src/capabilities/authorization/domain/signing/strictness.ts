import { type Alternative, levelCount, sumRequired } from './rule.ts';

/** How hard a rule is to fulfil: what its easiest alternative requires. */
export interface Strictness {
  readonly signatures: number;
  readonly levels: number;
}

/** Returns the strictness of a list of alternatives: that of the easiest, because signers may choose it. */
export function strictnessOf(alternatives: readonly Alternative[]): Strictness {
  let easiest: Strictness = { signatures: Number.POSITIVE_INFINITY, levels: Number.POSITIVE_INFINITY };
  for (const alternative of alternatives) {
    const next = { signatures: sumRequired(alternative), levels: levelCount(alternative) };
    if (compareStrictness(next, easiest) < 0) easiest = next;
  }
  return easiest;
}

/** Returns a positive number when the left one is stricter: more signatures, then more levels. */
export function compareStrictness(left: Strictness, right: Strictness): number {
  if (left.signatures !== right.signatures) return left.signatures < right.signatures ? -1 : 1;
  if (left.levels !== right.levels) return left.levels < right.levels ? -1 : 1;
  return 0;
}
