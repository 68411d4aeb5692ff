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

/** Conditions for the index: it proposes the parties that have a token of each list. */
export interface SearchConditions {
  readonly all: readonly (readonly SearchToken[])[];
  /** Used when too many parties are proposed: two terms that match exactly, and both of them in names. */
  readonly better: BetterConditions | undefined;
  /** Whether too many proposals are expected. */
  readonly isCrowded: boolean;
}

interface BetterConditions {
  readonly exact: readonly [readonly SearchToken[], readonly SearchToken[]];
  readonly names: readonly SearchToken[];
}

/** With so few parties, checking each is cheaper than another index condition. */
const fewBearersMax = 40;
/** If the other term has this many times fewer parties, a second list of words costs more than it saves. */
const lopsidedFrom = 30;
/** Three terms make three pairs; more would cost more than they save. */
const pairedMax = 3;
const pairTokensMax = 60;
/**
 * Maximum number of pair tokens in a search for any term. Each token costs one index list, and vague terms have long
 * ones.
 */
const anyTokensMax = 120;
const unitsMax = 200;
const crowdedFrom = 3_000;
const vagueLettersMax = 3;

interface Paired {
  readonly term: ExpandedTerm;
  readonly beginnings: readonly string[];
}

/** Returns conditions that every party matching all terms meets. Empty: the index cannot help. */
export function conditionsForAll(criteria: SearchCriteria, expansion: SearchExpansion): SearchConditions {
  const paired = pairedTerms(expansion.terms);
  const filters = filterConditions(criteria, expansion);
  const [first, second, third] = paired.slice(0, pairedMax);
  if (first === undefined) return { all: filters, better: undefined, isCrowded: false };
  if (second === undefined || bearersOf(first) <= fewBearersMax)
    return { all: [narrowCondition(first), ...filters], better: undefined, isCrowded: false };
  const conditions = [
    pairCondition(first, second),
    ...(third === undefined ? [] : [pairCondition(first, third)]),
  ].filter((condition) => condition.length <= pairTokensMax);
  const isLopsided = (second.term.bearers ?? 0) > lopsidedFrom * bearersOf(first);
  return {
    all: [
      ...conditions,
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

/** Returns whether a common word is combined with a prefix of very many words. */
function isCrowded(first: Paired, second: Paired): boolean {
  const isVague = second.term.words === undefined && Array.from(second.term.word).length <= vagueLettersMax;
  return bearersOf(first) > crowdedFrom && isVague;
}

/**
 * Returns one condition that parties meet which match at least two of the terms. Leaves out vague terms that would
 * make it too expensive: a party that matches two vague terms and is not among the newest of either may then be
 * missed, which only happens where those lists are cut off and the total is reported as an estimate.
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

/** Returns the tokens of all pairs among the rarest terms, for as many terms as the limit allows. */
function anyPairs(paired: readonly Paired[]): ReadonlySet<SearchToken> {
  const selected: Paired[] = [];
  let tokens: ReadonlySet<SearchToken> = new Set();
  for (const term of paired) {
    const next = new Set([...tokens, ...selected.flatMap((other) => pairCondition(other, term))]);
    if (next.size > anyTokensMax) continue;
    selected.push(term);
    tokens = next;
  }
  return tokens;
}

/**
 * Returns the terms whose words have few prefixes, the rarest first. A term that may be a party number matches more
 * than its words; those parties are proposed by number.
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

/** Stands for the count of parties where the words of a term are not listed because they are too many. */
const unlistedBearers = 1_000_000_000;

function bearersOf({ term }: Paired): number {
  return term.bearers ?? unlistedBearers;
}

function pairCondition(one: Paired, other: Paired, token = pairToken): readonly SearchToken[] {
  const tokens = new Set([manyPairsToken]);
  for (const beginning of one.beginnings)
    for (const second of other.beginnings) tokens.add(token(beginning, second));
  for (const common of commonTokens(one, other)) tokens.add(common);
  for (const word of [...one.term.rareTypoWords, ...other.term.rareTypoWords]) tokens.add(wordToken(word));
  return [...tokens];
}

/** Two terms may match the same word. */
function commonTokens(one: Paired, other: Paired): readonly SearchToken[] {
  const [short, long] =
    one.term.word.length <= other.term.word.length ? [one.term, other] : [other.term, one];
  const { term } = long;
  const isCommon = (word: string): boolean =>
    (word.startsWith(short.word) || short.typoWords.includes(word)) &&
    (word.startsWith(term.word) || term.typoWords.includes(word));
  return [
    ...(term.word.startsWith(short.word) ? beginningsOf(long).map(beginningToken) : []),
    ...[...short.typoWords, ...term.typoWords].filter(isCommon).map(wordToken),
  ];
}

/** Returns all words of a term, or their prefixes. */
function narrowCondition({ beginnings, term }: Paired): readonly SearchToken[] {
  const listed = wordCondition(term);
  if (listed !== undefined) return listed;
  return [...beginningsOf({ beginnings, term }).map(beginningToken), ...term.typoWords.map(wordToken)];
}

/** Prefixes of one or two letters are not in the index; longer ones are. */
function beginningsOf({ beginnings, term }: Paired): readonly string[] {
  return isShort(term.word) ? beginnings : [term.word];
}

function wordCondition({ typoWords, words }: ExpandedTerm): readonly SearchToken[] | undefined {
  return words && [...new Set([...words, ...typoWords])].map(wordToken);
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
