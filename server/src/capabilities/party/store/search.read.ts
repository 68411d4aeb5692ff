import { sql } from 'kysely';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import { searchWindow } from '../domain/policy.ts';
import {
  classOf,
  type FieldClass,
  fieldsFor,
  type MatchQuality,
  matchScore,
} from '../domain/search-scoring.ts';
import { conditionsForAll, conditionsForAny, type SearchConditions } from './search-conditions.ts';
import type { ExpandedTerm, SearchCriteria, SearchExpansion } from './search-expansion.read.ts';
import { allLettersOf, fieldLetter, lettersOf } from './search-fields.ts';
import { rawQuery } from './tables.ts';

/** A page of search results. */
export interface SearchHits {
  readonly hits: readonly { readonly partyNumber: string; readonly score: number }[];
  /** At most the search window. */
  readonly totalCount: number;
  readonly totalCountIsEstimate: boolean;
}

/** A search with the dictionary's expansion of its terms. */
export interface ExpandedSearch {
  readonly criteria: SearchCriteria;
  readonly expansion: SearchExpansion;
}

// GAP: how many parties one search examines before it stops being exact. ADR-0025
const proposalsMax = 2_000;
const wordsMax = 1_000;
/** This many words certainly match more parties than a search can show. */
const crowdedFrom = 2.5 * searchWindow;
const examinedMax = 2_000;

/** In the order in which the database searches: the best first. */
const scores: readonly number[] = [
  matchScore('current-name', 'exact'),
  matchScore('current-name', 'beginning'),
  matchScore('former-name', 'exact'),
  matchScore('former-name', 'beginning'),
  matchScore('current-name', 'typo'),
  matchScore('former-name', 'typo'),
  matchScore('address', 'exact'),
  matchScore('address', 'beginning'),
  matchScore('address', 'typo'),
  matchScore('party-number', 'exact'),
  matchScore('party-number', 'beginning'),
];

/** A single term is searched in steps: the first step is enough for most searches. */
const leastScores: readonly number[] = [
  matchScore('current-name', 'exact'),
  matchScore('current-name', 'typo'),
  matchScore('address', 'typo'),
];

interface Row {
  readonly party_numbers: readonly string[] | null;
  readonly hit_scores: readonly number[] | null;
  readonly hit_count: number;
  readonly is_exceeded: boolean;
}

/** The filters and the page, as parameters of both database functions. */
interface Common {
  readonly kind: string | null;
  readonly units: readonly string[] | null;
  readonly lat: number | null;
  readonly long: number | null;
  readonly radiusKm: number | null;
  readonly offset: number;
  readonly limit: number;
}

type Tokens = readonly string[] | null;

/** The index conditions, as parameters of the database function. */
interface IndexConditions {
  readonly condition1: Tokens;
  readonly condition2: Tokens;
  readonly condition3: Tokens;
  readonly condition4: Tokens;
  readonly condition5: Tokens;
  readonly exact1: Tokens;
  readonly exact2: Tokens;
  readonly names: Tokens;
  readonly isCrowded: boolean;
}

interface Matching extends Common, IndexConditions {
  readonly numbers: readonly string[];
  readonly beginnings: readonly string[];
  readonly exacts: readonly string[];
  readonly typos: readonly (string | null)[];
  readonly numberBeginnings: readonly (string | null)[];
  readonly extra: Readonly<Record<string, readonly (number | null)[]>> | null;
  readonly scores: readonly number[];
  readonly currentFields: string | null;
  readonly formerFields: string | null;
  readonly addressFields: string | null;
  readonly mustMatch: number;
}

const findMatching = statement<Matching>()((parameters) =>
  rawQuery(sql<Row>`select * from party.search_matching(
    ${parameters.condition1}, ${parameters.condition2}, ${parameters.condition3}, ${parameters.condition4}, ${parameters.condition5},
    ${parameters.exact1}, ${parameters.exact2}, ${parameters.names}, ${parameters.isCrowded}, ${parameters.numbers}, ${parameters.beginnings}, ${parameters.exacts}, ${parameters.typos},
    ${parameters.numberBeginnings}, ${parameters.extra}, ${parameters.scores},
    ${parameters.currentFields}, ${parameters.formerFields}, ${parameters.addressFields}, ${parameters.mustMatch},
    ${parameters.kind}, ${parameters.units}, ${parameters.lat}, ${parameters.long}, ${parameters.radiusKm},
    ${proposalsMax}, ${searchWindow}, ${parameters.offset}, ${parameters.limit})`),
);

interface Newest extends Common {
  readonly term: string;
  readonly typoWords: readonly string[];
  readonly fields: readonly string[];
  readonly exactScores: readonly number[];
  readonly beginningScores: readonly number[];
  readonly typoScores: readonly number[];
  readonly leastScores: readonly number[];
  readonly currentFields: string | null;
  readonly others: readonly string[];
  readonly otherScores: readonly number[];
}

const findNewest = statement<Newest>()((parameters) =>
  rawQuery(sql<Row>`select * from party.search_newest(
    ${parameters.term}, ${parameters.typoWords}, ${parameters.fields}, ${parameters.exactScores}, ${parameters.beginningScores},
    ${parameters.typoScores}, ${parameters.leastScores}, ${parameters.currentFields}, ${parameters.others}, ${parameters.otherScores},
    ${parameters.kind}, ${parameters.units}, ${parameters.lat}, ${parameters.long}, ${parameters.radiusKm},
    ${wordsMax}, ${crowdedFrom}, ${examinedMax}, ${searchWindow}, ${parameters.offset}, ${parameters.limit})`),
);

/** Returns the parties that match the search, best first. */
export async function findHits(db: Reader, parameters: ExpandedSearch): Promise<SearchHits> {
  const { expansion, criteria } = parameters;
  const [only, ...more] = expansion.terms;
  if (only === undefined) return { hits: [], totalCount: 0, totalCountIsEstimate: false };
  if (more.length > 0) return findByTerms(db, parameters);
  if (!isFiltered(criteria)) return hitsOf(await db.first(newestOf(parameters, only, criteria.page)));
  const found = await findByTerms(db, parameters);
  return found.totalCountIsEstimate
    ? hitsOf(await db.first(newestOf(parameters, only, criteria.page)))
    : found;
}

async function findByTerms(db: Reader, parameters: ExpandedSearch): Promise<SearchHits> {
  const { expansion, criteria } = parameters;
  const { terms } = expansion;
  const conditions =
    criteria.mode === 'all' ? conditionsForAll(criteria, expansion) : conditionsForAny(criteria, expansion);
  const drivers = criteria.mode === 'any' ? terms : conditions.all.length === 0 ? longestOf(terms) : [];
  const page = { offset: 0, limit: searchWindow };
  const newest = await Promise.all(drivers.map((term) => db.first(newestOf(parameters, term, page))));
  const proposed = newest.flatMap((row) => row?.party_numbers ?? []);
  const found = hitsOf(await db.first(findMatching(matchingOf(parameters, { conditions, proposed }))));
  const isCutOff = newest.some((row) => row?.is_exceeded === true);
  return { ...found, totalCountIsEstimate: found.totalCountIsEstimate || isCutOff };
}

function longestOf(terms: readonly ExpandedTerm[]): readonly ExpandedTerm[] {
  return terms.toSorted((one, other) => other.word.length - one.word.length).slice(0, 1);
}

function isFiltered({ kind, near, unit }: SearchCriteria): boolean {
  return kind !== undefined || near !== undefined || unit !== undefined;
}

function commonOf({ expansion, criteria }: ExpandedSearch, page: SearchCriteria['page']): Common {
  const { kind, near } = criteria;
  return {
    kind: kind ?? null,
    units: expansion.units ?? null,
    lat: near?.lat ?? null,
    long: near?.long ?? null,
    radiusKm: near?.radiusKm ?? null,
    offset: page.offset,
    limit: page.limit,
  };
}

function newestOf(
  parameters: ExpandedSearch,
  term: ExpandedTerm,
  page: SearchCriteria['page'],
): ReturnType<typeof findNewest> {
  const fields = [...fieldsFor(parameters.criteria.fields)];
  const scoresOf = (quality: MatchQuality): readonly number[] =>
    fields.map((field) => matchScore(classOf(field), quality));
  const { others } = term;
  return findNewest({
    ...commonOf(parameters, page),
    term: term.word,
    typoWords: term.typoWords,
    fields: fields.map(fieldLetter),
    exactScores: scoresOf('exact'),
    beginningScores: scoresOf('beginning'),
    typoScores: scoresOf('typo'),
    leastScores,
    currentFields: selectedLetters('current-name', parameters.criteria),
    others: others.map(({ partyNumber }) => partyNumber),
    otherScores: others.map(({ score }) => score),
  });
}

interface Proposals {
  readonly conditions: SearchConditions;
  readonly proposed: readonly string[];
}

function matchingOf(parameters: ExpandedSearch, { conditions, proposed }: Proposals): Matching {
  const { criteria } = parameters;
  const { terms } = parameters.expansion;
  const letters = (fieldClass: FieldClass): string | null => selectedLetters(fieldClass, criteria);
  return {
    ...commonOf(parameters, criteria.page),
    ...indexConditionsOf(conditions),
    numbers: [...proposed, ...terms.flatMap(({ others }) => others.map(({ partyNumber }) => partyNumber))],
    beginnings: terms.map(({ word }) => ` ${word}`),
    exacts: terms.map(({ word }) => ` ${word}/`),
    typos: terms.map(({ typoParts }) => (typoParts.length === 0 ? null : typoParts.join(' '))),
    numberBeginnings: terms.map(({ partyNumber }) => partyNumber ?? null),
    extra: extraOf(terms),
    scores,
    currentFields: letters('current-name'),
    formerFields: letters('former-name'),
    addressFields: letters('address'),
    mustMatch: criteria.mode === 'all' ? terms.length : 1,
  };
}

function indexConditionsOf({ all, better, isCrowded }: SearchConditions): IndexConditions {
  const [condition1 = null, condition2 = null, condition3 = null, condition4 = null, condition5 = null] = all;
  const [exact1, exact2] = better?.exact ?? [null, null];
  return {
    condition1,
    condition2,
    condition3,
    condition4,
    condition5,
    exact1,
    exact2,
    names: better?.names ?? null,
    isCrowded,
  };
}

/** Returns null if the search covers all fields of a class, which is the usual and the cheap case. */
function selectedLetters(fieldClass: FieldClass, { fields }: SearchCriteria): string | null {
  const letters = lettersOf(fieldClass, fieldsFor(fields));
  return letters.length === allLettersOf(fieldClass).length ? null : letters.join('');
}

/** Maps each party number to the score of each term. */
function extraOf(terms: readonly ExpandedTerm[]): Matching['extra'] {
  const worth = new Map<string, (number | null)[]>();
  for (const [place, { others }] of terms.entries()) {
    for (const { partyNumber, score } of others) {
      const list = worth.get(partyNumber) ?? terms.map(() => null);
      list[place] = Math.max(score, list[place] ?? 0);
      worth.set(partyNumber, list);
    }
  }
  return worth.size === 0 ? null : Object.fromEntries(worth);
}

function hitsOf(row: Row | undefined): SearchHits {
  const numbers = row?.party_numbers ?? [];
  return {
    hits: numbers.map((partyNumber, place) => ({ partyNumber, score: row?.hit_scores?.[place] ?? 0 })),
    totalCount: row?.hit_count ?? 0,
    totalCountIsEstimate: row?.is_exceeded ?? false,
  };
}
