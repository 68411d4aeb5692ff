import { CoreFailure } from '#capabilities/core-banking/index.ts';
import type { Context } from '#platform/work/context.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { problems } from '../problems.ts';
import { recordCoreState } from './record-core-state.ts';

/**
 * Asks the core to cancel a released payment, and records what the core has. Returns `held-back` if the core never had the
 * payment: it refuses the instruction if that arrives later, so the caller may cancel the payment.
 */
export async function cancelAtCore(
  ctx: Context & PaymentsPorts,
  paymentId: string,
): Promise<'recorded' | 'held-back'> {
  const core = ctx.cores.find(ctx.bankId);
  if (core === undefined) throw problems['core-away']();
  const { status } = await core.cancel(paymentId, paymentId).catch((error: unknown) => {
    throw error instanceof CoreFailure ? problems['core-away']() : error;
  });
  if (status === undefined) return 'held-back';
  await recordCoreState(ctx, { ...status, paymentId });
  return 'recorded';
}
