import type { Temporal } from 'temporal-polyfill';
import { lockCustomersShared } from '#platform/db/customer-lock.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { entriesOfChunk } from '../domain/bulk-entries.ts';
import type { BulkEntry } from '../domain/bulk-payment.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { type Chunk, insertEntries, startChunk } from '../store/bulk-entries.store.ts';
import { lockQueuedBulk } from '../store/bulk-payments.store.ts';
import type { StoredBulk } from '../store/payments.store.ts';
import { bulkHoldOf, creditorsOf } from './bulk-hold.ts';
import { bulkOrderIn } from './bulk-order.ts';

/** A chunk of which no transfer was submitted. */
export interface NewChunk {
  readonly stored: StoredBulk;
  readonly chunk: Chunk;
  readonly entries: readonly BulkEntry[];
}

/**
 * Begins a chunk, and returns from when on the core may have its transfers. Restrictions of the owner that were set since
 * the release hold it: one transfer that they hold, holds the chunk and those after it.
 */
export async function beginChunk(
  ctx: Context & PaymentsPorts,
  { chunk, entries, stored }: NewChunk,
): Promise<Temporal.Instant | 'held' | 'stopped'> {
  const { bankId, clock, db } = ctx;
  const { owner, paymentId } = stored;
  if (owner === undefined) throw new Error(`payment ${paymentId} has no owner`);
  const held = { order: bulkOrderIn(stored), owner, creditors: creditorsOf(entries) };
  // Asked before the command too: one that waits for hours is not audited every time.
  if ((await bulkHoldOf(ctx, db, held)) !== undefined) return 'held';
  return runCommand(ctx, async (work) => {
    // A restriction or a stop has been committed and is seen here, or it waits, and sees a chunk that was begun.
    await lockCustomersShared(work, { bankId, customerNumbers: [owner] });
    const isHeld = (await bulkHoldOf(ctx, work, held)) !== undefined;
    const queued = await lockQueuedBulk(work, { bankId, paymentId });
    const isStopped = queued?.stopReason !== undefined;
    const now = clock.now();
    const { chunkNo } = chunk;
    if (!isHeld && !isStopped) {
      const numbered = entriesOfChunk(paymentId, chunkNo, stored.bulk.count);
      insertEntries(work, { bankId, paymentId, ...numbered, status: 'ACTC', reason: null });
      startChunk(work, { bankId, paymentId, chunkNo, now });
    }
    work.audit({
      aggregateKind: 'payment',
      aggregateId: paymentId,
      changes: [
        { field: 'chunk', after: chunkNo },
        { field: 'entries-started', after: isHeld || isStopped ? 0 : entries.length },
      ],
    });
    if (isStopped) return 'stopped';
    return isHeld ? 'held' : now;
  });
}
