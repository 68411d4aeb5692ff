import { closeCollection } from '#capabilities/authorization/index.ts';
import { orderToSign } from '#capabilities/sca/index.ts';
import { lockCustomersShared } from '#platform/db/customer-lock.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { isSubmittable } from '../domain/payment.ts';
import { paymentEvent } from '../events.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { lockPaymentHead, type PaymentHead, updatePayment } from '../store/payments.store.ts';
import { auditChange } from './apply-event.ts';
import { type BulkCreditors, bulkHoldOf } from './bulk-hold.ts';
import type { BulkOrder } from './bulk-order.ts';
import { alterPayment } from './release-payment.ts';
import { signingContext } from './signing.ts';

/** An approved bulk, all of whose transfers were found unchanged. */
export interface CheckedBulk {
  readonly order: BulkOrder;
  readonly owner: string;
  readonly creditors: BulkCreditors;
}

/**
 * Releases an approved bulk for the core, as `releasePayment` does it for one payment: the signatures are counted again,
 * and must cover exactly this order with all of its transfers.
 */
export async function releaseBulk(
  ctx: Context & PaymentsPorts,
  checked: CheckedBulk,
): Promise<PaymentHead | undefined> {
  const { bankId, clock } = ctx;
  const { order, owner } = checked;
  return runCommand(ctx, async (work) => {
    // A restriction has been committed and is seen here, or it waits, and sees a bulk that was released.
    await lockCustomersShared(work, { bankId, customerNumbers: [owner] });
    if ((await bulkHoldOf(ctx, work, checked)) !== undefined) {
      work.audit({
        aggregateKind: 'payment',
        aggregateId: order.id,
        changes: [{ field: 'held', after: true }],
      });
      return undefined;
    }
    const closed = await closeCollection(signingContext(ctx), work, {
      owner,
      resourceKind: order.kind,
      resourceId: order.id,
      closing: { as: 'used', digest: orderToSign({ order }).digest },
    });
    const head = await lockPaymentHead(work, { bankId, paymentId: order.id });
    if (head === undefined) throw new Error(`payment ${order.id} is gone`);
    if (!isSubmittable(head.status) || head.releasedAt !== undefined) {
      auditChange(work, head, head);
      return head.releasedAt === undefined ? undefined : head;
    }
    if (closed === 'refused') {
      alterPayment(ctx, work, head);
      return undefined;
    }
    const released = { ...head, releasedAt: clock.now() };
    updatePayment(work, bankId, { head: released, now: clock.now() });
    work.emit(paymentEvent('released', released));
    auditChange(work, head, released);
    return { ...released, rowVersion: head.rowVersion + 1n };
  });
}
