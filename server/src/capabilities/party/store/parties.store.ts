import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Day } from '../domain/facts.ts';
import type { PartyColumns, PartyRow } from './party-rows.ts';
import { isWithin, type PartyVisibility } from './party-visibility.ts';
import { rawQuery, tables } from './tables.ts';

/** The columns of `party` that `openRow` needs. */
export const rowColumns = sql.raw(
  [
    'bank_id',
    'party_number',
    'kind',
    'record_state',
    'survivor_party_number',
    'servicing_unit',
    'personal',
    'sensitive',
    'due_on',
    'legal_hold',
    'row_version',
    'created_at',
    'modified_at',
    'sync_epoch',
    'sync_transaction',
    'sync_number',
  ]
    .map((column) => `party.${column}`)
    .join(', '),
);

/**
 * Selects rows of parties, with the alias `party` and every column `openRow` needs; the key comes from its own table.
 */
export const selectRows = sql`
  select ${rowColumns}, key.sealed_key from party.party party
    left join party.party_key key on key.bank_id = party.bank_id and key.party_number = party.party_number`;

/** A party, and the caller's visibility. */
export interface PartyCriteria extends PartyVisibility {
  readonly bankId: string;
  readonly partyNumber: string;
  readonly today: Day;
}

const find = statement<PartyCriteria>()((criteria) =>
  rawQuery(sql<PartyRow>`
    ${selectRows}
     where party.bank_id = ${criteria.bankId} and party.party_number = ${criteria.partyNumber}
       and ${isWithin(criteria)}`),
);

/** Finds the row of a party that the caller may see. */
export async function findPartyRow(db: Reader, criteria: PartyCriteria): Promise<PartyRow | undefined> {
  return db.first(find(criteria));
}

/** What a record is, without its encrypted parts. */
export interface PartyKindRow {
  readonly kind: string;
  readonly survivor_party_number: string | null;
  /** Whether nothing of it can be opened any more. */
  readonly is_erased: boolean;
}

const findKind = statement<PartyCriteria>()((criteria) =>
  rawQuery(sql<PartyKindRow>`
    select party.kind, party.survivor_party_number,
           party.record_state = 'erased' or party.personal is null or key.sealed_key is null as is_erased
      from party.party party
      left join party.party_key key on key.bank_id = party.bank_id and key.party_number = party.party_number
     where party.bank_id = ${criteria.bankId} and party.party_number = ${criteria.partyNumber}
       and ${isWithin(criteria)}`),
);

/** Finds the kind of a party that the caller may see; decrypts nothing. */
export async function findPartyKindRow(
  db: Reader,
  criteria: PartyCriteria,
): Promise<PartyKindRow | undefined> {
  return db.first(findKind(criteria));
}

const lock = statement<PartyCriteria>('lock')((criteria) =>
  rawQuery(sql<PartyRow>`
    ${selectRows}
     where party.bank_id = ${criteria.bankId} and party.party_number = ${criteria.partyNumber}
       and ${isWithin(criteria)}
       for update of party`),
);

/** Locks the row of a party until the command ends: commands on one party run one after the other. */
export async function lockPartyRow(work: Writer, criteria: PartyCriteria): Promise<PartyRow | undefined> {
  return work.lock(lock(criteria));
}

const insert = statement<PartyColumns>('write')((row) =>
  tables.insertInto('party').values({
    bank_id: row.bankId,
    party_number: row.partyNumber,
    kind: row.kind,
    record_state: row.recordState,
    survivor_party_number: row.survivor,
    registration_profile: row.profile,
    customer_status: row.customerStatus,
    individual_status: row.individualStatus,
    servicing_unit: row.unit,
    sort_name: row.sortName,
    personal: row.personal,
    sensitive: row.sensitive,
    due_on: sql`${row.dueOn}::date`,
    legal_hold: row.legalHold,
    relation_ended_on: sql`${row.relationEndedOn}::date`,
    row_version: row.version,
    created_at: row.createdAt,
    modified_at: row.modifiedAt,
  }),
);

export function insertParty(work: Writer, columns: PartyColumns): void {
  work.write(insert(columns));
}

const update = statement<PartyColumns & { readonly earlierVersion: bigint }>('write')((row) =>
  tables
    .updateTable('party')
    .set({
      record_state: row.recordState,
      survivor_party_number: row.survivor,
      registration_profile: row.profile,
      customer_status: row.customerStatus,
      individual_status: row.individualStatus,
      servicing_unit: row.unit,
      sort_name: row.sortName,
      personal: row.personal,
      sensitive: row.sensitive,
      due_on: sql`${row.dueOn}::date`,
      legal_hold: row.legalHold,
      relation_ended_on: sql`${row.relationEndedOn}::date`,
      row_version: row.version,
      modified_at: row.modifiedAt,
    })
    .where('bank_id', '=', row.bankId)
    .where('party_number', '=', row.partyNumber)
    .where('row_version', '=', row.earlierVersion),
);

/**
 * Updates the row to the next version. The row is locked, so a version conflict is an internal error or a lost lock.
 */
export function updateParty(work: Writer, columns: PartyColumns): void {
  work.write(update({ ...columns, earlierVersion: columns.version - 1n }), {
    rows: { count: 1, otherwise: standardProblems.conflict },
  });
}

interface TouchedRows {
  readonly bankId: string;
  readonly numbers: readonly string[];
}

const touch = statement<TouchedRows>('write')(({ bankId, numbers }) =>
  tables
    .updateTable('party')
    .set({ row_version: sql`row_version` })
    .where('bank_id', '=', bankId)
    .where('record_state', '=', sql.lit('live' as const))
    .where(sql<boolean>`party_number = any(${numbers}::text[])`),
);

/**
 * Gives parties the next place in the synchronization, by the trigger of the table, because their relationships changed.
 * Their versions stay: who changes a party with a condition must not fail because another one recorded something.
 */
export function touchParties(work: Writer, rows: TouchedRows): void {
  if (rows.numbers.length > 0) work.write(touch(rows));
}

const erase = statement<{
  readonly bankId: string;
  readonly partyNumber: string;
  readonly now: Temporal.Instant;
}>('write')(({ bankId, now, partyNumber }) =>
  tables
    .updateTable('party')
    .set((row) => ({
      record_state: 'erased',
      survivor_party_number: null,
      servicing_unit: null,
      sort_name: '',
      personal: null,
      sensitive: null,
      due_on: null,
      relation_ended_on: null,
      row_version: row('row_version', '+', 1n),
      modified_at: now,
    }))
    .where('bank_id', '=', bankId)
    .where('party_number', '=', partyNumber),
);

/** Reduces the row to a tombstone with the number and the kind of the party. */
export function erasePartyRow(
  work: Writer,
  bankId: string,
  partyNumber: string,
  now: Temporal.Instant,
): void {
  work.write(erase({ bankId, partyNumber, now }), {
    rows: { count: 1, otherwise: standardProblems['not-found'] },
  });
}

const serials = statement<{ readonly count: number }>('write')(({ count }) =>
  rawQuery(sql<{ serial: bigint }>`
    select nextval('party.party_serial') as serial from generate_series(1, ${count}::integer)`),
);

/** Draws serials for party numbers; gaps are allowed. */
export async function nextSerials(db: Autocommit, count: number): Promise<readonly bigint[]> {
  return (await db.executeAll(serials({ count }))).map(({ serial }) => serial);
}

const mergedInto = statement<{ readonly bankId: string; readonly survivor: string }>()(
  ({ bankId, survivor }) =>
    tables
      .selectFrom('party')
      .select('party_number')
      .where('bank_id', '=', bankId)
      .where('survivor_party_number', '=', survivor)
      .where('record_state', '=', sql.lit('merged' as const)),
);

/** Lists the records that were merged into this party. */
export async function listMergedInto(
  db: Reader,
  bankId: string,
  survivor: string,
): Promise<readonly string[]> {
  return (await db.rows(mergedInto({ bankId, survivor }))).map(({ party_number: number }) => number);
}
