import type { Writer } from '#platform/db/writer.ts';
import type { Day } from '../domain/facts.ts';
import type { History } from '../domain/history.ts';
import { idNumberKey } from '../domain/id-number.ts';
import { lookupValuesOf } from '../domain/lookup-values.ts';
import type { Party } from '../domain/party.ts';
import { placesOf, searchWordsOf } from '../domain/searchable.ts';
import { replaceIdentifier, replaceLookups } from './party-lookups.store.ts';
import type { PartyVault } from './party-vault.ts';
import { deleteSearchEntry, upsertSearchEntry } from './search-index.store.ts';

/** A party with its history of names. */
export interface IndexedParty {
  readonly party: Party;
  readonly history: History;
  readonly today: Day;
}

/** Replaces all index entries of a party by those of its current state. */
export function replaceIndexes(
  work: Writer,
  vault: PartyVault,
  { history, party, today }: IndexedParty,
): void {
  const { bankId, partyNumber } = party;
  const key = { bankId, partyNumber };
  replaceLookups(
    work,
    key,
    lookupValuesOf(party).map(({ isVerified, lookup, value }) => ({
      lookup,
      isVerified,
      valueIndex: vault.indexes(bankId, lookup, value)[0],
    })),
  );
  const { identification } = party.sensitive;
  replaceIdentifier(
    work,
    key,
    identification && {
      idKind: identification.idKind,
      issuingCountry: identification.issuingCountry,
      numberIndexes: vault.indexes(bankId, 'id-number', idNumberKey(identification.idNumber)),
    },
  );
  upsertSearchEntry(work, {
    bankId,
    partyNumber,
    kind: party.kind,
    servicingUnit: party.servicingUnit,
    modifiedAt: party.modifiedAt,
    words: searchWordsOf(party.personal, history, today),
    places: placesOf(party.personal),
  });
}

/** Deletes all index entries of a party, so that it is no longer found. */
export function deleteIndexes(work: Writer, bankId: string, partyNumber: string): void {
  replaceLookups(work, { bankId, partyNumber }, []);
  replaceIdentifier(work, { bankId, partyNumber }, undefined);
  deleteSearchEntry(work, bankId, partyNumber);
}
