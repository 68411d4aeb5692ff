import { closeCollection } from '#capabilities/authorization/index.ts';
import { listPartyNumbers } from '#capabilities/party/index.ts';
import { isUuid } from '#platform/kernel/ids.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { collectionKindOf } from '../domain/single-payment.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { applyEvent, auditChange } from '../steps/apply-event.ts';
import { signingContext } from '../steps/signing.ts';
import { findPaymentHead, lockPaymentHead } from '../store/payments.store.ts';

/** `over`: it had ended before. */
export type StandingOrderEnd = 'ended' | 'over' | 'unknown';

/**
 * Ends a standing order for the customer whose account it debits. Needs no second factor: no money moves any more. A
 * payment of the day that is released already goes on.
 */
export async function endStandingOrder(
  ctx: Context & PaymentsPorts,
  { customerNumber, orderId }: { readonly orderId: string; readonly customerNumber: string | undefined },
): Promise<StandingOrderEnd> {
  const { bankId, db } = ctx;
  const key = { bankId, paymentId: orderId };
  const found = isUuid(orderId) ? await findPaymentHead(db, key) : undefined;
  if (found?.service !== 'periodic-payments' || found.owner === undefined || customerNumber === undefined)
    return 'unknown';
  const { owner } = found;
  const numbers = await listPartyNumbers(db, { bankId, customerNumber });
  if (!numbers.includes(owner) || found.approvedAt === undefined) return 'unknown';
  return runCommand(ctx, async (work) => {
    // Locks in the order of an approval: the collection, then the payment.
    await closeCollection(signingContext(ctx), work, {
      owner,
      resourceKind: collectionKindOf(found),
      resourceId: orderId,
      closing: { as: 'cancelled' },
    });
    const head = await lockPaymentHead(work, key);
    if (head === undefined) throw new Error(`payment ${orderId} is gone`);
    const after = applyEvent(ctx, work, { head, event: { kind: 'cancelled' } });
    auditChange(work, head, after ?? head);
    return after === undefined && head.status !== 'CANC' ? 'over' : 'ended';
  });
}
