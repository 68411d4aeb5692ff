import { isUuid } from '#platform/kernel/ids.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { type Ending, isNewerThan, newestEndings, type RestoreStep } from '#platform/work/ending-ledger.ts';
import { isStoppedBy } from '../domain/bulk-stop.ts';
import type { paymentsEndings } from '../domain/endings.ts';
import { isFinal, isUnapproved, nextState, type PaymentEvent, reasonOf } from '../domain/payment.ts';
import { applyEvent, auditChange } from '../steps/apply-event.ts';
import { stopRestoredBulk } from '../steps/stop-restored-bulk.ts';
import { findQueuedBulk } from '../store/bulk-payments.store.ts';
import { findOptOut } from '../store/payee-opt-outs.store.ts';
import { listHeads, lockPaymentHead, type PaymentHead } from '../store/payments.store.ts';
import { endPayeeOptOut } from './end-payee-opt-out.ts';

/**
 * Compares the payments of a restored database with the ledger: one that was cancelled or rejected after the backup ends
 * again, because its third party may have ordered it anew since, and a bulk that was stopped is stopped again.
 */
export async function replayPaymentEndings(
  ctx: Context,
  endings: readonly Ending[],
): Promise<readonly RestoreStep[]> {
  const stoppedBulks = await listEnded(ctx, endings, 'bulk-payment-stopped');
  const stopped = await listEnded(ctx, endings, 'payment-stopped');
  const ofBulks: RestoreStep[] = [];
  for (const ended of stoppedBulks) ofBulks.push(...(await stopAgain(ctx, ended)));
  // The worker ends a stopped bulk: the core knows which of its transfers were executed.
  const handled = new Set(stoppedBulks.map(({ head }) => head.paymentId));
  const others = stopped.filter(({ head }) => !handled.has(head.paymentId));
  return [
    ...ofBulks,
    ...others.flatMap((ended) => endAgain(ctx, ended)),
    ...(await endedOptOuts(ctx, endings)),
  ];
}

/** A firm that opted in again after the backup: its payees are verified. */
async function endedOptOuts(ctx: Context, endings: readonly Ending[]): Promise<readonly RestoreStep[]> {
  const { bankId, db } = ctx;
  const steps: RestoreStep[] = [];
  for (const ending of newestEndings(endings, { bankId, events: ['payee-opt-out-ended'] })) {
    const customerNumber = ending.subject;
    const optOut = await findOptOut(db, { bankId, customerNumber });
    if (optOut === undefined || !isNewerThan(ending, optOut.setAt)) continue;
    const apply = (): Promise<void> => endPayeeOptOut(ctx, { customerNumber, employeeId: undefined });
    steps.push({ what: 'opt-outs of payee verification ended again', subject: customerNumber, apply });
  }
  return steps;
}

/** A payment of the restored database, and why it ended after the backup. */
interface EndedPayment {
  readonly head: PaymentHead;
  readonly reason: string | undefined;
}

async function listEnded(
  { bankId, db }: Context,
  endings: readonly Ending[],
  event: (typeof paymentsEndings)[number],
): Promise<readonly EndedPayment[]> {
  const ended = newestEndings(endings, { bankId, events: [event] }).filter(({ subject }) => isUuid(subject));
  const heads = await listHeads(db, { bankId, paymentIds: ended.map(({ subject }) => subject) });
  const reasons = new Map(ended.map(({ reason, subject }) => [subject, reason]));
  return heads.map((head) => ({ head, reason: reasons.get(head.paymentId) }));
}

async function stopAgain(ctx: Context, { head, reason }: EndedPayment): Promise<readonly RestoreStep[]> {
  const { bankId, db } = ctx;
  const { paymentId, status } = head;
  const queued = await findQueuedBulk(db, { bankId, paymentId });
  const wanted = reasonOf(reason);
  if (queued === undefined || isFinal(status) || !isStoppedBy(wanted, queued.stopReason)) return [];
  const { entryCount } = queued;
  const apply = (): Promise<void> => stopRestoredBulk(ctx, { paymentId, entryCount, reason: wanted });
  return [{ what: 'bulks stopped again', subject: paymentId, apply }];
}

function endAgain(ctx: Context, { head, reason }: EndedPayment): readonly RestoreStep[] {
  const event = endOf(head, reason);
  if (nextState(head.status, event) === undefined) return [];
  const apply = (): Promise<void> => end(ctx, head.paymentId, event);
  return [{ what: 'payments stopped again', subject: head.paymentId, apply }];
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
