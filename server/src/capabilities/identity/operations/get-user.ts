import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import { normalizeUsername } from '../domain/username.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { hintPictureUrl } from '../steps/hint-picture-url.ts';
import { recordRead } from '../steps/record-read.ts';
import { type ShownUser, showUser } from '../steps/show-user.ts';
import { findNamed, findUserByName } from '../store/users.store.ts';

/** As much of a user as a sign-in page may show to whoever types a name; there is one for every name. */
export interface ShownHint {
  readonly kind: 'hint';
  readonly username: string;
  readonly hintPictureUrl: string;
}

/** Gets a user by name. Customers see themselves; whoever only asks for hints gets one whether or not there is a user. */
export async function getUser(
  ctx: Context & IdentityPorts,
  { username: given }: { readonly username: string },
): Promise<ShownUser | ShownHint> {
  const { bankId, caller, db } = ctx;
  const username = normalizeUsername(given);
  if (caller.kind === 'application' && !caller.scopes.has('identity.users.read')) {
    const name = username ?? given;
    const hint = await findNamed(db, { bankId, username: name });
    return { kind: 'hint', username: given, hintPictureUrl: hintPictureUrl(ctx, name, hint) };
  }
  const user = username === undefined ? undefined : await findUserByName(db, ctx, username);
  const isForeign = caller.kind === 'customer' && caller.userId !== user?.userId;
  if (user === undefined || isForeign) throw standardProblems['not-found']();
  await recordRead(ctx, user);
  return showUser(ctx, user);
}
