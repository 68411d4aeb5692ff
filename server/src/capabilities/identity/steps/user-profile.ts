import type { Temporal } from 'temporal-polyfill';
import { hasToken } from '#capabilities/authorization/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { User } from '../domain/user.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { listLinkedLogins } from '../store/linked-logins.store.ts';
import { findLock } from '../store/login-attempts.store.ts';
import { listPasskeys } from '../store/passkeys.store.ts';
import { hintPictureUrl, pictureUrl } from './pictures.ts';

/** A user with everything that a profile may show. */
export interface ShownUser {
  readonly kind: 'user';
  readonly user: User;
  readonly now: Temporal.Instant;
  readonly lockExpires: Temporal.Instant | undefined;
  readonly linkedLogins: readonly { readonly login: string; readonly provider: string }[];
  readonly isMultifactorEnabled: boolean;
  readonly hintPictureUrl: string;
  readonly profilePictureUrl: string | undefined;
}

/** Loads the data of a user's profile. */
export async function showUser(ctx: Context & IdentityPorts, user: User): Promise<ShownUser> {
  const { bankId, clock, db } = ctx;
  const now = clock.now();
  const { userId } = user;
  const [lockExpires, linkedLogins, passkeys, isTokenThere] = await Promise.all([
    findLock(db, { bankId, subject: userId, now }),
    listLinkedLogins(db, ctx, userId),
    listPasskeys(db, { bankId, userId }),
    hasToken(ctx, { userId }),
  ]);
  return {
    kind: 'user',
    user,
    now,
    lockExpires,
    linkedLogins,
    isMultifactorEnabled: user.profile.phone !== undefined || passkeys.length > 0 || isTokenThere,
    hintPictureUrl: hintPictureUrl(ctx, user.username, user),
    profilePictureUrl:
      user.profilePictureId === undefined ? undefined : pictureUrl(ctx, user.profilePictureId),
  };
}

/** Audits reads by staff. */
export async function recordRead(ctx: Context, { userId }: User): Promise<void> {
  if (ctx.caller.kind !== 'employee') return;
  await runCommand({ ...ctx, idempotency: undefined }, async (work) => {
    work.audit({
      aggregateKind: 'user',
      aggregateId: userId,
      changes: [{ field: 'profile', after: 'read' }],
    });
  });
}
