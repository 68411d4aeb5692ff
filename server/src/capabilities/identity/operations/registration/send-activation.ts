import type { Context } from '#platform/work/context.ts';
import { activationContact, mayRecover } from '../../domain/recovery.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { sendTemporaryPassword } from '../../steps/recovery.ts';
import { findCredentials } from '../../store/credentials.store.ts';
import { findUser } from '../../store/users.store.ts';

/**
 * Sends a user whom the bank registered without a password a temporary one to choose it. Does nothing for a user with a
 * password; a user who does not activate in time requests a new one like any forgotten password.
 */
export async function sendActivation(ctx: Context & IdentityPorts, userId: string): Promise<void> {
  const { bankId, clock, db } = ctx;
  const now = clock.now();
  const [user, { passwordHash }] = await Promise.all([
    findUser(db, ctx, userId),
    findCredentials(db, { bankId, userId, now }),
  ]);
  if (user === undefined || !mayRecover(user) || passwordHash !== undefined) return;
  await sendTemporaryPassword(ctx, {
    userId,
    recipientOf(current) {
      const contact = activationContact(current, now);
      return contact && { contact, channel: 'activation' };
    },
  });
}
