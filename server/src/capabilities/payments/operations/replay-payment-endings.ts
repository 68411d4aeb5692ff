import { isUuid } from '#platform/kernel/ids.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { type Ending, newestEndings, type RestoreStep } from '#platform/work/ending-ledger.ts';
import { paymentsEndings } from '../domain/endings.ts';
import { isFinal, isUnapproved, nextState, type PaymentEvent, reasonOf } from '../domain/payment.ts';
import { applyEvent, auditChange } from '../steps/apply-event.ts';
import { listHeads, lockPaymentHead, type PaymentHead } from '../store/payments.store.ts';

/**
 * Compares the payments of a restored database with the ledger: one that was cancelled or rejected after the backup ends
 * again, because its third party may have ordered it anew since.
 */
export async function replayPaymentEndings(
  ctx: Context,
  endings: readonly Ending[],
): Promise<readonly RestoreStep[]> {
  const { bankId, db } = ctx;
  const stopped = newestEndings(endings, { bankId, events: paymentsEndings }).filter(({ subject }) =>
    isUuid(subject),
  );
  const heads = await listHeads(db, { bankId, paymentIds: stopped.map(({ subject }) => subject) });
  const reasons = new Map(stopped.map(({ reason, subject }) => [subject, reason]));
  return heads.flatMap((head) => {
    const event = endOf(head, reasons.get(head.paymentId));
    if (nextState(head.status, event) === undefined) return [];
    const apply = (): Promise<void> => end(ctx, head.paymentId, event);
    return [{ what: 'payments stopped again', subject: head.paymentId, apply }];
  });
}

/** What the core has stays with the core: it reports its end again. */
function endOf({ status }: PaymentHead, reason: string | undefined): PaymentEvent {
  if (reason === 'CUST') return { kind: 'cancelled' };
  return isUnapproved(status) ? { kind: 'expired' } : { kind: 'refused', reason: reasonOf(reason) };
}

async function end(ctx: Context, paymentId: string, event: PaymentEvent): Promise<void> {
  const { bankId } = ctx;
  await runCommand(ctx, async (work) => {
    const head = await lockPaymentHead(work, { bankId, paymentId });
    if (head === undefined || isFinal(head.status)) throw new Error(`payment ${paymentId} is gone`);
    const after = applyEvent(ctx, work, { head, event });
    auditChange(work, head, after ?? head);
  });
}
