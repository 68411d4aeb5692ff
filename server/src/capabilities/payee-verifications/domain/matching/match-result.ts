/** SPEC xs2a-2026 2.2. */
export const matchCodes = ['MTCH', 'CMTC', 'NMTC', 'NOAP'] as const;
export type MatchCode = (typeof matchCodes)[number];

/** Numbers of the rules by which a result was found; docs/payee-matching.md explains them. */
export const matchRules = [
  'none',
  '2.1',
  '2.2',
  '2.3',
  '2.4',
  '2.5',
  '2.6',
  '2.7',
  '2.8',
  '3.1',
  '3.2',
  '3.3',
  '3.4',
  '4',
  '5.1',
  '5.2',
  '6',
] as const;
export type MatchRule = (typeof matchRules)[number];

/** How two names compare. */
export interface NameMatch {
  readonly code: Exclude<MatchCode, 'NOAP'>;
  readonly rule: MatchRule;
}

export const noMatch: NameMatch = { code: 'NMTC', rule: 'none' };

const ranks = { MTCH: 2, CMTC: 1, NMTC: 0 } as const;

/** Returns the better one; of equal ones the first. */
export function betterMatch<Match extends NameMatch>(one: Match, other: Match): Match {
  return ranks[other.code] > ranks[one.code] ? other : one;
}

/** Compares until a match is found, because no other can be better. */
export function bestOf<Candidate>(
  candidates: Iterable<Candidate>,
  compare: (candidate: Candidate) => NameMatch,
): NameMatch {
  let best = noMatch;
  for (const candidate of candidates) {
    best = betterMatch(best, compare(candidate));
    if (best.code === 'MTCH') return best;
  }
  return best;
}
