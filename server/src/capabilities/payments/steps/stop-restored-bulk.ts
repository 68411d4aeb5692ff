import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { entriesOfChunk } from '../domain/bulk-entries.ts';
import { chunkOf } from '../domain/bulk-payment.ts';
import type { PaymentReason } from '../domain/payment.ts';
import { insertEntries, startChunk } from '../store/bulk-entries.store.ts';
import { continueRestored } from './ask-about-bulk.ts';
import { stopBulk } from './stop-bulk.ts';

/** A bulk of a restored backup that was stopped later. */
interface RestoredBulk {
  readonly paymentId: string;
  readonly entryCount: number;
  readonly reason: PaymentReason;
}

/**
 * Stops a restored bulk again. The core may have transfers that the backup knows nothing of, so all of them count as
 * begun: the stop asks the core about each, holds back what it does not have, and what it has executed stays. The stop
 * is saved last, so that a restore that was interrupted does all of it again.
 */
export async function stopRestoredBulk(
  ctx: Context,
  { entryCount, paymentId, reason }: RestoredBulk,
): Promise<void> {
  const { bankId, clock } = ctx;
  for (let chunkNo = 0; chunkNo <= chunkOf(entryCount - 1); chunkNo += 1)
    await runCommand(ctx, async (work) => {
      const entries = entriesOfChunk(paymentId, chunkNo, entryCount);
      insertEntries(work, { bankId, paymentId, ...entries, status: 'ACTC', reason: null });
      startChunk(work, { bankId, paymentId, chunkNo, now: clock.now() });
      work.audit({
        aggregateKind: 'payment',
        aggregateId: paymentId,
        changes: [{ field: 'chunk', after: chunkNo }],
      });
    });
  await continueRestored(ctx, paymentId);
  await stopBulk(ctx, { paymentId, reason });
}
