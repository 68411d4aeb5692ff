import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { isActive, type User } from '../domain/user.ts';
import { normalizeUsername } from '../domain/username.ts';
import { userEvent } from '../events.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { makePicture } from '../steps/make-picture.ts';
import { type PictureKind, replacePicture } from '../store/pictures.store.ts';
import { findUserByName, lockUser, saveUser } from '../store/users.store.ts';

export interface SetPicture {
  readonly kind: PictureKind;
  /** As it stands in the path. */
  readonly username: string;
  /** In the bank's content store. */
  readonly pictureUrl: string;
  readonly ifMatch: bigint | undefined;
}

/** Sets a picture of a user: their own, or anybody's for staff. It is painted anew before anybody sees it. */
export async function setPicture(ctx: Context & IdentityPorts, asked: SetPicture): Promise<void> {
  const { bankId, clock } = ctx;
  const { kind, pictureUrl } = asked;
  const { userId } = await findMeant(ctx, asked);
  const picture = await makePicture(ctx, { url: pictureUrl, field: 'picture-url', owner: userId });
  const { pictureId } = picture;
  await runCommand(ctx, async (work) => {
    const user = checked(ctx, await lockUser(work, ctx, userId), asked);
    const now = clock.now();
    replacePicture(work, { ...picture, bankId, userId, kind, now });
    saveUser(
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

async function findMeant(ctx: Context & IdentityPorts, asked: SetPicture): Promise<User> {
  const username = normalizeUsername(asked.username);
  const user = username === undefined ? undefined : await findUserByName(ctx.db, ctx, username);
  return checked(ctx, user, asked);
}

/** The user who is meant and may be changed; nobody looks at a store for whoever is not there. */
function checked({ caller }: Context, user: User | undefined, { ifMatch }: SetPicture): User {
  if (user === undefined || user.state === 'closed') throw standardProblems['not-found']();
  if (caller.kind === 'customer') checkOwn(caller.userId, user);
  if (ifMatch !== undefined && ifMatch !== user.rowVersion) throw standardProblems['precondition-failed']();
  return user;
}

/** Somebody else's is unknown to a customer, and a token may outlive the right of its user. */
function checkOwn(ownId: string, user: User): void {
  if (user.userId !== ownId) throw standardProblems['not-found']();
  if (!isActive(user) && user.state !== 'pending') throw standardProblems.unauthorized();
}
