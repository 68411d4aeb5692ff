import {
  beginningToken,
  cellTokensAround,
  isShort,
  manyPairsToken,
  namePairToken,
  pairToken,
  type SearchToken,
  unitToken,
  wordToken,
} from '../domain/search-tokens.ts';
import type { ExpandedTerm, SearchCriteria, SearchExpansion } from './search-expansion.read.ts';

/** What the index is asked: whoever has a token of each list is proposed. */
export interface SearchConditions {
  readonly all: readonly (readonly SearchToken[])[];
  /** For when too many are proposed: two terms to the letter, and both of them in names. */
  readonly better: BetterConditions | undefined;
  /** Whether too many are to be expected. */
  readonly isCrowded: boolean;
}

interface BetterConditions {
  readonly exact: readonly [readonly SearchToken[], readonly SearchToken[]];
  readonly names: readonly SearchToken[];
}

/** So few are looked at one by one, sooner than asking the index for more than one thing. */
const fewBearersMax = 40;
/** From so many times the bearers of the other term on, a second list of words costs more than it spares. */
const lopsidedFrom = 30;
/** Three terms make three pairs; more would cost more than they spare. */
const pairedMax = 3;
const pairTokensMax = 60;
/** All pairs of a search for any term together. Each token costs a list of the index, and vague terms have long ones. */
const anyTokensMax = 120;
const unitsMax = 200;
const crowdedFrom = 3_000;
const vagueLettersMax = 3;

interface Paired {
  readonly term: ExpandedTerm;
  readonly beginnings: readonly string[];
}

/** Conditions that everybody who meets all terms fulfils. None: the index cannot help. */
export function conditionsForAll(criteria: SearchCriteria, expansion: SearchExpansion): SearchConditions {
  const paired = pairedTerms(expansion.terms);
  const filters = filterConditions(criteria, expansion);
  const [first, second, third] = paired.slice(0, pairedMax);
  if (first === undefined) return { all: filters, better: undefined, isCrowded: false };
  if (second === undefined || bearersOf(first) <= fewBearersMax)
    return { all: [narrowCondition(first), ...filters], better: undefined, isCrowded: false };
  const asked = [
    pairCondition(first, second),
    ...(third === undefined ? [] : [pairCondition(first, third)]),
  ].filter((condition) => condition.length <= pairTokensMax);
  const isLopsided = (second.term.bearers ?? 0) > lopsidedFrom * bearersOf(first);
  return {
    all: [
      ...asked,
      narrowCondition(first),
      ...(third !== undefined || isLopsided ? [] : [narrowCondition(second)]),
      ...filters,
    ],
    better: {
      exact: [[wordToken(first.term.word)], [wordToken(second.term.word)]],
      names: pairCondition(first, second, namePairToken),
    },
    isCrowded: isCrowded(first, second),
  };
}

/** Whether a common word is sought with the beginning of very many. */
function isCrowded(first: Paired, second: Paired): boolean {
  const isVague = second.term.words === undefined && Array.from(second.term.word).length <= vagueLettersMax;
  return bearersOf(first) > crowdedFrom && isVague;
}

/**
 * One condition that parties fulfil who meet at least two of the terms. Vague terms that would make it too expensive
 * are left out: then a party may be missed that meets two vague terms and is not among the newest of either, which
 * only happens where those lists are cut off and the total is reported as an estimate.
 */
export function conditionsForAny(criteria: SearchCriteria, expansion: SearchExpansion): SearchConditions {
  const tokens = anyPairs(pairedTerms(expansion.terms));
  const filters = filterConditions(criteria, expansion);
  return {
    all: tokens.size === 0 ? [] : [[...tokens], ...filters],
    better: undefined,
    isCrowded: false,
  };
}

/** Tokens of all pairs among the rarest terms, as many terms as the limit allows. */
function anyPairs(paired: readonly Paired[]): ReadonlySet<SearchToken> {
  const kept: Paired[] = [];
  let tokens: ReadonlySet<SearchToken> = new Set();
  for (const term of paired) {
    const next = new Set([...tokens, ...kept.flatMap((other) => pairCondition(other, term))]);
    if (next.size > anyTokensMax) continue;
    kept.push(term);
    tokens = next;
  }
  return tokens;
}

/**
 * Terms whose words begin in few ways, the rarest first. A term that may be somebody's number is met by more than its
 * words; those parties are proposed by number.
 */
function pairedTerms(terms: readonly ExpandedTerm[]): readonly Paired[] {
  return terms
    .flatMap((term) =>
      term.beginnings === undefined || term.hasManyNumbers ? [] : [{ term, beginnings: term.beginnings }],
    )
    .toSorted(
      (one, other) => bearersOf(one) - bearersOf(other) || other.term.word.length - one.term.word.length,
    );
}

/** Of words that nobody listed we only know that they are many. */
const unlistedBearers = 1_000_000_000;

function bearersOf({ term }: Paired): number {
  return term.bearers ?? unlistedBearers;
}

function pairCondition(one: Paired, other: Paired, token = pairToken): readonly SearchToken[] {
  const tokens = new Set([manyPairsToken]);
  for (const beginning of one.beginnings)
    for (const second of other.beginnings) tokens.add(token(beginning, second));
  for (const common of commonTokens(one, other)) tokens.add(common);
  for (const word of [...one.term.rareSlips, ...other.term.rareSlips]) tokens.add(wordToken(word));
  return [...tokens];
}

/** Two terms may be met by one and the same word. */
function commonTokens(one: Paired, other: Paired): readonly SearchToken[] {
  const [short, long] =
    one.term.word.length <= other.term.word.length ? [one.term, other] : [other.term, one];
  const { term } = long;
  const isCommon = (word: string): boolean =>
    (word.startsWith(short.word) || short.slipWords.includes(word)) &&
    (word.startsWith(term.word) || term.slipWords.includes(word));
  return [
    ...(term.word.startsWith(short.word) ? beginningsOf(long).map(beginningToken) : []),
    ...[...short.slipWords, ...term.slipWords].filter(isCommon).map(wordToken),
  ];
}

/** All words of a term, or how they begin. */
function narrowCondition({ beginnings, term }: Paired): readonly SearchToken[] {
  const listed = wordCondition(term);
  if (listed !== undefined) return listed;
  return [...beginningsOf({ beginnings, term }).map(beginningToken), ...term.slipWords.map(wordToken)];
}

/** Beginnings of one or two letters are not in the index; what they go on with is. */
function beginningsOf({ beginnings, term }: Paired): readonly string[] {
  return isShort(term.word) ? beginnings : [term.word];
}

function wordCondition({ slipWords, words }: ExpandedTerm): readonly SearchToken[] | undefined {
  return words && [...new Set([...words, ...slipWords])].map(wordToken);
}

function filterConditions(
  { near }: SearchCriteria,
  { units }: SearchExpansion,
): readonly (readonly SearchToken[])[] {
  return [
    ...(units === undefined || units.length > unitsMax ? [] : [units.map(unitToken)]),
    ...(near === undefined ? [] : [cellTokensAround(near)]),
  ];
}
