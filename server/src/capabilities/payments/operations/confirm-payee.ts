import type { ResourceStart } from '#capabilities/sca/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { resultOf } from '../domain/payee-check.ts';
import { isUnapproved, isUnverified, type PaymentStatus } from '../domain/payment.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { problems } from '../problems.ts';
import { applyEvent } from '../steps/apply-event.ts';
import { laterStart } from '../steps/later-start.ts';
import { asOfNow, loadOwnPayment, type NamedPayment } from '../steps/load-payment.ts';
import { lockPayment, replaceOrder } from '../store/payments.store.ts';

/** A payment whose payee is confirmed, and how its authorisation starts. */
export interface ConfirmedPayee {
  readonly named: NamedPayment;
  readonly status: PaymentStatus;
  readonly start: ResourceStart;
}

/**
 * Records that the payer wants to pay a payee that did not match, as the third party says. From then on the payment takes
 * authorisations; the payer sees the result again and approves it with the order. SPEC xs2a-2026 2.3
 */
export async function confirmPayee(
  ctx: Context & PaymentsPorts,
  named: NamedPayment,
): Promise<ConfirmedPayee> {
  const { bankId, clock, paymentsVault: vault } = ctx;
  const { paymentId } = await loadOwnPayment(ctx, named);
  return runCommand(ctx, async (work) => {
    const locked = await lockPayment(work, vault, { bankId, paymentId });
    if (locked?.payeeCheck === undefined) throw problems['payee-not-confirmable']();
    const stored = asOfNow(locked, clock.now());
    const { payeeCheck } = locked;
    const isRepeated = payeeCheck.confirmedAt !== undefined && isUnapproved(stored.status);
    const after = isRepeated
      ? stored
      : applyEvent(ctx, work, { head: stored, event: { kind: 'payee-confirmed' } });
    if (after === undefined || isUnverified(after.status)) throw problems['payee-not-confirmable']();
    if (!isRepeated) {
      const confirmedAt = clock.now().toString();
      const confirmed = { ...payeeCheck, result: resultOf(payeeCheck), confirmedAt };
      replaceOrder(work, vault, bankId, { ...locked, payeeCheck: confirmed });
    }
    work.audit({
      aggregateKind: 'payment',
      aggregateId: paymentId,
      changes: [
        { field: 'status', before: stored.status, after: after.status },
        { field: 'payee-confirmed', after: resultOf(payeeCheck).code },
      ],
    });
    return { named, status: after.status, start: laterStart(ctx, after) };
  });
}
