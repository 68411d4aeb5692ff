import { setImmediate } from 'node:timers/promises';
import { referenceKey } from '#capabilities/core-banking/index.ts';
import type { Context } from '#platform/work/context.ts';
import type { BulkEntry } from '../domain/bulk-payment.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { findChunk } from '../store/bulk-entries.store.ts';
import type { StoredBulk } from '../store/payments.store.ts';
import type { BulkCreditors } from './bulk-hold.ts';
import { ChunkAltered, openChunk } from './open-chunk.ts';
import { countryOf, countryOfAgent } from './payment-hold.ts';
import { referenceOf } from './payment-order.ts';

/**
 * Opens all transfers of a bulk, and returns its creditors. Throws `ChunkAltered` if one of them is not what was
 * approved. Other work goes on between two chunks.
 */
export async function checkChunks(ctx: Context & PaymentsPorts, stored: StoredBulk): Promise<BulkCreditors> {
  const { bankId, db, paymentsVault: vault } = ctx;
  const { bulk, paymentId } = stored;
  const countries = new Set<string | undefined>();
  const accounts = new Set<string>();
  let count = 0;
  for (const chunkNo of bulk.chunkHashes.keys()) {
    const chunk = await findChunk(db, { bankId, paymentId, chunkNo });
    if (chunk === undefined) throw new ChunkAltered(`chunk ${chunkNo} of payment ${paymentId} is gone`);
    const entries = openChunk(vault, bankId, stored, chunk);
    count += entries.length;
    for (const entry of entries) {
      countries.add(creditorCountry(entry));
      accounts.add(referenceKey(referenceOf(entry.creditorAccount)));
    }
    await setImmediate();
  }
  if (count !== bulk.count) throw new ChunkAltered(`payment ${paymentId} has ${count} transfers`);
  return { countries, accounts };
}

function creditorCountry({ creditorAccount, creditorAgent }: BulkEntry): string | undefined {
  return countryOf(referenceOf(creditorAccount)) ?? countryOfAgent(creditorAgent);
}
