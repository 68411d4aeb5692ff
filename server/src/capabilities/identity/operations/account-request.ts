import type { Context } from '#platform/work/context.ts';
import { signInIdleSeconds } from '../domain/policy.ts';
import { isActive, type User } from '../domain/user.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { seeSession, type UserSession } from '../store/sessions.store.ts';
import { findUser } from '../store/users.store.ts';

type Ctx = Context & IdentityPorts;

/** Somebody who is signed in on the bank's own page. */
export interface AccountRequest {
  readonly session: UserSession;
  readonly user: User;
}

/** Who is signed in with this secret; nobody when the session was left alone for too long, or ended. */
export async function accountRequest(ctx: Ctx, secret: string): Promise<AccountRequest | undefined> {
  const { bankId, clock, db, identityVault } = ctx;
  const session = await seeSession(db, {
    bankId,
    secretHash: identityVault.secretHash(secret),
    idleSeconds: signInIdleSeconds,
    now: clock.now(),
  });
  const user = session && (await findUser(db, ctx, session.userId));
  return session !== undefined && user !== undefined && isActive(user) ? { session, user } : undefined;
}
