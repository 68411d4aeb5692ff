import { sql } from 'kysely';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import { deletionsOf, isMistyped, withinOneSlip } from '../domain/edit-distance.ts';
import { searchFuzzyMin, searchWindow } from '../domain/policy.ts';
import type { SearchFieldName } from '../domain/queries.ts';
import { fieldsFor, matchScore, type SearchField } from '../domain/search-scoring.ts';
import { partyNumberSlips, type SearchTerm } from '../domain/search-terms.ts';
import { beginningOf, isShort } from '../domain/search-tokens.ts';
import { fieldLetter } from './search-fields.ts';
import { written } from './tables.ts';

/** What somebody searches for, and where. */
export interface SearchCriteria {
  readonly bankId: string;
  readonly terms: readonly SearchTerm[];
  readonly mode: 'any' | 'all';
  readonly fields: readonly SearchFieldName[];
  readonly kind?: string | undefined;
  /** Only parties of this unit and of those below it. */
  readonly unit?: string | undefined;
  readonly near?: { readonly lat: number; readonly long: number; readonly radiusKm: number } | undefined;
  readonly page: { readonly offset: number; readonly limit: number };
}

/** A party that meets a term by its number, and what that is worth. */
interface OtherMatch {
  readonly partyNumber: string;
  readonly score: number;
}

/** A term with all that it may stand for. */
export interface ExpandedTerm extends SearchTerm {
  /** Words that begin with the term, unless there are many. */
  readonly words: readonly string[] | undefined;
  /** Words one slip away. */
  readonly slipWords: readonly string[];
  /** The same as they stand in an entry, each with its field. */
  readonly slipParts: readonly string[];
  /** Those of them that hardly anybody has; their bearers are looked at, whatever else is asked. */
  readonly rareSlips: readonly string[];
  /** How all other words begin; undefined when in too many ways. */
  readonly beginnings: readonly string[] | undefined;
  /** About how many have one of its words; undefined when those are not listed. */
  readonly bearers: number | undefined;
  /** Parties whose number it may be. */
  readonly others: readonly OtherMatch[];
  /** Whether it is the beginning of more numbers than are listed. */
  readonly hasManyNumbers: boolean;
}

/** What the dictionary says to a search. */
export interface SearchExpansion {
  readonly terms: readonly ExpandedTerm[];
  readonly units: readonly string[] | undefined;
}

/** Beyond so many, a list of words is no help to the index. */
const wordsMax = 40;
const rareBearersMax = 30;
/** So many parties are looked at for their numbers' sake; a number alone may show as many as a search can. */
const numbersMax = 200;

interface Asked {
  readonly beginnings: readonly string[];
  readonly wordsMax: number;
  readonly shortTerms: readonly string[];
  readonly slips: readonly string[];
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

const expand = statement<Asked>()((asked) =>
  written(sql<WordMatch>`select source, term, found, fields, bearers from party.search_expand(
    ${asked.beginnings}, ${asked.wordsMax}, ${asked.shortTerms}, ${asked.slips},
    ${asked.numberBeginnings}, ${asked.numbersMax}, ${asked.numbers})`),
);

const unitTree = statement<{ readonly unit: string }>()(({ unit }) =>
  written(sql<{ units: readonly string[] }>`select party.unit_tree(${unit}) as units`),
);

/** Asks the dictionary what each term may stand for: one round trip, whatever the number of terms. */
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
      slips: terms.filter(isFuzzy).flatMap(({ word }) => [word, ...deletionsOf(word)]),
      numberBeginnings: numbered.flatMap(({ partyNumber = '' }) => bothCases(partyNumber)),
      numbersMax: listedMax + 1,
      numbers: numbered.flatMap(({ partyNumber = '' }) =>
        isLongNumber(partyNumber) ? partyNumberSlips(partyNumber) : [],
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

/** One term without filters finds its own way through the dictionary. */
function isOneAlone({ kind, near, terms, unit }: SearchCriteria): boolean {
  return terms.length === 1 && kind === undefined && near === undefined && unit === undefined;
}

function hasNumber({ partyNumber }: SearchTerm): boolean {
  return partyNumber !== undefined;
}

function isFuzzy({ word }: SearchTerm): boolean {
  // One letter fewer, because it may be the one that is missing.
  return Array.from(word).length >= searchFuzzyMin - 1 && !/^\d+$/v.test(word);
}

function isLongNumber(number: string): boolean {
  return number.length >= searchFuzzyMin && /^\d+$/v.test(number);
}

/** Numbers of an older system may have letters, in either case. */
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
  const slips = isFuzzy(term)
    ? found.filter((row) => row.source === 'slip' && isWanted(row) && isMistyped(term.word, row.found))
    : [];
  const rare = slips.filter(({ bearers }) => bearers <= rareBearersMax);
  const others = listedMax === 0 ? [] : numbersFor(term, found);
  return {
    ...term,
    partyNumber: listedMax === 0 ? undefined : term.partyNumber,
    words:
      words.length > wordsMax || isShort(term.word)
        ? undefined
        : words.filter(isWanted).map((row) => row.found),
    slipWords: slips.map((row) => row.found),
    slipParts: slips.flatMap((row) => Array.from(row.fields, (letter) => `${row.found}/${letter}`)),
    rareSlips: rare.map((row) => row.found),
    beginnings: beginningsFor(
      term,
      found,
      slips.filter((row) => !rare.includes(row)),
    ),
    bearers: words.length > wordsMax || isShort(term.word) ? undefined : sumOf([...words, ...slips]),
    others,
    hasManyNumbers: others.length > listedMax,
  };
}

/** A word that is both the beginning and the slip is counted twice; no matter. */
function sumOf(words: readonly WordMatch[]): number {
  return words.reduce((sum, { bearers }) => sum + bearers, 0);
}

function beginningsFor(
  { word }: SearchTerm,
  found: readonly WordMatch[],
  slips: readonly WordMatch[],
): readonly string[] | undefined {
  const words = isShort(word)
    ? found.filter((row) => row.source === 'letters' && row.term === word).map((row) => row.found)
    : [word, ...slips.map((row) => row.found)];
  const all = words.map(beginningOf);
  const known = all.filter((beginning) => beginning !== undefined);
  return known.length < all.length || known.length > wordsMax ? undefined : [...new Set(known)];
}

function numbersFor({ partyNumber = '' }: SearchTerm, found: readonly WordMatch[]): readonly OtherMatch[] {
  const beginning = found.filter((row) => row.source === 'number' && row.term.toLowerCase() === partyNumber);
  const slips = found.filter((row) => row.source === 'number-slip' && withinOneSlip(partyNumber, row.found));
  return [
    ...beginning.map((row) => ({
      partyNumber: row.found,
      score: matchScore('party-number', row.found.toLowerCase() === partyNumber ? 'exact' : 'beginning'),
    })),
    ...slips.map((row) => ({ partyNumber: row.found, score: matchScore('party-number', 'slip') })),
  ];
}
