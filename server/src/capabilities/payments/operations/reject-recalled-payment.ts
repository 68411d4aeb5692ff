import { closeCollection, lockCollectionState } from '#capabilities/authorization/index.ts';
import { isUuid } from '#platform/kernel/ids.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import { isSubmittable } from '../domain/payment.ts';
import { collectionKindOf } from '../domain/single-payment.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { applyEvent, auditChange } from '../steps/apply-event.ts';
import { signingContext } from '../steps/signing.ts';
import { findPaymentHead, lockPaymentHead } from '../store/payments.store.ts';

const kinds: ReadonlySet<unknown> = new Set(['payment', 'bulk-payment', 'periodic-payment']);

/**
 * Rejects an approved payment whose signatures were recalled after a fraud report, so that the third party learns it at
 * once. No decision depends on it: signatures are counted again before money moves. A payment that still lacks other
 * signatures stays open for them.
 */
export async function rejectRecalledPayment(
  ctx: Context & PaymentsPorts,
  { data }: DeliveredEvent,
): Promise<void> {
  const { bankId, db } = ctx;
  const paymentId = String(data['resource-id']);
  const isMeant = data['reason'] === 'fraud-reported' && kinds.has(data['resource-kind']);
  if (!isMeant || !isUuid(paymentId)) return;
  const known = await findPaymentHead(db, { bankId, paymentId });
  const { owner } = known ?? {};
  if (known === undefined || owner === undefined) return;
  await runCommand(ctx, async (work) => {
    const key = { owner, resourceKind: collectionKindOf(known), resourceId: paymentId };
    // Locks in the order of an approval: the collection, then the payment.
    const state = await lockCollectionState(signingContext(ctx), work, key);
    const head = await lockPaymentHead(work, { bankId, paymentId });
    if (head === undefined) throw new Error(`payment ${paymentId} is gone`);
    const isShort = state === 'open' && isSubmittable(head.status) && head.releasedAt === undefined;
    const after = isShort
      ? applyEvent(ctx, work, { head, event: { kind: 'refused', reason: 'DS0C' } })
      : undefined;
    if (after !== undefined)
      await closeCollection(signingContext(ctx), work, { ...key, closing: { as: 'cancelled' } });
    auditChange(work, head, after ?? head);
  });
}
