import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { isStoppedBy } from '../domain/bulk-stop.ts';
import { isFinal, type PaymentReason } from '../domain/payment.ts';
import { paymentEvent } from '../events.ts';
import { lockQueuedBulk, updateStop } from '../store/bulk-payments.store.ts';
import { lockPaymentHead } from '../store/payments.store.ts';

/**
 * Stops a released bulk: from this commit on no further chunk is begun, and the worker rejects or cancels the rest. The
 * event is in the ledger of endings, because a backup that is older than the stop would go on with the bulk.
 */
export async function stopBulk(
  ctx: Context,
  { paymentId, reason }: { readonly paymentId: string; readonly reason: PaymentReason },
): Promise<void> {
  const { bankId, clock } = ctx;
  await runCommand(ctx, async (work) => {
    const head = await lockPaymentHead(work, { bankId, paymentId });
    const queued = await lockQueuedBulk(work, { bankId, paymentId });
    if (head === undefined || queued === undefined) throw new Error(`payment ${paymentId} is gone`);
    const { stopReason: before } = queued;
    const isStopped = !isFinal(head.status) && isStoppedBy(reason, before);
    if (isStopped) {
      updateStop(work, { bankId, paymentId, reason, now: clock.now() });
      work.emit(paymentEvent('bulkStopped', { ...head, reason }));
    }
    work.audit({
      aggregateKind: 'payment',
      aggregateId: paymentId,
      changes: [{ field: 'stopped', before: before ?? null, after: (isStopped ? reason : before) ?? null }],
    });
  });
}
