import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { isActive, type User } from '../../domain/user.ts';
import { normalizeUsername } from '../../domain/username.ts';
import { userEvent } from '../../events.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { reencodePicture } from '../../steps/pictures.ts';
import { type PictureKind, replacePicture } from '../../store/pictures.store.ts';
import { findUserByName, lockUser, updateUser } from '../../store/users.store.ts';

export interface SetPicture {
  readonly kind: PictureKind;
  /** As in the path. */
  readonly username: string;
  /** In the bank's content store. */
  readonly pictureUrl: string;
  readonly ifMatch: bigint | undefined;
}

/**
 * Sets a picture of a user: customers their own, staff that of any user. The picture is re-encoded before it is shown.
 */
export async function setPicture(ctx: Context & IdentityPorts, request: SetPicture): Promise<void> {
  const { bankId, clock } = ctx;
  const { kind, pictureUrl } = request;
  const { userId } = await findOwner(ctx, request);
  const picture = await reencodePicture(ctx, { url: pictureUrl, field: 'picture-url', owner: userId });
  const { pictureId } = picture;
  await runCommand(ctx, async (work) => {
    const user = checked(ctx, await lockUser(work, ctx, userId), request);
    const now = clock.now();
    replacePicture(work, { ...picture, bankId, userId, kind, now });
    updateUser(
      work,
      { ...ctx, now },
      { ...user, ...(kind === 'hint' ? { hintPictureId: pictureId } : { profilePictureId: pictureId }) },
    );
    work.emit(userEvent(kind === 'hint' ? 'hintPictureSet' : 'profilePictureSet', userId));
    work.audit({
      aggregateKind: 'user',
      aggregateId: userId,
      changes: [{ field: `${kind}-picture`, after: pictureId }],
    });
  });
}

async function findOwner(ctx: Context & IdentityPorts, request: SetPicture): Promise<User> {
  const username = normalizeUsername(request.username);
  const user = username === undefined ? undefined : await findUserByName(ctx.db, ctx, username);
  return checked(ctx, user, request);
}

/** Returns the user if the caller may change it; checked before the content store is read. */
function checked({ caller }: Context, user: User | undefined, { ifMatch }: SetPicture): User {
  if (user === undefined || user.state === 'closed') throw standardProblems['not-found']();
  if (caller.kind === 'customer') checkOwn(caller.userId, user);
  if (ifMatch !== undefined && ifMatch !== user.rowVersion) throw standardProblems['precondition-failed']();
  return user;
}

/** For a customer, other users are not found; a token may outlive the rights of its user. */
function checkOwn(ownId: string, user: User): void {
  if (user.userId !== ownId) throw standardProblems['not-found']();
  if (!isActive(user) && user.state !== 'pending') throw standardProblems.unauthorized();
}
