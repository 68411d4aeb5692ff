import { callerId } from '#platform/auth/caller.ts';
import type { Context } from '#platform/work/context.ts';
import { claimsOf, type Payee, type PayeeResult } from '../domain/payee.ts';
import type { PayeeVerificationsPorts } from '../ports/payee-verifications-ports.ts';
import { checkPayees } from '../steps/check-payees.ts';
import { countRequest } from '../steps/limits.ts';
import { verifyPayees } from '../steps/verify-payees.ts';

/** Verifies whether a payee holds an account. SPEC xs2a-2026 VP1 */
export async function verifyPayee(
  ctx: Context & PayeeVerificationsPorts,
  { payee }: { readonly payee: Payee },
): Promise<PayeeResult> {
  checkPayees([{ payee, path: [] }]);
  const asker = { organisationId: callerId(ctx.caller), requestId: ctx.origin.requestId };
  const limit = await countRequest(ctx, asker, { requests: 1, answers: claimsOf(payee).length });
  if (limit !== undefined) throw limit;
  const [result = {}] = await verifyPayees(ctx, asker, [payee], 'refuse');
  return result;
}
