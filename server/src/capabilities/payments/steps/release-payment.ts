import { closeCollection } from '#capabilities/authorization/index.ts';
import type { PaymentHold } from '#capabilities/client/index.ts';
import { type BulkPayment, orderToSign } from '#capabilities/sca/index.ts';
import { lockCustomersShared } from '#platform/db/customer-lock.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { isSubmittable, type PaymentReason } from '../domain/payment.ts';
import { collectionKindOf, type PaymentService } from '../domain/single-payment.ts';
import { paymentEvent } from '../events.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { lockPaymentHead, type PaymentHead, updatePayment } from '../store/payments.store.ts';
import { applyEvent, auditChange } from './apply-event.ts';
import type { PaymentOrder, StandingOrder } from './payment-order.ts';
import { signingContext } from './signing.ts';

/** An approved payment, bulk or standing order, as it is computed anew. */
interface Release {
  readonly order: PaymentOrder | BulkPayment | StandingOrder;
  readonly owner: string;
  /** Asks, under the lock of the owner, whether restrictions hold it. */
  readonly hold: (work: Work) => Promise<PaymentHold | undefined>;
  /** Whether it is approved at this moment; absent: by its own signatures, which are used up. */
  readonly approval?: (work: Work) => Promise<Approval>;
}

/**
 * `refused`: it is rejected. The others leave it as it is, for the caller: `withdrawn`, its standing order has ended; `lost`,
 * the signers of its standing order may not sign any more.
 */
export type Approval = 'given' | 'refused' | 'withdrawn' | 'lost';

/**
 * Releases an approved payment for the core: the signatures are counted again, and must cover exactly this order. From
 * this commit on the core may have the payment, so nothing else can stop it. A payment that fails the check is rejected
 * and reported to the staff: since the approval it was changed, or a signer lost the right to approve it. One that
 * restrictions of its owner hold stays as it is, and is asked about again when its lease is over.
 */
export async function releasePayment(
  ctx: Context & PaymentsPorts,
  { approval, hold, order, owner }: Release,
): Promise<PaymentHead | undefined> {
  const { bankId, clock } = ctx;
  return runCommand(ctx, async (work) => {
    // A restriction has been committed and is seen here, or it waits, and sees a payment that was released.
    await lockCustomersShared(work, { bankId, customerNumbers: [owner] });
    if ((await hold(work)) !== undefined) {
      work.audit({
        aggregateKind: 'payment',
        aggregateId: order.id,
        changes: [{ field: 'held', after: true }],
      });
      return undefined;
    }
    const approved = await (approval?.(work) ?? useSignatures(ctx, work, { order, owner }));
    const head = await lockPaymentHead(work, { bankId, paymentId: order.id });
    if (head === undefined) throw new Error(`payment ${order.id} is gone`);
    if (!isSubmittable(head.status) || head.releasedAt !== undefined) {
      auditChange(work, head, head);
      return head.releasedAt === undefined ? undefined : head;
    }
    if (approved !== 'given') {
      if (approved === 'refused') rejectAlteredHead(ctx, work, head);
      else auditChange(work, head, head);
      return undefined;
    }
    const released = { ...head, releasedAt: clock.now() };
    updatePayment(work, bankId, { head: released, now: clock.now() });
    work.emit(paymentEvent('released', released));
    auditChange(work, head, released);
    return { ...released, rowVersion: head.rowVersion + 1n };
  });
}

async function useSignatures(
  ctx: Context & PaymentsPorts,
  work: Work,
  { order, owner }: Pick<Release, 'order' | 'owner'>,
): Promise<Approval> {
  const closed = await closeCollection(signingContext(ctx), work, {
    owner,
    resourceKind: order.kind,
    resourceId: order.id,
    closing: { as: 'used', digest: orderToSign({ order }).digest },
  });
  return closed === 'closed' ? 'given' : 'refused';
}

/** Rejects a payment that is not what was approved; the seal of its row may even be broken. */
export async function rejectAltered(ctx: Context & PaymentsPorts, paymentId: string): Promise<void> {
  const { bankId } = ctx;
  await runCommand(ctx, async (work) => {
    const head = await lockPaymentHead(work, { bankId, paymentId });
    if (head === undefined) throw new Error(`payment ${paymentId} is gone`);
    rejectAlteredHead(ctx, work, head);
  });
}

/** Rejects a locked payment that is not what was approved, and reports it to the staff. */
function rejectAlteredHead(ctx: Context, work: Work, head: PaymentHead): void {
  const after = applyEvent(ctx, work, { head, event: { kind: 'refused', reason: 'DS0C' } });
  if (after !== undefined) {
    work.emit(paymentEvent('altered', after));
    ctx.log.error(
      { bankId: ctx.bankId, aggregateKind: 'payment', aggregateId: head.paymentId },
      'a payment is not what was approved, or its approval is gone; it was rejected',
    );
  }
  auditChange(work, head, after ?? head);
}

/** Rejects an approved payment that cannot be executed; its signatures are of no further use. */
export async function rejectPayment(
  ctx: Context & PaymentsPorts,
  {
    owner,
    paymentId,
    reason,
    service = 'payments',
  }: {
    readonly paymentId: string;
    readonly owner: string;
    readonly reason: PaymentReason;
    readonly service?: PaymentService;
  },
): Promise<void> {
  const { bankId } = ctx;
  await runCommand(ctx, async (work) => {
    await closeCollection(signingContext(ctx), work, {
      owner,
      resourceKind: collectionKindOf({ service }),
      resourceId: paymentId,
      closing: { as: 'cancelled' },
    });
    const head = await lockPaymentHead(work, { bankId, paymentId });
    if (head === undefined) throw new Error(`payment ${paymentId} is gone`);
    const after = applyEvent(ctx, work, { head, event: { kind: 'refused', reason } });
    auditChange(work, head, after ?? head);
  });
}
