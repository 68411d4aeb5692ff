import { sql } from 'kysely';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { problems } from '../problems.ts';
import type { Lookup } from './party-vault.ts';
import { rawQuery, tables } from './tables.ts';

interface PartyKey {
  readonly bankId: string;
  readonly partyNumber: string;
}

/** A hashed value by which a party is found. */
export interface LookupEntry {
  readonly lookup: Exclude<Lookup, 'id-number'>;
  readonly valueIndex: Buffer;
  readonly isVerified: boolean;
}

const remove = statement<PartyKey>('write')(({ bankId, partyNumber }) =>
  tables.deleteFrom('party_lookup').where('bank_id', '=', bankId).where('party_number', '=', partyNumber),
);

const insert = statement<
  PartyKey & {
    readonly lookups: readonly string[];
    readonly indexes: readonly Buffer[];
    readonly verified: readonly boolean[];
  }
>('write')((row) =>
  rawQuery(sql`
    insert into party.party_lookup (bank_id, lookup, value_index, party_number, is_verified)
    select ${row.bankId}, lookup, value_index, ${row.partyNumber}, bool_or(is_verified)
      from unnest(${row.lookups}::text[], ${row.indexes}::bytea[], ${row.verified}::boolean[])
             as entry (lookup, value_index, is_verified)
     group by lookup, value_index`),
);

/** Replaces all lookup values of the party. */
export function replaceLookups(work: Writer, key: PartyKey, entries: readonly LookupEntry[]): void {
  const { bankId, partyNumber } = key;
  work.write(remove({ bankId, partyNumber }));
  if (entries.length === 0) return;
  work.write(
    insert({
      bankId,
      partyNumber,
      lookups: entries.map(({ lookup }) => lookup),
      indexes: entries.map(({ valueIndex }) => valueIndex),
      verified: entries.map(({ isVerified }) => isVerified),
    }),
  );
}

interface LookupCriteria {
  readonly bankId: string;
  readonly lookup: LookupEntry['lookup'];
  readonly valueIndexes: readonly Buffer[];
}

const find = statement<LookupCriteria>()(({ bankId, lookup, valueIndexes }) =>
  tables
    .selectFrom('party_lookup')
    .select(['party_number', 'is_verified'])
    .where('bank_id', '=', bankId)
    .where('lookup', '=', lookup)
    .where('value_index', '=', sql<Buffer>`any(${valueIndexes}::bytea[])`)
    .orderBy('party_number')
    .limit(100),
);

/** Lists parties that have one of these values. */
export async function listByLookup(
  db: Reader,
  criteria: LookupCriteria,
): Promise<readonly { readonly partyNumber: string; readonly isVerified: boolean }[]> {
  const rows = await db.rows(find(criteria));
  return rows.map(({ is_verified: isVerified, party_number: partyNumber }) => ({ partyNumber, isVerified }));
}

const lock = statement<{ readonly valueIndex: string }>('lock')(({ valueIndex }) =>
  rawQuery(sql`select pg_advisory_xact_lock(hashtextextended(${valueIndex}, 0))`),
);

/** Locks a value: commands that register the same value wait until this one ends. */
export async function lockValue(work: Writer, valueIndex: Buffer): Promise<void> {
  await work.lock(lock({ valueIndex: valueIndex.toString('hex') }));
}

/** A hashed identification number. */
export interface IdentifierEntry {
  readonly idKind: string;
  readonly issuingCountry: string;
  /** One per index key in use; the first is stored. */
  readonly numberIndexes: readonly [Buffer, ...Buffer[]];
}

const deleteIdentifiers = statement<PartyKey>('write')(({ bankId, partyNumber }) =>
  tables.deleteFrom('party_identifier').where('bank_id', '=', bankId).where('party_number', '=', partyNumber),
);

interface IdentifierRow extends PartyKey, IdentifierEntry {
  readonly numberIndex: Buffer;
}

const insertIdentifier = statement<IdentifierRow>('write')((row) =>
  tables.insertInto('party_identifier').values({
    bank_id: row.bankId,
    id_kind: row.idKind,
    issuing_country: row.issuingCountry,
    number_index: row.numberIndex,
    party_number: row.partyNumber,
  }),
);

const lockAll = statement<{ readonly indexes: readonly Buffer[] }>('lock')(({ indexes }) =>
  rawQuery(sql`
    select pg_advisory_xact_lock(hashtextextended(sorted.name, 0))
      from (select encode(i, 'hex') as name from unnest(${indexes}::bytea[]) as i order by 1) as sorted`),
);

/** Inserts nothing when another party has the number under any of the indexes. */
const insertOnly = statement<IdentifierRow>('write')((row) =>
  rawQuery(sql`
    insert into party.party_identifier (bank_id, id_kind, issuing_country, number_index, party_number)
    select ${row.bankId}, ${row.idKind}, ${row.issuingCountry}, ${row.numberIndex}, ${row.partyNumber}
     where not exists (
       select from party.party_identifier
        where bank_id = ${row.bankId} and id_kind = ${row.idKind} and issuing_country = ${row.issuingCountry}
          and number_index = any(${row.numberIndexes}::bytea[]))`),
);

/**
 * Replaces the identification number of the party. If two parties claim the same number, the primary key rejects the
 * second. While two index keys are in use the primary key cannot detect it, so the commands lock the value and check
 * both indexes.
 */
export function replaceIdentifier(work: Writer, key: PartyKey, entry: IdentifierEntry | undefined): void {
  const { bankId, partyNumber } = key;
  work.write(deleteIdentifiers({ bankId, partyNumber }));
  if (entry === undefined) return;
  const [numberIndex, ...others] = entry.numberIndexes;
  const row = { bankId, partyNumber, ...entry, numberIndex };
  const otherwise = problems['id-number-already-registered'];
  const constraints = { party_identifier_pkey: otherwise };
  if (others.length === 0) {
    work.write(insertIdentifier(row), { constraints });
    return;
  }
  work.write(lockAll({ indexes: entry.numberIndexes }));
  work.write(insertOnly(row), { constraints, rows: { count: 1, otherwise } });
}
