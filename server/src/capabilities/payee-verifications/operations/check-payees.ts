import { Problem } from '#platform/kernel/problem.ts';
import type { Context } from '#platform/work/context.ts';
import { notApplicable, type PayeeAnswer } from '../domain/payee.ts';
import type { PayeeVerificationsPorts } from '../ports/payee-verifications-ports.ts';
import { countRequest, type Requester } from '../steps/limits.ts';
import { verifyPayees } from '../steps/verify-payees.ts';
import type { PayeeToCheck } from './check-payee.ts';

type PayeesContext = Context & PayeeVerificationsPorts;

/** How many payees are verified at a time: so many close matches are reserved, of those that a third party has in an hour. */
const atOnce = [20, 5, 1] as const;

/**
 * Verifies the payees of a bulk payment, under the limits of its third party as `checkPayee` does. A payee beyond a limit
 * is NOAP, because the others are not to blame. A payee that is named several times is asked about and counted once.
 */
export async function checkPayees(
  ctx: PayeesContext,
  requester: Requester,
  payees: readonly PayeeToCheck[],
): Promise<readonly PayeeAnswer[]> {
  const different = [...new Map(payees.map((payee) => [keyOf(payee), payee])).values()];
  const answers = new Map<string, PayeeAnswer>();
  let from = 0;
  while (from < different.length) {
    const checked = await checkSome(ctx, requester, different.slice(from, from + atOnce[0]));
    // The limit of close matches is reached: the others would be one more, or would tell that they are not.
    if (checked.length === 0) break;
    for (const [index, answer] of checked.entries()) {
      const payee = different[from + index];
      if (payee !== undefined) answers.set(keyOf(payee), answer);
    }
    from += checked.length;
  }
  return payees.map((payee) => answers.get(keyOf(payee)) ?? notApplicable('limit'));
}

/** Verifies the first of some payees: as many as close matches can be reserved for; none if a limit is reached. */
async function checkSome(
  ctx: PayeesContext,
  requester: Requester,
  payees: readonly PayeeToCheck[],
): Promise<readonly PayeeAnswer[]> {
  for (const size of atOnce) {
    const some = payees.slice(0, size);
    const counted = await countRequest(ctx, requester, { requests: 0, answers: some.length });
    if (counted instanceof Problem) continue;
    const results = await verifyPayees(ctx, counted, some, 'leave-out');
    return results.map(({ name }) => name ?? notApplicable('not-applicable'));
  }
  return [];
}

function keyOf({ bic = '', iban, name }: PayeeToCheck): string {
  return `${iban}\n${bic}\n${name}`;
}
