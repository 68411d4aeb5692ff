import { setImmediate } from 'node:timers/promises';
import type { Reader } from '#platform/db/reader.ts';
import { type BulkEntry, chunkEntries, chunkOf } from '../domain/bulk-payment.ts';
import { type EntryState, findChunk, listStoppedEntries } from '../store/bulk-entries.store.ts';
import type { StoredBulk } from '../store/payments.store.ts';
import type { PaymentsVault } from '../store/payments-vault.ts';
import { openChunk } from './open-chunk.ts';

/** A transfer that was rejected or cancelled. */
export interface StoppedEntry {
  readonly state: EntryState;
  readonly entry: BulkEntry;
}

/** Returns the transfers of a bulk that were rejected or cancelled, in their order. */
export async function stoppedEntriesOf(
  { bankId, db, vault }: { readonly bankId: string; readonly db: Reader; readonly vault: PaymentsVault },
  stored: StoredBulk,
): Promise<readonly StoppedEntry[]> {
  const { bulk, paymentId } = stored;
  const states = await listStoppedEntries(db, {
    bankId,
    paymentId,
    from: 0,
    until: bulk.count,
    listMax: bulk.count,
  });
  const found: StoppedEntry[] = [];
  for (const [chunkNo, ofChunk] of Map.groupBy(states, ({ entryNo }) => chunkOf(entryNo))) {
    const chunk = await findChunk(db, { bankId, paymentId, chunkNo });
    if (chunk === undefined) throw new Error(`chunk ${chunkNo} of payment ${paymentId} is gone`);
    const entries = openChunk(vault, bankId, stored, chunk);
    for (const state of ofChunk) {
      const entry = entries[state.entryNo % chunkEntries];
      if (entry !== undefined) found.push({ state, entry });
    }
    // Other requests are answered between two chunks.
    await setImmediate();
  }
  return found;
}
