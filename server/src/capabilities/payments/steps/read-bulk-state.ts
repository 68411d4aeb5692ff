import type { Reader } from '#platform/db/reader.ts';
import { bulkStateOf } from '../domain/bulk-state.ts';
import { isFinal } from '../domain/payment.ts';
import { countEntries } from '../store/bulk-entries.store.ts';
import { findQueuedBulk } from '../store/bulk-payments.store.ts';
import type { PaymentHead } from '../store/payments.store.ts';

/** Returns a bulk with the state that its transfers have now, whether or not the worker has recorded it. */
export async function withEntryState<Head extends PaymentHead>(
  db: Reader,
  bankId: string,
  head: Head,
): Promise<Head> {
  if (head.releasedAt === undefined || isFinal(head.status)) return head;
  const key = { bankId, paymentId: head.paymentId };
  const [queued, counts] = await Promise.all([findQueuedBulk(db, key), countEntries(db, key)]);
  return queued === undefined ? head : { ...head, ...bulkStateOf(counts, queued.entryCount) };
}
