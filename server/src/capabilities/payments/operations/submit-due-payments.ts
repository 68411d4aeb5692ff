import type { Context } from '#platform/work/context.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { submitDue } from '../steps/submit-due.ts';
import { claimDuePayments } from '../store/due-payments.store.ts';

/**
 * Takes up payments that are due, and returns how many. Each is released, submitted to the core and recorded; a worker
 * that dies in between leaves a payment that the next one takes up where it stands. One that fails delays no other.
 */
export function submitDuePayments(ctx: Context & PaymentsPorts): Promise<number> {
  return submitDue(ctx, { job: 'submit-payments', claim: claimDuePayments });
}
