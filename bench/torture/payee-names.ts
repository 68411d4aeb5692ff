import { matchPayee } from '../../server/src/capabilities/payee-verifications/domain/matching/match-payee.ts';
import {
  drawsFrom,
  namePairs,
} from '../../server/src/capabilities/payee-verifications/testing/name-pairs.suite.ts';
import type { Figure } from '../harness/report.ts';

const codes = ['MTCH', 'CMTC', 'NMTC'] as const;
type Code = (typeof codes)[number];

/** How often each expected result got each result. */
export interface Confusion {
  readonly pairs: number;
  readonly count: (expected: Code, found: Code) => number;
  /** By the change that made the given name. */
  readonly byChange: ReadonlyMap<
    string,
    { readonly expected: Code; readonly right: number; readonly all: number }
  >;
  readonly microseconds: number;
  readonly figures: readonly Figure[];
}

const wrongMax = 0.005;
const microsecondsMax = 1_000;

/** Compares generated pairs of names. */
export function comparePairs(pairs: number, seed: number): Confusion {
  const generated = [...namePairs(pairs, drawsFrom(seed))];
  const before = process.cpuUsage();
  const found = generated.map(({ given, holders }) => matchPayee(holders, given).code);
  const used = process.cpuUsage(before);
  const counts = new Map<string, number>();
  const byChange = new Map<string, { expected: Code; right: number; all: number }>();
  generated.forEach(({ change, expected }, place) => {
    const code = found[place] ?? 'NMTC';
    counts.set(`${expected} ${code}`, (counts.get(`${expected} ${code}`) ?? 0) + 1);
    const known = byChange.get(change) ?? { expected, right: 0, all: 0 };
    byChange.set(change, { expected, right: known.right + (code === expected ? 1 : 0), all: known.all + 1 });
  });
  const count = (expected: Code, code: Code): number => counts.get(`${expected} ${code}`) ?? 0;
  const wrong = pairs - codes.reduce((sum, code) => sum + count(code, code), 0);
  const microseconds = Math.round((used.user + used.system) / pairs);
  return {
    pairs,
    count,
    byChange,
    microseconds,
    figures: [
      {
        name: `of ${pairs} pairs of names (seed ${seed}) with another result than expected; names of others that match`,
        figure: `${wrong}; ${count('NMTC', 'MTCH')}`,
        goal: `< ${pairs * wrongMax}; 0`,
        isReached: wrong < pairs * wrongMax && count('NMTC', 'MTCH') === 0,
      },
      {
        name: 'processor time of a comparison of names',
        figure: `${microseconds} µs`,
        goal: `< ${microsecondsMax} µs`,
        isReached: microseconds < microsecondsMax,
      },
    ],
  };
}

/** Returns the page about matching, with the confusion matrix. */
export function matchingPage({ byChange, count, pairs }: Confusion): string {
  const matrix = codes.map(
    (expected) => `| ${expected} | ${codes.map((code) => count(expected, code)).join(' | ')} |`,
  );
  const changes = [...byChange].map(
    ([change, { all, expected, right }]) => `| ${change} | ${expected} | ${right} of ${all} |`,
  );
  return `${intro}
## Confusion matrix

${pairs.toLocaleString('en')} generated pairs with a known result; \`npm run torture -- payees\` writes this page. Rows are what a person expects by how the pair was made, columns what the rules say.

| expected | ${codes.join(' | ')} |
|---|---|---|---|
${matrix.join('\n')}

Pairs with another result are typos that change nothing: two equal letters swapped, or a letter less in a spelling that has two (*Bjoern*, *Bjorn*).

| Change | Expected | As expected |
|---|---|---|
${changes.join('\n')}
`;
}

const intro = `# Matching of payees

How the name that a payer gives is compared with the holders of an account. The rules are in [domain/matching](../server/src/capabilities/payee-verifications/domain/matching); every result is logged with the number of its rule. The scheme publishes recommendations only: the rules are ours ([ADR 0099](adr/0099-payee-verification.md)).

| Rule | Result | When |
|---|---|---|
| 2.1 | match | the same words in any order; titles do not count, middle names may be missing |
| 2.2 | match | the same, written together |
| 2.3 | close | surname equal, initials fit |
| 2.4 | close | one name more |
| 2.5 | close | particles of the surname are missing |
| 2.6 | close | one half of a double surname |
| 2.7 | close | a former surname, or the one at birth |
| 2.8 | close | a short form of the first name |
| 3.1 | match | a firm: equal without its legal form, and the form equal or missing on one side |
| 3.2 | close | equal, but another legal form |
| 3.3 | close | the leading part, with two words or more and 60 % of the letters |
| 3.4 | close | the initials of three words or more |
| 4 | close | typos: none in words of up to 3 letters, one up to 7, else two; in all none below 5 letters, one below 10, two below 20, else three; 85 % of the letters equal |
| 5.1 | match | several people, each another holder |
| 5.2 | close | several people, one of them a holder |
| 6 | match or none | identifiers of organisations, letters and digits only |
| none | no match | no rule applies |

Letters are compared in basic Latin: marks are dropped, ä ö ü ø å are read in two ways, Greek by ELOT 743, Cyrillic by the Bulgarian law of 2009. Letters of other scripts are compared as they are.
`;
