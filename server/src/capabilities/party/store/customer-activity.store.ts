import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { Day } from '../domain/facts.ts';
import { rawQuery, tables } from './tables.ts';

interface CustomerKey {
  readonly bankId: string;
  readonly partyNumber: string;
}

/** When a customer was last active. */
export interface Activity {
  readonly lastOn: Day;
  readonly isSavingsOnly: boolean;
}

const upsert = statement<CustomerKey & Activity>('write')((row) =>
  rawQuery(sql`
    insert into party.customer_activity as known (bank_id, party_number, last_on, is_savings_only, is_counted)
    select bank_id, party_number, ${row.lastOn}::date, ${row.isSavingsOnly}, true from party.party
     where bank_id = ${row.bankId} and party_number = ${row.partyNumber} and record_state = 'live'
       for share
    on conflict (bank_id, party_number) do update
       set last_on = greatest(known.last_on, excluded.last_on), is_savings_only = excluded.is_savings_only,
           is_counted = true`),
);

/**
 * Records activity of a live party, whose silence is counted from now on; an earlier day than the known one changes
 * nothing. Waits for an erasure of the party, after which nothing is recorded.
 */
export async function upsertActivity(db: Autocommit, row: CustomerKey & Activity): Promise<void> {
  await db.execute(upsert(row));
}

const lock = statement<CustomerKey>('lock')(({ bankId, partyNumber }) =>
  tables
    .selectFrom('customer_activity')
    .select(['last_on', 'is_savings_only'])
    .where('bank_id', '=', bankId)
    .where('party_number', '=', partyNumber)
    .where('is_counted', '=', sql.lit(true))
    .forUpdate(),
);

/** Locks the activity of a customer whose silence is counted. */
export async function lockActivity(work: Writer, key: CustomerKey): Promise<Activity | undefined> {
  const row = await work.lock(lock(key));
  return row && { lastOn: row.last_on.toString(), isSavingsOnly: row.is_savings_only };
}

const stop = statement<CustomerKey>('write')(({ bankId, partyNumber }) =>
  tables
    .updateTable('customer_activity')
    .set({ is_counted: false })
    .where('bank_id', '=', bankId)
    .where('party_number', '=', partyNumber),
);

/** Ends the counting until the customer is active again. */
export function stopCounting(work: Writer, key: CustomerKey): void {
  work.write(stop({ bankId: key.bankId, partyNumber: key.partyNumber }));
}

const restart = statement<CustomerKey & { readonly today: Day }>('write')((row) =>
  rawQuery(sql`
    update party.customer_activity set is_counted = true, last_on = greatest(last_on, ${row.today}::date)
     where bank_id = ${row.bankId} and party_number = ${row.partyNumber}`),
);

/** Counts the silence of a customer who returned; one whose activity the core never reported is not counted. */
export function restartCounting(work: Writer, row: CustomerKey & { readonly today: Day }): void {
  work.write(restart(row));
}

const move = statement<CustomerKey & { readonly survivor: string }>('write')((row) =>
  rawQuery(sql`
    with moved as (
      delete from party.customer_activity where bank_id = ${row.bankId} and party_number = ${row.partyNumber}
      returning last_on, is_savings_only, is_counted)
    insert into party.customer_activity as known (bank_id, party_number, last_on, is_savings_only, is_counted)
    select ${row.bankId}, ${row.survivor}, last_on, is_savings_only, is_counted from moved
    on conflict (bank_id, party_number) do update
       set last_on = greatest(known.last_on, excluded.last_on),
           is_savings_only = known.is_savings_only and excluded.is_savings_only,
           is_counted = known.is_counted or excluded.is_counted`),
);

/** Moves the activity of a merged record to the surviving one. */
export function moveActivity(work: Writer, row: CustomerKey & { readonly survivor: string }): void {
  work.write(move(row));
}

const remove = statement<CustomerKey>('write')(({ bankId, partyNumber }) =>
  tables
    .deleteFrom('customer_activity')
    .where('bank_id', '=', bankId)
    .where('party_number', '=', partyNumber),
);

/** Deletes the activity of an erased party. */
export function deleteActivity(work: Writer, key: CustomerKey): void {
  work.write(remove(key));
}

interface SilentScope {
  readonly bankId: string;
  readonly isSavingsOnly: boolean;
  readonly before: Temporal.PlainDate;
  readonly limit: number;
  /** Parties to leave out, because they failed before. */
  readonly except: readonly string[];
}

const silent = statement<SilentScope>()(({ bankId, before, except, isSavingsOnly, limit }) =>
  tables
    .selectFrom('customer_activity')
    .select('party_number')
    .where('bank_id', '=', bankId)
    .where('is_savings_only', '=', isSavingsOnly)
    .where('last_on', '<', before)
    .where('is_counted', '=', sql.lit(true))
    .where(sql<boolean>`party_number not in (select unnest(${except}::text[]))`)
    .orderBy('last_on')
    .limit(limit),
);

/** Lists customers who were last active before a day, the longest silence first. */
export async function listSilentNumbers(db: Reader, criteria: SilentScope): Promise<readonly string[]> {
  return (await db.rows(silent(criteria))).map(({ party_number: number }) => number);
}
