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
import { written } from './tables.ts';

/** A page of what was found. */
export interface SearchHits {
  readonly hits: readonly { readonly partyNumber: string; readonly score: number }[];
  /** At most the window of a search. */
  readonly totalCount: number;
  readonly totalCountIsEstimate: boolean;
}

/** A search, and what the dictionary said to it. */
export interface SearchAsked {
  readonly criteria: SearchCriteria;
  readonly expansion: SearchExpansion;
}

// GAP: how many parties one search looks at before it stops being exact. ADR-0025
const proposalsMax = 2_000;
const wordsMax = 1_000;
/** So many words are certainly those of more parties than a search can show. */
const crowdedFrom = 2.5 * searchWindow;
const lookedAtMax = 2_000;

/** In the order in which the database looks for them: the best first. */
const scores: readonly number[] = [
  matchScore('current-name', 'exact'),
  matchScore('current-name', 'beginning'),
  matchScore('former-name', 'exact'),
  matchScore('former-name', 'beginning'),
  matchScore('current-name', 'slip'),
  matchScore('former-name', 'slip'),
  matchScore('address', 'exact'),
  matchScore('address', 'beginning'),
  matchScore('address', 'slip'),
  matchScore('party-number', 'exact'),
  matchScore('party-number', 'beginning'),
];

/** One term is looked for in steps: most searches find enough in the first. */
const leastScores: readonly number[] = [
  matchScore('current-name', 'exact'),
  matchScore('current-name', 'slip'),
  matchScore('address', 'slip'),
];

interface Row {
  readonly party_numbers: readonly string[] | null;
  readonly hit_scores: readonly number[] | null;
  readonly hit_count: number;
  readonly is_exceeded: boolean;
}

/** The filters and the page, as both functions take them. */
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

/** What the index is asked, as the function takes it. */
interface Asking {
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

interface Matching extends Common, Asking {
  readonly numbers: readonly string[];
  readonly beginnings: readonly string[];
  readonly exacts: readonly string[];
  readonly slips: readonly (string | null)[];
  readonly numberBeginnings: readonly (string | null)[];
  readonly extra: Readonly<Record<string, readonly (number | null)[]>> | null;
  readonly scores: readonly number[];
  readonly currentFields: string | null;
  readonly formerFields: string | null;
  readonly addressFields: string | null;
  readonly mustMatch: number;
}

const findMatching = statement<Matching>()((asked) =>
  written(sql<Row>`select * from party.search_matching(
    ${asked.condition1}, ${asked.condition2}, ${asked.condition3}, ${asked.condition4}, ${asked.condition5},
    ${asked.exact1}, ${asked.exact2}, ${asked.names}, ${asked.isCrowded}, ${asked.numbers}, ${asked.beginnings}, ${asked.exacts}, ${asked.slips},
    ${asked.numberBeginnings}, ${asked.extra}, ${asked.scores},
    ${asked.currentFields}, ${asked.formerFields}, ${asked.addressFields}, ${asked.mustMatch},
    ${asked.kind}, ${asked.units}, ${asked.lat}, ${asked.long}, ${asked.radiusKm},
    ${proposalsMax}, ${searchWindow}, ${asked.offset}, ${asked.limit})`),
);

interface Newest extends Common {
  readonly term: string;
  readonly slipWords: readonly string[];
  readonly fields: readonly string[];
  readonly exactScores: readonly number[];
  readonly beginningScores: readonly number[];
  readonly slipScores: readonly number[];
  readonly leastScores: readonly number[];
  readonly currentFields: string | null;
  readonly others: readonly string[];
  readonly otherScores: readonly number[];
}

const findNewest = statement<Newest>()((asked) =>
  written(sql<Row>`select * from party.search_newest(
    ${asked.term}, ${asked.slipWords}, ${asked.fields}, ${asked.exactScores}, ${asked.beginningScores},
    ${asked.slipScores}, ${asked.leastScores}, ${asked.currentFields}, ${asked.others}, ${asked.otherScores},
    ${asked.kind}, ${asked.units}, ${asked.lat}, ${asked.long}, ${asked.radiusKm},
    ${wordsMax}, ${crowdedFrom}, ${lookedAtMax}, ${searchWindow}, ${asked.offset}, ${asked.limit})`),
);

/** Who meets the search, the best first. */
export async function findHits(db: Reader, asked: SearchAsked): Promise<SearchHits> {
  const { expansion, criteria: sought } = asked;
  const [only, ...more] = expansion.terms;
  if (only === undefined) return { hits: [], totalCount: 0, totalCountIsEstimate: false };
  if (more.length > 0) return findByTerms(db, asked);
  if (!isFiltered(sought)) return hitsOf(await db.first(newestOf(asked, only, sought.page)));
  const found = await findByTerms(db, asked);
  return found.totalCountIsEstimate ? hitsOf(await db.first(newestOf(asked, only, sought.page))) : found;
}

async function findByTerms(db: Reader, asked: SearchAsked): Promise<SearchHits> {
  const { expansion, criteria: sought } = asked;
  const { terms } = expansion;
  const conditions =
    sought.mode === 'all' ? conditionsForAll(sought, expansion) : conditionsForAny(sought, expansion);
  const drivers = sought.mode === 'any' ? terms : conditions.all.length === 0 ? longestOf(terms) : [];
  const page = { offset: 0, limit: searchWindow };
  const newest = await Promise.all(drivers.map((term) => db.first(newestOf(asked, term, page))));
  const proposed = newest.flatMap((row) => row?.party_numbers ?? []);
  const found = hitsOf(await db.first(findMatching(matchingOf(asked, { conditions, proposed }))));
  const isCutOff = newest.some((row) => row?.is_exceeded === true);
  return { ...found, totalCountIsEstimate: found.totalCountIsEstimate || isCutOff };
}

function longestOf(terms: readonly ExpandedTerm[]): readonly ExpandedTerm[] {
  return terms.toSorted((one, other) => other.word.length - one.word.length).slice(0, 1);
}

function isFiltered({ kind, near, unit }: SearchCriteria): boolean {
  return kind !== undefined || near !== undefined || unit !== undefined;
}

function commonOf({ expansion, criteria: sought }: SearchAsked, page: SearchCriteria['page']): Common {
  const { kind, near } = sought;
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
  asked: SearchAsked,
  term: ExpandedTerm,
  page: SearchCriteria['page'],
): ReturnType<typeof findNewest> {
  const fields = [...fieldsFor(asked.criteria.fields)];
  const scoresOf = (quality: MatchQuality): readonly number[] =>
    fields.map((field) => matchScore(classOf(field), quality));
  const { others } = term;
  return findNewest({
    ...commonOf(asked, page),
    term: term.word,
    slipWords: term.slipWords,
    fields: fields.map(fieldLetter),
    exactScores: scoresOf('exact'),
    beginningScores: scoresOf('beginning'),
    slipScores: scoresOf('slip'),
    leastScores,
    currentFields: keptLetters('current-name', asked.criteria),
    others: others.map(({ partyNumber }) => partyNumber),
    otherScores: others.map(({ score }) => score),
  });
}

interface Proposals {
  readonly conditions: SearchConditions;
  readonly proposed: readonly string[];
}

function matchingOf(asked: SearchAsked, { conditions, proposed }: Proposals): Matching {
  const { criteria: sought } = asked;
  const { terms } = asked.expansion;
  const kept = (fieldClass: FieldClass): string | null => keptLetters(fieldClass, sought);
  return {
    ...commonOf(asked, sought.page),
    ...askingOf(conditions),
    numbers: [...proposed, ...terms.flatMap(({ others }) => others.map(({ partyNumber }) => partyNumber))],
    beginnings: terms.map(({ word }) => ` ${word}`),
    exacts: terms.map(({ word }) => ` ${word}/`),
    slips: terms.map(({ slipParts }) => (slipParts.length === 0 ? null : slipParts.join(' '))),
    numberBeginnings: terms.map(({ partyNumber }) => partyNumber ?? null),
    extra: extraOf(terms),
    scores,
    currentFields: kept('current-name'),
    formerFields: kept('former-name'),
    addressFields: kept('address'),
    mustMatch: sought.mode === 'all' ? terms.length : 1,
  };
}

function askingOf({ all, better, isCrowded }: SearchConditions): Asking {
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

/** Null where a search looks at all fields of a class, which is the usual and the cheap case. */
function keptLetters(fieldClass: FieldClass, { fields }: SearchCriteria): string | null {
  const letters = lettersOf(fieldClass, fieldsFor(fields));
  return letters.length === allLettersOf(fieldClass).length ? null : letters.join('');
}

/** Party number → what each term is worth there. */
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
