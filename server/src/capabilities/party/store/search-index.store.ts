import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { Coordinates } from '../domain/postal-address.ts';
import { classOf, type FieldClass, type SearchField } from '../domain/search-scoring.ts';
import { fieldLetter } from './search-fields.ts';
import { rawQuery } from './tables.ts';

/** The searchable data of a party. Words are folded. */
export interface SearchEntry {
  readonly bankId: string;
  readonly partyNumber: string;
  readonly kind: string;
  readonly servicingUnit: string | undefined;
  readonly modifiedAt: Temporal.Instant;
  readonly words: readonly { readonly field: SearchField; readonly word: string }[];
  readonly places: readonly Coordinates[];
}

/** The same as columns of its row. */
export interface SearchEntryColumns {
  readonly partyNumber: string;
  readonly kind: string;
  readonly unit: string | null;
  readonly modifiedAt: Temporal.Instant;
  readonly currentWords: string;
  readonly formerWords: string;
  readonly addressWords: string;
  readonly places: readonly number[] | null;
}

/** Joins words into text, each followed by the letter of its field. */
export function searchEntryColumns(entry: SearchEntry): SearchEntryColumns {
  const { kind, modifiedAt, partyNumber, places, servicingUnit, words } = entry;
  const text = (fieldClass: FieldClass): string => {
    const its = new Set(
      words
        .filter(({ field }) => classOf(field) === fieldClass)
        .map(({ field, word }) => `${word}/${fieldLetter(field)}`),
    );
    return its.size === 0 ? '' : ` ${[...its].join(' ')} `;
  };
  return {
    partyNumber,
    kind,
    unit: servicingUnit ?? null,
    modifiedAt,
    currentWords: text('current-name'),
    formerWords: text('former-name'),
    addressWords: text('address'),
    places: places.length === 0 ? null : places.flatMap(({ lat, long }) => [lat, long]),
  };
}

const save = statement<SearchEntryColumns>('write')((row) =>
  rawQuery(sql`select party.save_search_entry(
    ${row.partyNumber}, ${row.kind}, ${row.unit}, ${row.modifiedAt}, ${row.currentWords}, ${row.formerWords},
    ${row.addressWords}, ${row.places})`),
);

/** Inserts or updates the search entry of a party; the bank is that of the transaction. */
export function upsertSearchEntry(work: Writer, entry: SearchEntry): void {
  work.write(save(searchEntryColumns(entry)));
}

const remove = statement<{ readonly partyNumber: string }>('write')(({ partyNumber }) =>
  rawQuery(sql`select party.remove_search_entry(${partyNumber})`),
);

/** Deletes the search entry of a party, and the words that only it had. */
export function deleteSearchEntry(work: Writer, _bankId: string, partyNumber: string): void {
  work.write(remove({ partyNumber }));
}
