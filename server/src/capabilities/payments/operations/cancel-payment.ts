import { closeCollection } from '#capabilities/authorization/index.ts';
import { prepareCommand, runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { isUnapproved } from '../domain/payment.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { problems } from '../problems.ts';
import { applyEvent, auditChange } from '../steps/apply-event.ts';
import { asOfNow, loadOwnPayment, type NamedPayment } from '../steps/load-payment.ts';
import { signingContext } from '../steps/signing.ts';
import { lockPaymentHead, type PaymentHead } from '../store/payments.store.ts';

/** The payment after its cancellation. */
export interface CancelledPayment {
  readonly status: 'CANC';
  /** Status of the response, as the bank chose it. */
  readonly cancelledStatus: 202 | 204;
}

/**
 * Cancels a payment for the third party that initiated it, as long as the core does not have it: before it is approved,
 * and a dated one until its day. PSD2 art. 80: any other approved payment cannot be revoked.
 */
export async function cancelPayment(
  ctx: Context & PaymentsPorts,
  named: NamedPayment,
): Promise<CancelledPayment> {
  const { bankId, clock, paymentsChoices } = ctx;
  const { cancelledStatus } = paymentsChoices.of(bankId);
  const { owner, paymentId, status } = await prepareCommand(ctx, () => loadOwnPayment(ctx, named));
  if (status === 'CANC') return { status, cancelledStatus };
  return runCommand(ctx, async (work) => {
    // Locks in the order of an approval: the collection, then the payment.
    if (owner !== undefined)
      await closeCollection(signingContext(ctx), work, {
        owner,
        resourceKind: 'payment',
        resourceId: paymentId,
        closing: { as: 'cancelled' },
      });
    const head = await lockPaymentHead(work, { bankId, paymentId });
    if (head === undefined) throw problems['payment-unknown']();
    const before = asOfNow(head, clock.now());
    const after = isRevocable(before)
      ? applyEvent(ctx, work, { head: before, event: { kind: 'cancelled' } })
      : undefined;
    if (after === undefined && before.status !== 'CANC') throw problems['cancellation-impossible']();
    auditChange(work, head, after ?? before);
    return { status: 'CANC' as const, cancelledStatus };
  });
}

/** What is released may be at the core already. */
function isRevocable({ executionDate, releasedAt, status }: PaymentHead): boolean {
  return isUnapproved(status) || (executionDate !== undefined && releasedAt === undefined);
}
