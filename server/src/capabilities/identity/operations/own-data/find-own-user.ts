import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import type { Context } from '#platform/work/context.ts';
import { isActive, shownContact, type User } from '../../domain/user.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { pictureUrl } from '../../steps/pictures.ts';
import { findUser } from '../../store/users.store.ts';

/** What another capability shows a signed-in user about the own account. */
export interface OwnUser {
  readonly userId: string;
  readonly version: bigint;
  readonly email: ReturnType<typeof shownContact>;
  readonly phone: ReturnType<typeof shownContact>;
  readonly language: string | undefined;
  readonly lastLoginAt: Temporal.Instant | undefined;
  /** Accepted last. */
  readonly termsVersion: string | undefined;
  readonly profilePictureUrl: string | undefined;
}

/** Finds a user who may act; undefined for a closed or suspended one. */
export async function findOwnUser(
  ctx: Context & IdentityPorts,
  db: Reader,
  userId: string,
): Promise<OwnUser | undefined> {
  const user = await findUser(db, ctx, userId);
  if (user === undefined || !(isActive(user) || user.state === 'pending')) return undefined;
  return toOwnUser(ctx, user);
}

function toOwnUser(ctx: Context & IdentityPorts, user: User): OwnUser {
  const now = ctx.clock.now();
  const { lastLoginAt, profile, profilePictureId, rowVersion, termsVersion, userId } = user;
  return {
    userId,
    version: rowVersion,
    email: shownContact(user, 'email', now),
    phone: shownContact(user, 'phone', now),
    language: profile.language,
    lastLoginAt,
    termsVersion,
    profilePictureUrl: profilePictureId === undefined ? undefined : pictureUrl(ctx, profilePictureId),
  };
}
