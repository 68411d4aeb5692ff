import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import { isActive } from '../../domain/user.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { ownUserId } from '../../steps/own-user.ts';
import { type ShownUser, showUser } from '../../steps/user-profile.ts';
import { findUser } from '../../store/users.store.ts';

/** Returns the signed-in user. */
export async function getMe(ctx: Context & IdentityPorts): Promise<ShownUser> {
  const user = await findUser(ctx.db, ctx, ownUserId(ctx));
  // A token may stay valid for minutes after the user is suspended or closed.
  if (user === undefined || !(isActive(user) || user.state === 'pending'))
    throw standardProblems.unauthorized();
  return showUser(ctx, user);
}
