import { sql } from 'kysely';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import { deletionsOf, isMistyped, isWithinOneTypo } from '../domain/edit-distance.ts';
import { searchFuzzyMin, searchWindow } from '../domain/policy.ts';
import type { SearchFieldName } from '../domain/queries.ts';
import { fieldsFor, matchScore, type SearchField } from '../domain/search-scoring.ts';
import { partyNumberTypos, type SearchTerm } from '../domain/search-terms.ts';
import { beginningOf, isShort } from '../domain/search-tokens.ts';
import { fieldLetter } from './search-fields.ts';
import { rawQuery } from './tables.ts';

/** A search: terms, fields and filters. */
export interface SearchCriteria {
  readonly bankId: string;
  readonly terms: readonly SearchTerm[];
  readonly mode: 'any' | 'all';
  readonly fields: readonly SearchFieldName[];
  readonly kind?: string | undefined;
  /** Only parties of this unit and of the units below it. */
  readonly unit?: string | undefined;
  readonly near?: { readonly lat: number; readonly long: number; readonly radiusKm: number } | undefined;
  readonly page: { readonly offset: number; readonly limit: number };
}

/** A party that matches a term by its number, with the score. */
interface OtherMatch {
  readonly partyNumber: string;
  readonly score: number;
}

/** A term with everything it may match. */
export interface ExpandedTerm extends SearchTerm {
  /** Words that begin with the term, unless there are too many. */
  readonly words: readonly string[] | undefined;
  /** Words within one typo of the term. */
  readonly typoWords: readonly string[];
  /** The same words as stored in an entry, each with its field. */
  readonly typoParts: readonly string[];
  /** Those typo words that very few parties have; these parties are always examined. */
  readonly rareTypoWords: readonly string[];
  /** Prefixes of all other words; undefined when there are too many. */
  readonly beginnings: readonly string[] | undefined;
  /** Approximate number of parties that have one of the words; undefined when the words are not listed. */
  readonly bearers: number | undefined;
  /** Parties whose number it may be. */
  readonly others: readonly OtherMatch[];
  /** Whether the term is the prefix of more numbers than are listed. */
  readonly hasManyNumbers: boolean;
}

/** The result of looking up the terms of a search in the dictionary. */
export interface SearchExpansion {
  readonly terms: readonly ExpandedTerm[];
  readonly units: readonly string[] | undefined;
}

/** A longer list of words does not help the index. */
const wordsMax = 40;
const rareBearersMax = 30;
/** Maximum number of parties examined for their number; a search with one term lists as many as it can show. */
const numbersMax = 200;

interface ExpansionRow {
  readonly beginnings: readonly string[];
  readonly wordsMax: number;
  readonly shortTerms: readonly string[];
  readonly typos: readonly string[];
  readonly numberBeginnings: readonly string[];
  readonly numbersMax: number;
  readonly numbers: readonly string[];
}

interface WordMatch {
  readonly source: string;
  readonly term: string;
  readonly found: string;
  readonly fields: string;
  readonly bearers: number;
}

const expand = statement<ExpansionRow>()((parameters) =>
  rawQuery(sql<WordMatch>`select source, term, found, fields, bearers from party.search_expand(
    ${parameters.beginnings}, ${parameters.wordsMax}, ${parameters.shortTerms}, ${parameters.typos},
    ${parameters.numberBeginnings}, ${parameters.numbersMax}, ${parameters.numbers})`),
);

const unitTree = statement<{ readonly unit: string }>()(({ unit }) =>
  rawQuery(sql<{ units: readonly string[] }>`select party.unit_tree(${unit}) as units`),
);

/** Looks up in the dictionary what each term may match: one round trip, whatever the number of terms. */
export async function expandTerms(db: Reader, criteria: SearchCriteria): Promise<SearchExpansion> {
  const { fields, terms, unit } = criteria;
  const numbered: readonly SearchTerm[] = fields.includes('party-number') ? terms.filter(hasNumber) : [];
  const listedMax = terms.length === 1 ? searchWindow : numbersMax;
  const words = isOneAlone(criteria) ? [] : terms.map(({ word }) => word);
  const rows = db.rows(
    expand({
      beginnings: words.filter((word) => !isShort(word)),
      wordsMax: wordsMax + 1,
      shortTerms: words.filter(isShort),
      typos: terms.filter(isFuzzy).flatMap(({ word }) => [word, ...deletionsOf(word)]),
      numberBeginnings: numbered.flatMap(({ partyNumber = '' }) => bothCases(partyNumber)),
      numbersMax: listedMax + 1,
      numbers: numbered.flatMap(({ partyNumber = '' }) =>
        isLongNumber(partyNumber) ? partyNumberTypos(partyNumber) : [],
      ),
    }),
  );
  const tree = unit === undefined ? undefined : db.first(unitTree({ unit }));
  const found = await rows;
  const wanted = fieldsFor(fields);
  return {
    terms: terms.map((term) =>
      expanded(term, found, { wanted, listedMax: numbered.includes(term) ? listedMax : 0 }),
    ),
    units: tree === undefined ? undefined : ((await tree)?.units ?? []),
  };
}

/** Returns whether the search has one term and no filters: the search function then finds its words itself. */
function isOneAlone({ kind, near, terms, unit }: SearchCriteria): boolean {
  return terms.length === 1 && kind === undefined && near === undefined && unit === undefined;
}

function hasNumber({ partyNumber }: SearchTerm): boolean {
  return partyNumber !== undefined;
}

function isFuzzy({ word }: SearchTerm): boolean {
  // One letter fewer, because it may be the missing one.
  return Array.from(word).length >= searchFuzzyMin - 1 && !/^\d+$/v.test(word);
}

function isLongNumber(number: string): boolean {
  return number.length >= searchFuzzyMin && /^\d+$/v.test(number);
}

/** Numbers of an older system may contain letters, in either case. */
function bothCases(text: string): readonly string[] {
  return [...new Set([text, text.toUpperCase()])];
}

interface ExpansionLimits {
  readonly wanted: ReadonlySet<SearchField>;
  /** Zero where party numbers are not searched. */
  readonly listedMax: number;
}

function expanded(
  term: SearchTerm,
  found: readonly WordMatch[],
  { listedMax, wanted }: ExpansionLimits,
): ExpandedTerm {
  const letters = [...wanted].map(fieldLetter);
  const isWanted = ({ fields }: WordMatch): boolean => letters.some((letter) => fields.includes(letter));
  const words = found.filter((row) => row.source === 'beginning' && row.term === term.word);
  const typos = isFuzzy(term)
    ? found.filter((row) => row.source === 'typo' && isWanted(row) && isMistyped(term.word, row.found))
    : [];
  const rare = typos.filter(({ bearers }) => bearers <= rareBearersMax);
  const others = listedMax === 0 ? [] : numbersFor(term, found);
  return {
    ...term,
    partyNumber: listedMax === 0 ? undefined : term.partyNumber,
    words:
      words.length > wordsMax || isShort(term.word)
        ? undefined
        : words.filter(isWanted).map((row) => row.found),
    typoWords: typos.map((row) => row.found),
    typoParts: typos.flatMap((row) => Array.from(row.fields, (letter) => `${row.found}/${letter}`)),
    rareTypoWords: rare.map((row) => row.found),
    beginnings: beginningsFor(
      term,
      found,
      typos.filter((row) => !rare.includes(row)),
    ),
    bearers: words.length > wordsMax || isShort(term.word) ? undefined : sumOf([...words, ...typos]),
    others,
    hasManyNumbers: others.length > listedMax,
  };
}

/** A word that matches both as prefix and as typo counts twice; the sum is only an estimate. */
function sumOf(words: readonly WordMatch[]): number {
  return words.reduce((sum, { bearers }) => sum + bearers, 0);
}

function beginningsFor(
  { word }: SearchTerm,
  found: readonly WordMatch[],
  typos: readonly WordMatch[],
): readonly string[] | undefined {
  const words = isShort(word)
    ? found.filter((row) => row.source === 'letters' && row.term === word).map((row) => row.found)
    : [word, ...typos.map((row) => row.found)];
  const all = words.map(beginningOf);
  const known = all.filter((beginning) => beginning !== undefined);
  return known.length < all.length || known.length > wordsMax ? undefined : [...new Set(known)];
}

function numbersFor({ partyNumber = '' }: SearchTerm, found: readonly WordMatch[]): readonly OtherMatch[] {
  const beginning = found.filter((row) => row.source === 'number' && row.term.toLowerCase() === partyNumber);
  const typos = found.filter(
    (row) => row.source === 'number-typo' && isWithinOneTypo(partyNumber, row.found),
  );
  return [
    ...beginning.map((row) => ({
      partyNumber: row.found,
      score: matchScore('party-number', row.found.toLowerCase() === partyNumber ? 'exact' : 'beginning'),
    })),
    ...typos.map((row) => ({ partyNumber: row.found, score: matchScore('party-number', 'typo') })),
  ];
}
