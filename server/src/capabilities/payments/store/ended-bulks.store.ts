import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { deleteBulkCheck } from './bulk-checks.store.ts';
import type { PaymentKey } from './payments.store.ts';
import { rawQuery } from './tables.ts';

interface EndedCriteria {
  readonly bankId: string;
  readonly before: Temporal.Instant;
  readonly listMax: number;
}

const endedRows = statement<EndedCriteria>()(({ bankId, before, listMax }) =>
  rawQuery(sql<{ payment_id: string }>`
    select payment_id from payments.payment
     where bank_id = ${bankId} and ended_at < ${before} and service = 'bulk-payments'
     order by ended_at limit ${listMax}`),
);

/** Lists bulks that ended before a time. */
export async function listEndedBulks(db: Reader, criteria: EndedCriteria): Promise<readonly string[]> {
  return (await db.rows(endedRows(criteria))).map((row) => row.payment_id);
}

const emptyRows = statement<{ readonly bankId: string; readonly paymentIds: readonly string[] }>('write')(
  ({ bankId, paymentIds }) =>
    rawQuery(sql`
      with emptied as (
        update payments.payment set sealed_payment = null, sealed_document = null
         where bank_id = ${bankId} and payment_id = any(${paymentIds}::uuid[])
           and status in ('RJCT', 'CANC') and num_nulls(approved_at) = 1
        returning payment_id),
      chunks as (
        delete from payments.bulk_chunk
         where bank_id = ${bankId} and payment_id = any(array(select payment_id from emptied))),
      checks as (
        delete from payments.bulk_check
         where bank_id = ${bankId} and payment_id = any(array(select payment_id from emptied)))
      delete from payments.bulk_check_chunk
       where bank_id = ${bankId} and payment_id = any(array(select payment_id from emptied))`),
);

/** Deletes what payments and bulks ordered that ended without an approval; they stay with their status. */
export function deleteContents(
  work: Writer,
  criteria: { readonly bankId: string; readonly paymentIds: readonly string[] },
): void {
  work.write(emptyRows(criteria));
}

interface Part extends PaymentKey {
  readonly max: number;
}

const deleteEntryRows = statement<Part>('write')(({ bankId, max, paymentId }) =>
  rawQuery(sql<{ entry_no: number }>`
    delete from payments.bulk_entry
     where bank_id = ${bankId} and payment_id = ${paymentId} and entry_no = any(array(
       select entry_no from payments.bulk_entry
        where bank_id = ${bankId} and payment_id = ${paymentId} order by entry_no limit ${max}))
    returning entry_no`),
);

/** Deletes some transfers of a bulk, and returns how many. */
export async function deleteEntries(work: Writer, part: Part): Promise<number> {
  return (await work.executeAll(deleteEntryRows(part))).length;
}

const deleteChunkRows = statement<PaymentKey>('write')(({ bankId, paymentId }) =>
  rawQuery(sql`delete from payments.bulk_chunk where bank_id = ${bankId} and payment_id = ${paymentId}`),
);

const deleteCheckedRows = statement<PaymentKey>('write')(({ bankId, paymentId }) =>
  rawQuery(
    sql`delete from payments.bulk_check_chunk where bank_id = ${bankId} and payment_id = ${paymentId}`,
  ),
);

const deleteQueueRow = statement<PaymentKey>('write')(({ bankId, paymentId }) =>
  rawQuery(sql`delete from payments.bulk_payment where bank_id = ${bankId} and payment_id = ${paymentId}`),
);

const deletePaymentRow = statement<PaymentKey>('write')(({ bankId, paymentId }) =>
  rawQuery(sql`delete from payments.payment where bank_id = ${bankId} and payment_id = ${paymentId}`),
);

/** Deletes a bulk whose transfers are deleted. */
export function deleteBulk(work: Writer, key: PaymentKey): void {
  work.write(deleteChunkRows(key));
  work.write(deleteCheckedRows(key));
  deleteBulkCheck(work, key);
  work.write(deleteQueueRow(key));
  work.write(deletePaymentRow(key));
}
