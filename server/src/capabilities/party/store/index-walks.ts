import { type Selectable, sql } from 'kysely';
import type { Database } from '#platform/db/database.ts';
import { type Statement, statement } from '#platform/db/statement.ts';
import { rowCounter } from '#platform/key-ring/count-rows.ts';
import { type IndexedRow, type IndexWalk, openedRow } from '#platform/key-ring/index-walk.ts';
import { idNumberKey } from '../domain/id-number.ts';
import { lookupValuesOf } from '../domain/lookup-values.ts';
import type { Party } from '../domain/party.ts';
import { openWhole, type PartyRow } from './party-rows.ts';
import type { PartyVault } from './party-vault.ts';
import type { PartyTable } from './tables.generated.ts';
import { rawQuery } from './tables.ts';

interface AfterParty {
  readonly bankId: string;
  readonly after: string;
  readonly rowsMax: number;
}

interface StoredIndexes {
  readonly sealed_key: Buffer;
  /** `lookup value_index` and `id-number number_index`, in hexadecimal digits. */
  readonly stored: readonly string[];
}

/**
 * Merged and erased parties have no index entries. They are excluded, rather than live ones chosen: without statistics the
 * planner believes that few parties are live, and sorts all parties of the bank for one page.
 */
const parties = statement<AfterParty>()(({ after, bankId, rowsMax }) =>
  rawQuery(sql<Selectable<PartyTable> & StoredIndexes>`
    select p.*, k.sealed_key,
           array(select l.lookup || ' ' || encode(l.value_index, 'hex') from party.party_lookup l
                  where l.bank_id = p.bank_id and l.party_number = p.party_number)
             || array(select 'id-number ' || encode(i.number_index, 'hex') from party.party_identifier i
                  where i.bank_id = p.bank_id and i.party_number = p.party_number) as stored
      from party.party p cross join lateral (
        -- The limit keeps the planner from reading the keys of other parties.
        select k.sealed_key from party.party_key k
         where k.bank_id = p.bank_id and k.party_number = p.party_number limit 1) as k
     where p.bank_id = ${bankId} and p.party_number > ${after} and p.record_state not in ('merged', 'erased')
     order by p.party_number limit ${rowsMax}`),
);

const countParties = rowCounter({
  table: 'party.party',
  key: [{ name: 'party_number', type: 'text' }],
});

interface Version {
  readonly bankId: string;
  readonly partyNumber: string;
  readonly version: bigint;
}

/**
 * Locks the party if its version is still the same. The statements after it then see an unchanged party; if the
 * version differs, they do nothing.
 */
const lockVersion = statement<Version>('lock')(({ bankId, partyNumber, version }) =>
  rawQuery(sql`
    select from party.party
     where bank_id = ${bankId} and party_number = ${partyNumber} and row_version = ${version} for update`),
);

const deleteLookups = statement<Version>('write')(({ bankId, partyNumber, version }) =>
  rawQuery(sql`
    delete from party.party_lookup where bank_id = ${bankId} and party_number = ${partyNumber} and exists (
      select from party.party p
       where p.bank_id = ${bankId} and p.party_number = ${partyNumber} and p.row_version = ${version})`),
);

interface NewLookups extends Version {
  readonly lookups: readonly string[];
  readonly indexes: readonly Buffer[];
  readonly verified: readonly boolean[];
}

const insertLookups = statement<NewLookups>('write')((row) =>
  rawQuery(sql`
    insert into party.party_lookup (bank_id, lookup, value_index, party_number, is_verified)
    select ${row.bankId}, lookup, value_index, ${row.partyNumber}, bool_or(is_verified)
      from unnest(${row.lookups}::text[], ${row.indexes}::bytea[], ${row.verified}::boolean[])
             as entry (lookup, value_index, is_verified)
     where exists (
       select from party.party p
        where p.bank_id = ${row.bankId} and p.party_number = ${row.partyNumber} and p.row_version = ${row.version})
     group by lookup, value_index`),
);

interface NewIdentifier extends Version {
  readonly idKind: string;
  readonly issuingCountry: string;
  readonly index: Buffer;
}

const deleteIdentifier = statement<Version>('write')(({ bankId, partyNumber, version }) =>
  rawQuery(sql`
    delete from party.party_identifier where bank_id = ${bankId} and party_number = ${partyNumber} and exists (
      select from party.party p
       where p.bank_id = ${bankId} and p.party_number = ${partyNumber} and p.row_version = ${version})`),
);

const insertIdentifier = statement<NewIdentifier>('write')((row) =>
  rawQuery(sql`
    insert into party.party_identifier (bank_id, id_kind, issuing_country, number_index, party_number)
    select ${row.bankId}, ${row.idKind}, ${row.issuingCountry}, ${row.index}, ${row.partyNumber}
     where exists (
       select from party.party p
        where p.bank_id = ${row.bankId} and p.party_number = ${row.partyNumber} and p.row_version = ${row.version})`),
);

/** Returns the walks over the lookup tables of parties, party by party. */
export function partyIndexWalks(database: Database, vault: PartyVault): readonly IndexWalk[] {
  return [
    {
      task: 'party.party_lookup',
      count: (bankId) => countParties(database, bankId),
      async list(bankId, after, rowsMax) {
        const rows = await database
          .forBank(bankId)
          .rows(parties({ bankId, after: after?.[0] ?? '', rowsMax }));
        return rows.map((row) => openedRow([row.party_number], () => indexedRow(vault, row)));
      },
    },
  ];
}

function indexedRow(vault: PartyVault, row: PartyRow & StoredIndexes): IndexedRow {
  const key = [row.party_number];
  const party = openWhole(vault, row)?.party;
  if (party === undefined) return { key, indexes: { stored: 0, current: 0 }, update: undefined };
  const wanted = indexesOf(vault, party);
  const [stored, made] = [new Set(row.stored), new Set(wanted.names)];
  const isCurrent = stored.symmetricDifference(made).size === 0;
  const indexes = { stored: stored.size, current: stored.intersection(made).size };
  return { key, indexes, update: isCurrent ? undefined : wanted.statements };
}

function indexesOf(
  vault: PartyVault,
  party: Party,
): { readonly names: readonly string[]; readonly statements: readonly Statement[] } {
  const { bankId, partyNumber, sensitive, version } = party;
  const entries = lookupValuesOf(party).map(({ isVerified, lookup, value }) => ({
    lookup,
    isVerified,
    index: vault.indexes(bankId, lookup, value)[0],
  }));
  const { identification } = sensitive;
  const identifier = identification && {
    idKind: identification.idKind,
    issuingCountry: identification.issuingCountry,
    index: vault.indexes(bankId, 'id-number', idNumberKey(identification.idNumber))[0],
  };
  const row = { bankId, partyNumber, version };
  return {
    names: [
      ...entries.map(({ index, lookup }) => `${lookup} ${index.toString('hex')}`),
      ...(identifier === undefined ? [] : [`id-number ${identifier.index.toString('hex')}`]),
    ],
    statements: [
      lockVersion(row),
      deleteLookups(row),
      insertLookups({
        ...row,
        lookups: entries.map(({ lookup }) => lookup),
        indexes: entries.map(({ index }) => index),
        verified: entries.map(({ isVerified }) => isVerified),
      }),
      deleteIdentifier(row),
      ...(identifier === undefined ? [] : [insertIdentifier({ ...row, ...identifier })]),
    ],
  };
}
