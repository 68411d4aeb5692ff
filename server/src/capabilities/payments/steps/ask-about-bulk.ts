import { type CoreBank, CoreFailure } from '#capabilities/core-banking/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { entriesOfChunk } from '../domain/bulk-entries.ts';
import { isSubmittable, isUnapproved } from '../domain/payment.ts';
import { findQueuedBulk, queueBulk } from '../store/bulk-payments.store.ts';
import { lockPaymentHead, updatePayment } from '../store/payments.store.ts';
import { applyEvent, auditChange } from './apply-event.ts';

/**
 * Asks the core about a restored bulk whose approval may be newer than the backup. Its transfers are submitted chunk by
 * chunk, so the first chunk tells whether the core has any. The worker then submits the others again, under the same ids.
 */
export async function askAboutBulk(
  ctx: Context,
  core: CoreBank,
  paymentId: string,
): Promise<'known' | 'not-known' | 'undecided'> {
  const { bankId, db } = ctx;
  const { entryCount = 0 } = (await findQueuedBulk(db, { bankId, paymentId })) ?? {};
  for (const entryId of entriesOfChunk(paymentId, 0, entryCount).entryIds) {
    const status = await statusAt(core, entryId);
    if (status === undefined) return 'undecided';
    if (status === 'not-known') continue;
    await continueRestored(ctx, paymentId);
    return 'known';
  }
  return 'not-known';
}

/** Records that a restored bulk was released, and queues it. The core gets nothing that is not approved. */
export async function continueRestored(ctx: Context, paymentId: string): Promise<void> {
  const { bankId, clock } = ctx;
  await runCommand(ctx, async (work) => {
    const head = await lockPaymentHead(work, { bankId, paymentId });
    if (head === undefined) throw new Error(`payment ${paymentId} is gone`);
    const now = clock.now();
    const after = isUnapproved(head.status)
      ? applyEvent(ctx, work, {
          head,
          event: { kind: 'core', state: 'accepted', isInstant: false, isRestored: true },
          change: { approvedAt: now, releasedAt: now },
        })
      : undefined;
    // Its money is spent: it must not be released, or rejected for want of it, a second time.
    const isReleased = isSubmittable(head.status) && head.releasedAt === undefined;
    if (isReleased) updatePayment(work, bankId, { head: { ...head, releasedAt: now }, now });
    if (after !== undefined || isReleased) queueBulk(work, { bankId, paymentId, dueAt: now });
    auditChange(work, head, after ?? head);
  });
}

export async function statusAt(
  core: CoreBank,
  instructionId: string,
): Promise<Awaited<ReturnType<CoreBank['statusOf']>> | undefined> {
  try {
    return await core.statusOf(instructionId);
  } catch (error) {
    if (error instanceof CoreFailure) return undefined;
    throw error;
  }
}
