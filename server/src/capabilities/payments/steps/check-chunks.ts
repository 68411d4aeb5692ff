import { setImmediate } from 'node:timers/promises';
import type { Context } from '#platform/work/context.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { findChunk } from '../store/bulk-entries.store.ts';
import type { StoredBulk } from '../store/payments.store.ts';
import { type BulkCreditors, creditorsOf } from './bulk-hold.ts';
import { ChunkAltered, openChunk } from './open-chunk.ts';

/**
 * Opens all transfers of a bulk, and returns its creditors. Throws `ChunkAltered` if one of them is not what was
 * approved. Other work goes on between two chunks.
 */
export async function checkChunks(ctx: Context & PaymentsPorts, stored: StoredBulk): Promise<BulkCreditors> {
  const { bankId, db, paymentsVault: vault } = ctx;
  const { bulk, paymentId } = stored;
  const countries = new Set<string | undefined>();
  const payees = new Set<string>();
  let count = 0;
  for (const chunkNo of bulk.chunkHashes.keys()) {
    const chunk = await findChunk(db, { bankId, paymentId, chunkNo });
    if (chunk === undefined) throw new ChunkAltered(`chunk ${chunkNo} of payment ${paymentId} is gone`);
    const entries = openChunk(vault, bankId, stored, chunk);
    count += entries.length;
    const creditors = creditorsOf(entries);
    for (const country of creditors.countries) countries.add(country);
    for (const payee of creditors.payees) payees.add(payee);
    await setImmediate();
  }
  if (count !== bulk.count) throw new ChunkAltered(`payment ${paymentId} has ${count} transfers`);
  return { countries, payees };
}
