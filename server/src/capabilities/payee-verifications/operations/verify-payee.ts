import { callerId } from '#platform/auth/caller.ts';
import { Problem } from '#platform/kernel/problem.ts';
import type { Context } from '#platform/work/context.ts';
import { claimsOf, type Payee, type PayeeResult } from '../domain/payee.ts';
import type { PayeeVerificationsPorts } from '../ports/payee-verifications-ports.ts';
import { checkPayees } from '../steps/check-payees.ts';
import { keepAnswer } from '../steps/earlier-answers.ts';
import { countRequest } from '../steps/limits.ts';
import { verifyPayees } from '../steps/verify-payees.ts';

/** Verifies whether a payee holds an account. SPEC xs2a-2026 VP1 */
export async function verifyPayee(
  ctx: Context & PayeeVerificationsPorts,
  { payee }: { readonly payee: Payee },
): Promise<PayeeResult> {
  checkPayees([{ payee, path: [] }]);
  const requester = { organisationId: callerId(ctx.caller), requestId: ctx.origin.requestId };
  const counted = await countRequest(ctx, requester, { requests: 1, answers: claimsOf(payee).length });
  if (counted instanceof Problem) throw counted;
  const [result = {}] = await verifyPayees(ctx, counted, [payee], 'refuse');
  await keepAnswer(ctx, requester, { payee, answer: result.name });
  return result;
}
