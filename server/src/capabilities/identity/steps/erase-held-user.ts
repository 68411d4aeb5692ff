import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { User } from '../domain/user.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { deleteAllOf } from '../store/clean-up.store.ts';
import { purgeFailures } from '../store/login-attempts.store.ts';
import { hideReservedNames } from '../store/username-reservations.store.ts';
import { emptyProfile, saveUser } from '../store/users.store.ts';
import { moveHeldUser } from './move-held-user.ts';

/**
 * Closes a user and destroys what is known of the person: profile, names, contacts, credentials, passkeys, linked
 * logins, pictures, answers, sessions, the history of sign-ins. What stays says that there was a user, and keeps the
 * names from being given out again, by keyed hashes of them.
 */
export async function eraseHeldUser(ctx: Context & IdentityPorts, work: Work, user: User): Promise<void> {
  const { bankId, clock, identityVault } = ctx;
  const { userId, username } = user;
  const now = clock.now();
  await hideReservedNames(work, ctx, userId);
  if (user.state !== 'closed') await moveHeldUser(ctx, work, { user, to: 'closed', reason: 'erasure' });
  deleteAllOf(work, { bankId, userIds: [userId] });
  purgeFailures(work, { bankId, subject: userId, now });
  saveUser(
    work,
    { ...ctx, now },
    {
      userId,
      username: identityVault.hiddenName(bankId, username),
      kind: user.kind,
      customerNumber: user.customerNumber,
      state: 'closed',
      profile: emptyProfile,
      openEmailAt: undefined,
      openPhoneAt: undefined,
      phoneCoolsUntil: undefined,
      termsVersion: undefined,
      lastLoginAt: undefined,
      lastAnswerValidatedAt: undefined,
      lastPasswordResetAt: undefined,
      hintPictureId: undefined,
      profilePictureId: undefined,
      rowVersion: user.rowVersion,
      createdAt: user.createdAt,
    },
  );
}
