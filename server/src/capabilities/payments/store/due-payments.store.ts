import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { rawQuery } from './tables.ts';

interface ExpiryCriteria {
  readonly bankId: string;
  readonly now: Temporal.Instant;
  readonly listMax: number;
  readonly except: readonly string[];
}

const expired = statement<ExpiryCriteria>()(({ bankId, except, listMax, now }) =>
  rawQuery(sql<{ payment_id: string }>`
    select payment_id from payments.payment
     where bank_id = ${bankId} and status in ('RCVD', 'RCVC', 'RVNC', 'RVCM', 'PATC') and expires_at <= ${now}
       and payment_id not in (select unnest(${except}::uuid[]))
     order by expires_at limit ${listMax}`),
);

/** Lists payments that were not approved in time. */
export async function listExpiredIds(db: Reader, criteria: ExpiryCriteria): Promise<readonly string[]> {
  return (await db.rows(expired(criteria))).map((row) => row.payment_id);
}

interface AskableCriteria {
  readonly bankId: string;
  readonly now: Temporal.Instant;
  /** The last id of the page before. */
  readonly after: string;
  readonly listMax: number;
}

const askable = statement<AskableCriteria>()(({ after, bankId, listMax, now }) =>
  rawQuery(sql<{ payment_id: string; has_owner: boolean; is_bulk: boolean }>`
    select payment_id, owner is not null as has_owner, service = 'bulk-payments' as is_bulk from payments.payment
     where bank_id = ${bankId} and payment_id > ${after} and ended_at is null
       and (status in ('RCVD', 'RCVC', 'RVNC', 'RVCM', 'PATC') or due_at <= ${now}
            or (service = 'bulk-payments' and status in ('ACTC', 'ACWC') and released_at is null))
     order by payment_id limit ${listMax}`),
);

/** A payment that the core may have. */
export interface AskablePayment {
  readonly paymentId: string;
  readonly hasOwner: boolean;
  readonly isBulk: boolean;
}

/** Lists payments that have not ended and may have been submitted by now: not those of a later day. */
export async function listAskable(db: Reader, criteria: AskableCriteria): Promise<readonly AskablePayment[]> {
  const rows = await db.rows(askable(criteria));
  return rows.map((row) => ({ paymentId: row.payment_id, hasOwner: row.has_owner, isBulk: row.is_bulk }));
}

interface ReleasedCriteria {
  readonly bankId: string;
  readonly owners: readonly string[];
  /** The last id of the page before. */
  readonly after: string;
  readonly listMax: number;
}

const released = statement<ReleasedCriteria>()(({ after, bankId, listMax, owners }) =>
  rawQuery(sql<{ payment_id: string }>`
    select payment_id from payments.payment
     where bank_id = ${bankId} and owner = any(${owners}::text[]) and payment_id > ${after}
       and released_at is not null and ended_at is null and service <> 'periodic-payments'
     order by payment_id limit ${listMax}`),
);

/** Lists payments of customers that were released for the core and are not over; a standing order never goes there. */
export async function listReleasedIds(db: Reader, criteria: ReleasedCriteria): Promise<readonly string[]> {
  return (await db.rows(released(criteria))).map((row) => row.payment_id);
}

interface ClaimCriteria {
  readonly bankId: string;
  readonly now: Temporal.Instant;
  readonly until: Temporal.Instant;
  readonly listMax: number;
  readonly except: readonly string[];
}

const claim = statement<ClaimCriteria>('write')(({ bankId, except, listMax, now, until }) =>
  rawQuery(sql<{ payment_id: string }>`
    update payments.payment set due_at = ${until}
     where bank_id = ${bankId} and payment_id in (
       select payment_id from payments.payment
        where bank_id = ${bankId} and due_at <= ${now} and service = 'payments'
          and payment_id not in (select unnest(${except}::uuid[]))
        order by due_at limit ${listMax} for update skip locked)
    returning payment_id`),
);

/**
 * Leases payments that are due, the longest waiting first: until the given time no other worker gets them. One that dies
 * loses its lease when that time has come.
 */
export async function claimDuePayments(db: Autocommit, criteria: ClaimCriteria): Promise<readonly string[]> {
  return (await db.executeAll(claim(criteria))).map((row) => row.payment_id);
}

const claimExecutions = statement<ClaimCriteria>('write')(({ bankId, except, listMax, now, until }) =>
  rawQuery(sql<{ payment_id: string }>`
    update payments.payment set due_at = ${until}
     where bank_id = ${bankId} and payment_id = any(array(
       select payment_id from payments.payment
        where bank_id = ${bankId} and due_at <= ${now} and service = 'standing-executions'
          and payment_id not in (select unnest(${except}::uuid[]))
        order by due_at limit ${listMax} for update skip locked))
    returning payment_id`),
);

/** The same for executions of standing orders. */
export async function claimDueExecutions(
  db: Autocommit,
  criteria: ClaimCriteria,
): Promise<readonly string[]> {
  return (await db.executeAll(claimExecutions(criteria))).map((row) => row.payment_id);
}

interface Postponement {
  readonly bankId: string;
  readonly paymentId: string;
  readonly until: Temporal.Instant;
}

/** Counts the null: with a plain condition, the planner may read the index of all payments that wait. */
const postponeRow = statement<Postponement>('write')(({ bankId, paymentId, until }) =>
  rawQuery(sql`
    update payments.payment set due_at = ${until}
     where bank_id = ${bankId} and payment_id = ${paymentId} and num_nulls(due_at) = 0`),
);

/** Prolongs the lease of a payment that waits; one that has ended meanwhile stays out of the queue. */
export async function postponePayment(db: Autocommit, postponement: Postponement): Promise<void> {
  await db.execute(postponeRow(postponement));
}

interface RemovalCriteria {
  readonly bankId: string;
  readonly before: Temporal.Instant;
  readonly max: number;
}

const removeEnded = statement<RemovalCriteria>('write')(({ bankId, before, max }) =>
  rawQuery(sql<{ payment_id: string }>`
    with removed as (
      delete from payments.payment where bank_id = ${bankId} and payment_id in (
        select payment_id from payments.payment
         where bank_id = ${bankId} and ended_at < ${before} and service <> 'bulk-payments'
         order by ended_at limit ${max} for update skip locked)
      returning payment_id),
    orders as (
      delete from payments.standing_order
       where bank_id = ${bankId} and payment_id = any(array(select payment_id from removed)))
    select payment_id from removed`),
);

/** Deletes payments that ended before a time; returns their ids. */
export async function deleteEndedPayments(
  work: Writer,
  criteria: RemovalCriteria,
): Promise<readonly string[]> {
  return (await work.executeAll(removeEnded(criteria))).map((row) => row.payment_id);
}
