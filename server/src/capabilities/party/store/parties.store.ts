import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Day } from '../domain/facts.ts';
import type { PartyColumns, PartyRow } from './party-rows.ts';
import { isWithin, type PartyVisibility } from './party-visibility.ts';
import { tables, written } from './tables.ts';

const rowColumns = sql.raw(
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

/** The rows of parties, called `party`, with everything `openRow` needs; the key comes from the table beside it. */
export const selectRows = sql`
  select ${rowColumns}, key.sealed_key from party.party party
    left join party.party_key key on key.bank_id = party.bank_id and key.party_number = party.party_number`;

/** Who looks for which party. */
export interface PartyCriteria extends PartyVisibility {
  readonly bankId: string;
  readonly partyNumber: string;
  readonly today: Day;
}

const find = statement<PartyCriteria>()((criteria) =>
  written(sql<PartyRow>`
    ${selectRows}
     where party.bank_id = ${criteria.bankId} and party.party_number = ${criteria.partyNumber}
       and ${isWithin(criteria)}`),
);

/** The row of a party within reach. */
export async function findPartyRow(db: Reader, criteria: PartyCriteria): Promise<PartyRow | undefined> {
  return db.first(find(criteria));
}

const lock = statement<PartyCriteria>('lock')((criteria) =>
  written(sql<PartyRow>`
    ${selectRows}
     where party.bank_id = ${criteria.bankId} and party.party_number = ${criteria.partyNumber}
       and ${isWithin(criteria)}
       for update of party`),
);

/** The same, kept still until the command is over: commands on one party come one after the other. */
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

/** Saves the next version. The row was locked before, so another one in between is our own mistake, or a lost lock. */
export function updateParty(work: Writer, columns: PartyColumns): void {
  work.write(update({ ...columns, earlierVersion: columns.version - 1n }), {
    rows: { count: 1, otherwise: standardProblems.conflict },
  });
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

/** Leaves the tombstone: a number, a kind, and that there was somebody. */
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

const serial = statement<Record<never, never>>('write')(() =>
  written(sql<{ serial: bigint }>`select nextval('party.party_serial') as serial`),
);

/** The number behind the next party number; gaps are fine. */
export async function nextSerial(db: Autocommit): Promise<bigint> {
  const row = await db.execute(serial({}));
  if (row === undefined) throw new Error('a sequence without a next value');
  return row.serial;
}

const mergedInto = statement<{ readonly bankId: string; readonly survivor: string }>()(
  ({ bankId, survivor }) =>
    tables
      .selectFrom('party')
      .select('party_number')
      .where('bank_id', '=', bankId)
      .where('survivor_party_number', '=', survivor)
      .where('record_state', '=', 'merged'),
);

/** Records that turned out to be this party. */
export async function listMergedInto(
  db: Reader,
  bankId: string,
  survivor: string,
): Promise<readonly string[]> {
  return (await db.rows(mergedInto({ bankId, survivor }))).map(({ party_number: number }) => number);
}
