import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { PaymentKey } from './payments.store.ts';
import { rawQuery } from './tables.ts';

/** A bulk whose payees are verified. */
export interface NewBulkCheck extends PaymentKey {
  readonly organisationId: string;
  readonly requestId: string;
  /** When a worker takes it up. */
  readonly dueAt: Temporal.Instant;
}

const insertRow = statement<NewBulkCheck>('write')(
  ({ bankId, dueAt, organisationId, paymentId, requestId }) =>
    rawQuery(sql`
    insert into payments.bulk_check (bank_id, payment_id, organisation_id, request_id, due_at)
    values (${bankId}, ${paymentId}, ${organisationId}, ${requestId}, ${dueAt})`),
);

export function insertBulkCheck(work: Writer, check: NewBulkCheck): void {
  work.write(insertRow(check));
}

interface ClaimCriteria {
  readonly bankId: string;
  readonly now: Temporal.Instant;
  readonly until: Temporal.Instant;
  readonly listMax: number;
  readonly except: readonly string[];
}

// A third party whose bulk a worker has is served already: its close matches are reserved chunk by chunk. The recursion
// reads one row for each third party, however many bulks wait, and none if none is due.
const claim = statement<ClaimCriteria>('write')(({ bankId, except, listMax, now, until }) =>
  rawQuery(sql<{ payment_id: string }>`
    with recursive first as (
      (select organisation_id, payment_id, due_at from payments.bulk_check
        where bank_id = ${bankId} and payment_id not in (select unnest(${except}::uuid[]))
          and (select exists (
                select from payments.bulk_check where bank_id = ${bankId} and due_at <= ${now}))
        order by organisation_id, due_at, payment_id limit 1)
      union all
      select of_next.organisation_id, of_next.payment_id, of_next.due_at from first cross join lateral (
        select organisation_id, payment_id, due_at from payments.bulk_check
         where bank_id = ${bankId} and organisation_id > first.organisation_id
           and payment_id not in (select unnest(${except}::uuid[]))
         order by organisation_id, due_at, payment_id limit 1) as of_next)
    update payments.bulk_check set due_at = ${until}, is_taken = true
     where bank_id = ${bankId} and payment_id = any(array(
       select waiting.payment_id from first join payments.bulk_check as waiting
           on waiting.bank_id = ${bankId} and waiting.payment_id = first.payment_id
        where first.due_at <= ${now} and waiting.due_at <= ${now} and not exists (
          select from payments.bulk_check as taken
           where taken.bank_id = ${bankId} and taken.organisation_id = first.organisation_id
             and taken.is_taken and taken.due_at > ${now}
             and taken.payment_id not in (select unnest(${except}::uuid[])))
        order by waiting.due_at limit ${listMax} for update of waiting skip locked))
    returning payment_id`),
);

/**
 * Leases bulks whose payees wait for their verification, one of each third party, the longest waiting first: until the
 * given time no other worker gets them.
 */
export async function claimDueChecks(db: Autocommit, criteria: ClaimCriteria): Promise<readonly string[]> {
  return (await db.executeAll(claim(criteria))).map((row) => row.payment_id);
}

interface DueTime extends PaymentKey {
  readonly dueAt: Temporal.Instant;
}

const postpone = statement<DueTime>('write')(({ bankId, dueAt, paymentId }) =>
  rawQuery(sql`
    update payments.bulk_check set due_at = ${dueAt}, is_taken = false
     where bank_id = ${bankId} and payment_id = ${paymentId}`),
);

/** Gives a bulk back, which comes after those of its third party that have waited longer. */
export async function postponeCheck(db: Autocommit, due: DueTime): Promise<void> {
  await db.execute(postpone(due));
}

const deleteRow = statement<PaymentKey>('write')(({ bankId, paymentId }) =>
  rawQuery(sql`delete from payments.bulk_check where bank_id = ${bankId} and payment_id = ${paymentId}`),
);

/** Ends the verification of a bulk; its results stay. */
export function deleteBulkCheck(work: Writer, key: PaymentKey): void {
  work.write(deleteRow(key));
}

/** How far the verification of a bulk is. */
export interface RunningCheck {
  readonly organisationId: string;
  readonly requestId: string;
  /** How many chunks are verified, from the first one on. */
  readonly chunks: number;
}

const runningRow = statement<PaymentKey>()(({ bankId, paymentId }) =>
  rawQuery(sql<{ organisation_id: string; request_id: string; chunks: number }>`
    select c.organisation_id, c.request_id,
           coalesce((select max(r.chunk_no) + 1 from payments.bulk_check_chunk r
                      where r.bank_id = ${bankId} and r.payment_id = ${paymentId}), 0) as chunks
      from payments.bulk_check c where c.bank_id = ${bankId} and c.payment_id = ${paymentId}`),
);

/** Returns undefined for a bulk whose verification has ended. */
export async function findRunningCheck(db: Reader, key: PaymentKey): Promise<RunningCheck | undefined> {
  const row = await db.first(runningRow(key));
  return row && { organisationId: row.organisation_id, requestId: row.request_id, chunks: row.chunks };
}

/** The encrypted results of a chunk. */
export interface CheckedChunkRow extends PaymentKey {
  readonly chunkNo: number;
  readonly sealed: Buffer;
}

// Two workers may have verified one chunk: the results of the first one stay.
const insertChunkRow = statement<CheckedChunkRow>('write')(({ bankId, chunkNo, paymentId, sealed }) =>
  rawQuery(sql`
    insert into payments.bulk_check_chunk (bank_id, payment_id, chunk_no, sealed_results)
    values (${bankId}, ${paymentId}, ${chunkNo}, ${sealed}) on conflict do nothing`),
);

/** Saves the results of a chunk with a new bulk. */
export function insertCheckedChunk(work: Writer, row: CheckedChunkRow): void {
  work.write(insertChunkRow(row));
}

/** Saves the results of a chunk at once. */
export async function saveCheckedChunk(db: Autocommit, row: CheckedChunkRow): Promise<void> {
  await db.execute(insertChunkRow(row));
}

const findChunkRow = statement<PaymentKey & { readonly chunkNo: number }>()(
  ({ bankId, chunkNo, paymentId }) =>
    rawQuery(sql<{ sealed_results: Buffer }>`
    select sealed_results from payments.bulk_check_chunk
     where bank_id = ${bankId} and payment_id = ${paymentId} and chunk_no = ${chunkNo}`),
);

/** Returns the encrypted results of a chunk. */
export async function findCheckedChunk(
  db: Reader,
  place: PaymentKey & { readonly chunkNo: number },
): Promise<Buffer | undefined> {
  return (await db.first(findChunkRow(place)))?.sealed_results;
}
