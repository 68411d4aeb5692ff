import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { KeptCheck, PayeeResult } from '../domain/payee-check.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { lockPayment, replaceOrder, type StoredPayment, updatePayment } from '../store/payments.store.ts';
import { applyEvent, auditChange } from './apply-event.ts';
import { asOfNow } from './load-payment.ts';

type Ctx = Context & PaymentsPorts;

/**
 * Records a result as soon as it is there, after the response to the initiation. A process that ends before it leaves a
 * check that was not possible, as does one that is late.
 */
export function recordWhenKnown(ctx: Ctx, paymentId: string, running: Promise<PayeeResult>): void {
  const { slot: _, ...system } = ctx;
  void running
    .then((result) => recordCheck({ ...system, idempotency: undefined }, { paymentId, result }))
    .catch((error: unknown) => {
      ctx.log.warn(
        { bankId: ctx.bankId, requestId: ctx.origin.requestId, error },
        'failed to record the check of a payee',
      );
    });
}

/**
 * Records the result of a check. It changes the order, so that a proof that was begun for the order before is useless; an
 * order that someone has signed keeps what was shown.
 */
async function recordCheck(
  ctx: Ctx,
  { paymentId, result }: { readonly paymentId: string; readonly result: PayeeResult },
): Promise<void> {
  const { bankId, clock, paymentsVault: vault } = ctx;
  await runCommand(ctx, async (work) => {
    const stored = await lockPayment(work, vault, { bankId, paymentId });
    if (stored === undefined) throw new Error(`payment ${paymentId} is gone`);
    const now = clock.now();
    const check = checkAfter(asOfNow(stored, now), result);
    if (check === undefined) {
      auditChange(work, stored, stored);
      return;
    }
    replaceOrder(work, vault, bankId, { ...stored, payeeCheck: check });
    const event = { kind: 'verified', isMatch: result.code === 'MTCH' } as const;
    const after = applyEvent(ctx, work, { head: stored, event });
    if (after === undefined) updatePayment(work, bankId, { head: stored, now });
    auditChange(work, stored, after ?? stored);
  });
}

/** Returns the check with its result; undefined if the payment takes none any more. */
function checkAfter({ payeeCheck, status }: StoredPayment, result: PayeeResult): KeptCheck | undefined {
  if (payeeCheck === undefined || payeeCheck.result !== undefined) return undefined;
  return status === 'RVNC' || status === 'RCVD' ? { ...payeeCheck, result, isLate: true } : undefined;
}
