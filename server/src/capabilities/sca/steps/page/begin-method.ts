import { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { Method } from '../../domain/details.ts';
import { codesMax } from '../../domain/policy.ts';
import type { ScaPorts } from '../../ports/sca-ports.ts';
import { problems } from '../../problems.ts';
import type { StoredAuthorisation } from '../../store/authorisations.store.ts';
import { loadSubjectOf } from '../load-subject.ts';
import { orderToSign } from '../order-to-sign.ts';
import { isChoiceOpen } from './choose-accounts.ts';
import { chooseMethod } from './choose-method.ts';
import { changePage, withError } from './page-step.ts';

/**
 * Begins the second factor, if the accounts are chosen: nothing else may be approved than what this customer chose. If
 * the limits allow no message yet, the page says so, and the customer tries again.
 */
export async function beginMethod(
  ctx: Context & ScaPorts,
  found: StoredAuthorisation,
  method: Method,
): Promise<StoredAuthorisation> {
  if (method.kind === 'sms' && (found.details.codesSent ?? 0) >= codesMax)
    return withError(ctx, found, { kind: 'too-many-messages' });
  const subject = await loadSubjectOf(ctx, ctx.db, found);
  if (isChoiceOpen(found, subject)) return found;
  const expected = subject.leavesOpen === undefined ? undefined : orderToSign(subject).digest;
  try {
    return await chooseMethod(ctx, found, { method, expected });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.literal === problems['method-unknown'].literal)
      return changePage(ctx, found, () => ({ event: { kind: 'ended', failure: 'no-method' } }));
    if (error.literal !== standardProblems['too-many-requests'].literal) throw error;
    return changePage(ctx, found, ({ details }) => {
      // With a code that can be used, the customer has what is needed.
      const kind = details.awaited === undefined ? 'code-too-soon' : 'too-many-messages';
      return { event: { kind: 'continued' }, change: { details: { ...details, pageError: { kind } } } };
    });
  }
}

/** Begins the second factor without a question if the customer has only one method. */
export async function beginOnlyMethod(
  ctx: Context & ScaPorts,
  found: StoredAuthorisation,
): Promise<StoredAuthorisation> {
  const { awaited, methods = [] } = found.details;
  const [only, ...others] = methods;
  const isOnly = only !== undefined && others.length === 0;
  return isOnly && awaited === undefined ? beginMethod(ctx, found, only) : found;
}
