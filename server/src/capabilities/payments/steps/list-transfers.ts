import type { ListedTransfers } from '#capabilities/sca/index.ts';
import type { Reader } from '#platform/db/reader.ts';
import { isUuid } from '#platform/kernel/ids.ts';
import { resultCodes } from '../domain/bulk-check.ts';
import { chunkEntries } from '../domain/bulk-payment.ts';
import { findChunk } from '../store/bulk-entries.store.ts';
import { findSealedPayment, type PaymentKey, type StoredBulk } from '../store/payments.store.ts';
import type { PaymentsVault } from '../store/payments-vault.ts';
import { transferOf } from './bulk-order.ts';
import { listChecked } from './checked-chunks.ts';
import { openChunk } from './open-chunk.ts';

/** Returns a page of the transfers of a bulk, as they were approved; undefined for a page that it has not. */
export async function listTransfers(
  { db, vault }: { readonly db: Reader; readonly vault: PaymentsVault },
  { bankId, page, paymentId }: PaymentKey & { readonly page: number },
): Promise<ListedTransfers | undefined> {
  const chunkNo = page - 1;
  const sealed = isUuid(paymentId) ? await findSealedPayment(db, vault, { bankId, paymentId }) : undefined;
  const chunk = await findChunk(db, { bankId, paymentId, chunkNo });
  if (sealed === undefined || chunk === undefined) return undefined;
  const stored = sealed.openBulk();
  if (stored.bulk.payeeCheck?.chunks !== undefined)
    return listByResult({ bankId, db, vault }, stored, chunkNo);
  const entries = openChunk(vault, bankId, stored, chunk);
  return {
    from: chunkNo * chunkEntries + 1,
    pageSize: chunkEntries,
    transfers: entries.map((entry) => transferOf(stored, entry)),
  };
}

/** With results, the payees that the payer has to look at come first. */
async function listByResult(
  source: Parameters<typeof listChecked>[0],
  stored: StoredBulk,
  chunkNo: number,
): Promise<ListedTransfers> {
  const from = chunkNo * chunkEntries;
  const listed = await listChecked(source, stored, { codes: resultCodes, from, max: chunkEntries });
  return {
    from: from + 1,
    pageSize: chunkEntries,
    transfers: listed.map(({ entry, result }) => transferOf(stored, entry, result)),
  };
}
