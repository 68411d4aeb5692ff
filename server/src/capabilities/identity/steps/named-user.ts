import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { StateChangeReason } from '../domain/state-change-reasons.ts';
import type { User } from '../domain/user.ts';
import { normalizeUsername } from '../domain/username.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { findUserByName } from '../store/users.store.ts';

/** A change of the state of a user, requested by an employee. */
export interface NamedStateChange {
  readonly username: string;
  readonly reason: StateChangeReason;
}

/** Finds the user with a username; rejects an unknown one, and that of a closed user. */
export async function requireNamedUser(ctx: Context & IdentityPorts, submitted: string): Promise<User> {
  const username = normalizeUsername(submitted);
  const user = username === undefined ? undefined : await findUserByName(ctx.db, ctx, username);
  if (user === undefined) throw standardProblems['not-found']();
  return user;
}
