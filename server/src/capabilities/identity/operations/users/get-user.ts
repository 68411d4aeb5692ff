import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import { normalizeUsername } from '../../domain/username.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { hintPictureUrl } from '../../steps/pictures.ts';
import { recordRead, type ShownUser, showUser } from '../../steps/user-profile.ts';
import { findNamedUser, findUserByName } from '../../store/users.store.ts';

/** The data of a user that a sign-in page may show for any username; exists for unknown usernames too. */
export interface ShownHint {
  readonly kind: 'hint';
  readonly username: string;
  readonly hintPictureUrl: string;
}

/**
 * Gets a user by username. Customers see themselves; a caller with access to hints only gets a hint whether or not the
 * user exists.
 */
export async function getUser(
  ctx: Context & IdentityPorts,
  { username: submitted }: { readonly username: string },
): Promise<ShownUser | ShownHint> {
  const { bankId, caller, db } = ctx;
  const username = normalizeUsername(submitted);
  if (caller.kind === 'application' && !caller.scopes.has('identity.users.read')) {
    const name = username ?? submitted;
    const hint = await findNamedUser(db, { bankId, username: name });
    return { kind: 'hint', username: submitted, hintPictureUrl: hintPictureUrl(ctx, name, hint) };
  }
  const user = username === undefined ? undefined : await findUserByName(db, ctx, username);
  const isForeign = caller.kind === 'customer' && caller.userId !== user?.userId;
  if (user === undefined || isForeign) throw standardProblems['not-found']();
  await recordRead(ctx, user);
  return showUser(ctx, user);
}
