import type { Temporal } from 'temporal-polyfill';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { User } from '../domain/user.ts';
import { userEvent } from '../events.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { deleteTemporary, savePassword } from '../store/credentials.store.ts';
import { purgeFailures } from '../store/login-attempts.store.ts';
import { saveUser } from '../store/users.store.ts';
import { endAllSessions } from './end-all-sessions.ts';

/** A password that takes the place of another. */
export interface ReplacePassword {
  /** Held by this command. */
  readonly user: User;
  readonly hash: string;
  /** A temporary one led to it. */
  readonly isReset: boolean;
  /** The sign-in that may go on; all others end. */
  readonly keptSignInAt: Temporal.Instant | undefined;
}

/** Enters a new password and ends whatever was opened with the old one. Devices stay paired. */
export async function replacePassword(
  ctx: Context & IdentityPorts,
  work: Work,
  { hash, isReset, keptSignInAt, user }: ReplacePassword,
): Promise<void> {
  const { bankId, clock } = ctx;
  const now = clock.now();
  const { userId } = user;
  savePassword(work, { bankId, userId, hash, now });
  deleteTemporary(work, { bankId, userId });
  purgeFailures(work, { bankId, subject: userId, now });
  await endAllSessions(ctx, work, { userId, keptSignInAt });
  if (isReset) saveUser(work, { ...ctx, now }, { ...user, lastPasswordResetAt: now });
  work.emit(userEvent(isReset ? 'resetCompleted' : 'passwordChanged', userId, { at: now }));
  work.audit({
    aggregateKind: 'user',
    aggregateId: userId,
    changes: [{ field: 'password', after: isReset ? 'reset' : 'changed' }],
  });
}
