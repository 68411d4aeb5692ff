import type { Context } from '#platform/work/context.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { submitDue } from '../steps/submit-due.ts';
import { claimDueExecutions } from '../store/due-payments.store.ts';

/**
 * The same as `submitDuePayments` for executions of standing orders. On the first of a month many are due at once, and an
 * instant payment must not wait for them.
 */
export function submitDueExecutions(ctx: Context & PaymentsPorts): Promise<number> {
  return submitDue(ctx, { job: 'submit-executions', claim: claimDueExecutions });
}
