import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import { isFinal, type PaymentReason } from '../domain/payment.ts';
import { isSuspending } from '../domain/standing-order.ts';
import { paymentEvent } from '../events.ts';
import { findPaymentHead, lockPaymentHead } from '../store/payments.store.ts';
import {
  findLastOutcome,
  findStandingState,
  lockStandingState,
  rememberOutcome,
  type StandingState,
  updateSuspension,
} from '../store/standing-orders.store.ts';

/**
 * Follows an execution that has ended: if the last one of an order failed for a reason that will last, the order is
 * suspended until one is paid. The order is tried on each of its days all the same. What is read is the last day, not the
 * event: executions of two days may be reported in any order.
 */
export async function followExecution(ctx: Context, { aggregateId }: DeliveredEvent): Promise<void> {
  const { bankId, db } = ctx;
  const head = await findPaymentHead(db, { bankId, paymentId: aggregateId });
  if (head?.execution === undefined || !isFinal(head.status)) return;
  const key = { bankId, paymentId: head.execution.orderId };
  const [state, last] = await Promise.all([findStandingState(db, key), findLastOutcome(db, key)]);
  if (state === undefined || last === undefined) return;
  const isPaid = head.reason === undefined;
  const isKnown = isPaid ? state.hasPaid : state.hasFailed;
  if (!isKnown || suspensionAfter(state, last) !== 'as-before') await follow(ctx, key, isPaid);
}

/** What becomes of the suspension of an order. */
function suspensionAfter(
  { suspension }: StandingState,
  last: 'paid' | PaymentReason,
): 'as-before' | 'ended' | PaymentReason {
  if (last === 'paid') return suspension === undefined ? 'as-before' : 'ended';
  return suspension === undefined && isSuspending(last) ? last : 'as-before';
}

/** Decides under the lock of the order: several executions may end at once. */
async function follow(
  ctx: Context,
  key: { readonly bankId: string; readonly paymentId: string },
  isPaid: boolean,
): Promise<void> {
  const { clock } = ctx;
  await runCommand(ctx, async (work) => {
    const order = await lockPaymentHead(work, key);
    const [state, last] = [await lockStandingState(work, key), await findLastOutcome(work, key)];
    const isRunning = order !== undefined && !isFinal(order.status);
    const change = isRunning && state && last ? suspensionAfter(state, last) : 'as-before';
    if (state !== undefined) rememberOutcome(work, { ...key, hasPaid: isPaid, hasFailed: !isPaid });
    if (order !== undefined && change !== 'as-before') {
      const isEnded = change === 'ended';
      updateSuspension(work, key, isEnded ? undefined : { since: clock.now(), reason: change });
      work.emit(paymentEvent(isEnded ? 'resumed' : 'suspended', order));
    }
    work.audit({
      aggregateKind: 'payment',
      aggregateId: key.paymentId,
      changes: [{ field: 'suspension', after: change }],
    });
  });
}
