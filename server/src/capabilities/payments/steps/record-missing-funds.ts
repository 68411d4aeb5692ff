import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { lockPaymentHead, updatePayment } from '../store/payments.store.ts';

/** Records that a payment or bulk waits for money, which the third party can read. */
export async function recordMissingFunds(ctx: Context, paymentId: string): Promise<void> {
  const { bankId, clock } = ctx;
  await runCommand(ctx, async (work) => {
    const head = await lockPaymentHead(work, { bankId, paymentId });
    if (head === undefined) throw new Error(`payment ${paymentId} is gone`);
    work.audit({
      aggregateKind: 'payment',
      aggregateId: paymentId,
      changes: [{ field: 'has-funds', before: head.hasFunds ?? null, after: false }],
    });
    updatePayment(work, bankId, { head: { ...head, hasFunds: false }, now: clock.now() });
  });
}
