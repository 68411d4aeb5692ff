import type { Writer } from '#platform/db/writer.ts';
import type { Day } from '../domain/facts.ts';
import type { History } from '../domain/history.ts';
import { idNumberKey } from '../domain/id-number.ts';
import { lookupValuesOf } from '../domain/lookup-values.ts';
import type { Party } from '../domain/party.ts';
import { placesOf, searchWordsOf } from '../domain/searchable.ts';
import { saveIdentifier, saveLookups } from './party-lookups.store.ts';
import type { PartyVault } from './party-vault.ts';
import { removeSearchEntry, saveSearchEntry } from './search-index.store.ts';

/** A party with all that was ever its name. */
export interface Indexed {
  readonly party: Party;
  readonly history: History;
  readonly today: Day;
}

/** Everything by which a party is found, made anew from what it is now. */
export function saveIndexes(work: Writer, vault: PartyVault, { history, party, today }: Indexed): void {
  const { bankId, partyNumber } = party;
  const key = { bankId, partyNumber };
  saveLookups(
    work,
    key,
    lookupValuesOf(party).map(({ isVerified, lookup, value }) => ({
      lookup,
      isVerified,
      valueIndex: vault.indexes(bankId, lookup, value)[0],
    })),
  );
  const { identification } = party.sensitive;
  saveIdentifier(
    work,
    key,
    identification && {
      idKind: identification.idKind,
      issuingCountry: identification.issuingCountry,
      numberIndexes: vault.indexes(bankId, 'id-number', idNumberKey(identification.idNumber)),
    },
  );
  saveSearchEntry(work, {
    bankId,
    partyNumber,
    kind: party.kind,
    servicingUnit: party.servicingUnit,
    modifiedAt: party.modifiedAt,
    words: searchWordsOf(party.personal, history, today),
    places: placesOf(party.personal),
  });
}

/** Nobody finds this party any more. */
export function removeIndexes(work: Writer, bankId: string, partyNumber: string): void {
  saveLookups(work, { bankId, partyNumber }, []);
  saveIdentifier(work, { bankId, partyNumber }, undefined);
  removeSearchEntry(work, bankId, partyNumber);
}
