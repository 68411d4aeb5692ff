import type { KnownState } from '#capabilities/core-banking/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { isFinal, nextState, type PaymentEvent, reasonOf } from '../domain/payment.ts';
import { findProduct } from '../domain/products.ts';
import {
  findPaymentHead,
  lockPaymentHead,
  type PaymentHead,
  updatePayment,
} from '../store/payments.store.ts';
import { applyEvent, auditChange } from './apply-event.ts';

/** What the core says of a payment. */
export interface CoreReport {
  readonly paymentId: string;
  readonly state: KnownState;
  readonly reason?: string | undefined;
  /** Asked after a restore: the payment may be older than its approval. */
  readonly isRestored?: boolean;
}

/**
 * Records what the core says of a payment. The core has it then, so no worker takes it up any more. Reports that come
 * late or twice change nothing, and instructions of other channels are none of our payments.
 */
export async function recordCoreState(ctx: Context, report: CoreReport): Promise<void> {
  const { bankId } = ctx;
  const { paymentId } = report;
  const known = await findPaymentHead(ctx.db, { bankId, paymentId });
  if (known === undefined || !isNews(known, report)) return;
  await runCommand(ctx, async (work) => {
    const head = await lockPaymentHead(work, { bankId, paymentId });
    if (head === undefined) throw new Error(`payment ${paymentId} is gone`);
    const after = applyEvent(ctx, work, {
      head,
      event: eventOf(head, report),
      change: {
        dueAt: undefined,
        // The core gets nothing that is not approved.
        approvedAt: head.approvedAt ?? ctx.clock.now(),
      },
    });
    if (after === undefined && head.dueAt !== undefined && !isFinal(head.status))
      updatePayment(work, bankId, { head: { ...head, dueAt: undefined }, now: ctx.clock.now() });
    auditChange(work, head, after ?? head);
  });
}

function isNews(head: PaymentHead, report: CoreReport): boolean {
  return head.dueAt !== undefined || nextState(head.status, eventOf(head, report)) !== undefined;
}

function eventOf(
  { productName }: PaymentHead,
  { isRestored = false, reason, state }: CoreReport,
): PaymentEvent {
  return {
    kind: 'core',
    state,
    isRestored,
    reason: reasonOf(reason),
    isInstant: findProduct(productName)?.product === 'instant-sepa-credit-transfers',
  };
}
