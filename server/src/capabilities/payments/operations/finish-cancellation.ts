import { closeCollection, lockCollectionState } from '#capabilities/authorization/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import { cancellationBy } from '../domain/cancellation.ts';
import { collectionKindOf } from '../domain/single-payment.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { problems } from '../problems.ts';
import { applyEvent, auditChange } from '../steps/apply-event.ts';
import { cancelAtCore } from '../steps/cancel-at-core.ts';
import { signingContext } from '../steps/signing.ts';
import { findPaymentHead, lockPaymentHead, type PaymentHead } from '../store/payments.store.ts';

type Ctx = Context & PaymentsPorts;

/**
 * Finishes a cancellation that the payer has approved: the core is asked to cancel a payment that was released before, and
 * the signatures of a cancelled payment are closed. A core that is away fails the event, which is tried again.
 */
export async function finishCancellation(
  ctx: Ctx,
  { aggregateId: paymentId }: DeliveredEvent,
): Promise<void> {
  const { bankId, cores, db } = ctx;
  const head = await findPaymentHead(db, { bankId, paymentId });
  if (head?.owner === undefined) return;
  // The event is marked with the last command.
  const { inbox: _, ...apart } = ctx;
  const answer =
    cancellationBy(head) === 'core' ? await cancelAtCore(apart, cores.find(bankId), paymentId) : 'recorded';
  if (answer === 'away') throw problems['core-away']();
  await close(ctx, { ...head, owner: head.owner, isHeldBack: answer === 'held-back' });
}

async function close(
  ctx: Ctx,
  {
    isHeldBack,
    owner,
    paymentId,
    service,
  }: Pick<PaymentHead, 'paymentId' | 'service'> & { readonly owner: string; readonly isHeldBack: boolean },
): Promise<void> {
  const { bankId } = ctx;
  await runCommand(ctx, async (work) => {
    const key = { owner, resourceKind: collectionKindOf({ service }), resourceId: paymentId };
    // Locks in the order of an approval: the collection, then the payment.
    await lockCollectionState(signingContext(ctx), work, key);
    const head = await lockPaymentHead(work, { bankId, paymentId });
    if (head === undefined) throw new Error(`payment ${paymentId} is gone`);
    const after: PaymentHead =
      (isHeldBack ? applyEvent(ctx, work, { head, event: { kind: 'cancelled' } }) : undefined) ?? head;
    if (after.status === 'CANC')
      await closeCollection(signingContext(ctx), work, { ...key, closing: { as: 'cancelled' } });
    auditChange(work, head, after);
  });
}
