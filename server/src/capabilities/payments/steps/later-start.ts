import { explicitStart, type ResourceStart } from '#capabilities/sca/index.ts';
import type { Context } from '#platform/work/context.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import type { PaymentHead } from '../store/payments.store.ts';

/**
 * Returns how the authorisation of a payment starts whose payee was verified or confirmed after its initiation: always by
 * a request of its own, because a repeated confirmation or a read must start none.
 */
export function laterStart(
  ctx: Context & PaymentsPorts,
  { leavesAccountOpen }: Pick<PaymentHead, 'leavesAccountOpen'>,
): ResourceStart {
  const preference = { redirect: undefined, decoupled: undefined };
  return explicitStart(
    ctx,
    { claimedName: undefined, preference },
    { leavesOpen: leavesAccountOpen ? 'one' : undefined },
  );
}
