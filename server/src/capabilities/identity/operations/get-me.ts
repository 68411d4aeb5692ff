import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import { isActive } from '../domain/user.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { ownUserId } from '../steps/own-user-id.ts';
import { type ShownUser, showUser } from '../steps/show-user.ts';
import { findUser } from '../store/users.store.ts';

/** The user who is signed in. */
export async function getMe(ctx: Context & IdentityPorts): Promise<ShownUser> {
  const user = await findUser(ctx.db, ctx, ownUserId(ctx));
  // A token may outlive the right of its user by minutes.
  if (user === undefined || !(isActive(user) || user.state === 'pending'))
    throw standardProblems.unauthorized();
  return showUser(ctx, user);
}
