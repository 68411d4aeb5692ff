import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { rejectPayment } from '../steps/release-payment.ts';
import { listRunningIds } from '../store/customer-orders.store.ts';

const listMax = 100;

/**
 * Ends the standing orders of a customer who died, was erased or was merged into another one: what was signed for the
 * customer covers no further payment. Without this, orders without an end would be tried and kept for ever.
 */
export async function endOrdersOfOwner(
  ctx: Context & PaymentsPorts,
  { aggregateId: owner }: DeliveredEvent,
): Promise<void> {
  const { bankId, db } = ctx;
  // Each order ends by a command of its own, and is in no list afterwards; the event may be repeated.
  const { inbox: _, ...apart } = ctx;
  let last = listMax;
  while (last >= listMax) {
    const ids = await listRunningIds(db, { bankId, owners: [owner], listMax });
    for (const paymentId of ids)
      await rejectPayment(apart, { paymentId, owner, service: 'periodic-payments', reason: 'DS0C' });
    last = ids.length;
  }
}
