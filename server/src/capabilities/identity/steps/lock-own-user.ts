import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { isActive, type User } from '../domain/user.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { lockUser } from '../store/users.store.ts';
import { ownUserId } from './own-user-id.ts';

/** Holds the user who is signed in until the command ends. A token may outlive its user: then it opens nothing. */
export async function lockOwnUser(ctx: Context & IdentityPorts, work: Work): Promise<User> {
  const user = await lockUser(work, ctx, ownUserId(ctx));
  if (user === undefined || !(isActive(user) || user.state === 'pending'))
    throw standardProblems.unauthorized();
  return user;
}
