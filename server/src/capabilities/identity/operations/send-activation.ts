import type { Context } from '#platform/work/context.ts';
import { activationContact, mayRecover } from '../domain/recovery.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { sendTemporaryPassword } from '../steps/send-temporary-password.ts';
import { findCredentials } from '../store/credentials.store.ts';
import { findUser } from '../store/users.store.ts';

/**
 * Tells somebody whom the bank registered without a password how to choose one. Whoever has a password needs none, and
 * whoever has not begun in time asks for a new one like anybody who forgot theirs.
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
    wayTo(held) {
      const contact = activationContact(held, now);
      return contact && { contact, channel: 'activation' };
    },
  });
}
