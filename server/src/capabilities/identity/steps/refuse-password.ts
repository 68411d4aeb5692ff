import { findSignInUser } from './find-sign-in-user.ts';
import { recordFailure } from './record-failure.ts';
import { reserveBudgets } from './reserve-budgets.ts';
import type { SignInTransition } from './sign-in-transition.ts';
import { typedPassword } from './typed-password.ts';
import { verifyPassword } from './verify-password.ts';

/** Counts an attempt as wrong that is not compared with anything; from an address where much failed lately, nothing is counted. */
export async function refusePassword(
  transition: SignInTransition,
  by: 'password' | 'temporary',
): Promise<void> {
  const { ctx, fields, live, visitor } = transition;
  const { isPaired, subject, user } = await findSignInUser(transition);
  const secret = typedPassword(fields, by);
  const budgets = await reserveBudgets(ctx, { secret, isPaired });
  if (budgets.floodedUntil !== undefined) return budgets.release();
  const otherClass = isPaired ? 'paired' : 'other';
  const asked = {
    user,
    name: live.state.username ?? '',
    deviceClass: by === 'temporary' ? by : otherClass,
    secret,
    by,
    isVoid: true,
  } as const;
  await verifyPassword(ctx, asked, async (work, verdict) => {
    budgets.settle(work, verdict);
    if (verdict.kind !== 'right')
      recordFailure(ctx, work, { subject, verdict, browserName: visitor.browserName });
  }).catch(async (error: unknown) => {
    await budgets.release();
    throw error;
  });
  return undefined;
}
