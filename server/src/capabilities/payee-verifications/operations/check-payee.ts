import { callerId } from '#platform/auth/caller.ts';
import { Problem } from '#platform/kernel/problem.ts';
import type { Context } from '#platform/work/context.ts';
import { notApplicable, type Payee, type PayeeAnswer } from '../domain/payee.ts';
import type { PayeeVerificationsPorts } from '../ports/payee-verifications-ports.ts';
import { countRequest } from '../steps/limits.ts';
import { verifyPayees } from '../steps/verify-payees.ts';

/** A payee of a payment. */
export interface PayeeToCheck extends Pick<Payee, 'bic' | 'iban'> {
  readonly name: string;
}

/**
 * Verifies the payee of a payment that the calling third party initiates. Names and close matches count as in its other
 * requests, or payments would be a way around those limits; beyond a limit the answer is NOAP, because no payment is
 * refused for its payee. How many payments a third party may initiate has a limit of its own.
 */
export async function checkPayee(
  ctx: Context & PayeeVerificationsPorts,
  payee: PayeeToCheck,
): Promise<PayeeAnswer> {
  const requester = { organisationId: callerId(ctx.caller), requestId: ctx.origin.requestId };
  const counted = await countRequest(ctx, requester, { requests: 0, answers: 1 });
  if (counted instanceof Problem) return notApplicable('limit');
  const [result = {}] = await verifyPayees(ctx, counted, [payee], 'leave-out');
  return result.name ?? notApplicable('not-applicable');
}
