import { type RawBuilder, sql } from 'kysely';
import { foldWords } from '../domain/folding.ts';
import { listWindow } from '../domain/policy.ts';
import { classOf, searchFieldsOfEntry } from '../domain/search-scoring.ts';
import {
  beginningOf,
  beginningToken,
  isShort,
  manyPairsToken,
  namePairToken,
} from '../domain/search-tokens.ts';
import { fieldLetter } from './search-fields.ts';

const nameLetters = searchFieldsOfEntry.filter((field) => classOf(field) !== 'address').map(fieldLetter);

/** Returns a query for the numbers of parties: every word is the prefix of a word of a current or former name. */
export function numbersNamed(name: string): RawBuilder<string> {
  const words = [...new Set(foldWords(name))].toSorted((one, other) => other.length - one.length);
  const [first, second] = words;
  if (first === undefined) return sql<string>`select null::text where false`;
  const parts = words.map((word) => ` ${word}`);
  // One more than a list can show, so that the list can report that there are more.
  return sql<string>`select party.search_named(
    ${parts}::text[], ${pairOf(first, second)}::text[], ${first}::text, ${nameLetters}::text[],
    ${listWindow + 1}::integer)`;
}

/** Returns the index condition, where two words are long enough for one. */
function pairOf(first: string, second: string | undefined): readonly string[] | null {
  if (second === undefined || isShort(second)) return null;
  const [one, other] = [beginningOf(first), beginningOf(second)];
  if (one === undefined || other === undefined) return null;
  return [
    namePairToken(one, other),
    manyPairsToken,
    // Both may be the prefix of the same word.
    ...(first.startsWith(second) ? [beginningToken(first)] : []),
  ];
}
