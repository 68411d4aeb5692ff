import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { isActive, type User } from '../domain/user.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { lockOpenSession, type UserSession } from '../store/sessions.store.ts';
import { lockUser } from '../store/users.store.ts';

/** Returns the id of the signed-in user; forbidden for callers that are not customers. */
export function ownUserId({ caller }: Pick<Context, 'caller'>): string {
  if (caller.kind !== 'customer') throw standardProblems.forbidden();
  return caller.userId;
}

/** Context of a customer; on the bank's own page with the session, which must stay open until the command ends. */
export type OwnContext = Context & IdentityPorts & { readonly pageSession?: UserSession };

/**
 * Locks the signed-in user until the command ends. A token may outlive its user, and a page its session: then it is
 * unauthorized.
 */
export async function lockOwnUser(ctx: OwnContext, work: Work): Promise<User> {
  const user = await lockUser(work, ctx, ownUserId(ctx));
  if (user === undefined || !(isActive(user) || user.state === 'pending'))
    throw standardProblems.unauthorized();
  const { bankId, clock, pageSession } = ctx;
  const key = pageSession && { bankId, sessionId: pageSession.sessionId, now: clock.now() };
  if (key !== undefined && !(await lockOpenSession(work, key))) throw standardProblems.unauthorized();
  return user;
}

/** A user who is signed in on the bank's own page, with the session. */
export interface SignedInUser {
  readonly session: UserSession;
  readonly user: User;
}

/**
 * Locks the user and the session, and returns whether both are still active, so that no other command can end them
 * before this one commits.
 */
export async function lockAccount(
  ctx: Context & IdentityPorts,
  work: Work,
  { session, user }: SignedInUser,
): Promise<boolean> {
  const locked = await lockUser(work, ctx, user.userId);
  const key = { bankId: ctx.bankId, sessionId: session.sessionId, now: ctx.clock.now() };
  return locked !== undefined && isActive(locked) && (await lockOpenSession(work, key));
}

/** Client id of the bank's own page. */
const pageClientId = 'account-page';

/**
 * Returns the context in which a user who is signed in on the bank's own page changes the own data, or those of an
 * organization, and then no own ones.
 */
export function ownContext(
  ctx: Context & IdentityPorts,
  { session, user }: SignedInUser,
  actingFor?: string,
): OwnContext {
  const { assurance, authenticatedAt } = session;
  const { userId } = user;
  const customerNumber = actingFor === undefined ? user.customerNumber : undefined;
  return {
    ...ctx,
    caller: {
      kind: 'customer',
      clientId: pageClientId,
      bankId: ctx.bankId,
      scopes: new Set(),
      binding: 'none',
      assurance,
      authenticatedAt,
      userId,
      customerNumber,
      actingFor,
      deviceId: undefined,
    },
    pageSession: session,
  };
}
