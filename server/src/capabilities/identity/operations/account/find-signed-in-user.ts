import type { Context } from '#platform/work/context.ts';
import { signInIdleSeconds } from '../../domain/policy.ts';
import { isActive } from '../../domain/user.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import type { SignedInUser } from '../../steps/own-user.ts';
import { touchSession } from '../../store/sessions.store.ts';
import { findUser } from '../../store/users.store.ts';

type Ctx = Context & IdentityPorts;

/**
 * Finds the signed-in user by the secret of the session; undefined when the session has ended or was idle for too long.
 */
export async function findSignedInUser(ctx: Ctx, secret: string): Promise<SignedInUser | undefined> {
  const { bankId, clock, db, identityVault } = ctx;
  const session = await touchSession(db, {
    bankId,
    secretHash: identityVault.secretHash(secret),
    idleSeconds: signInIdleSeconds,
    now: clock.now(),
  });
  const user = session && (await findUser(db, ctx, session.userId));
  return session !== undefined && user !== undefined && isActive(user) ? { session, user } : undefined;
}
