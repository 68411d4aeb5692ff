import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { isActive } from '../domain/user.ts';
import type { AccountRequest } from '../operations/account-request.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { lockOpenSession } from '../store/sessions.store.ts';
import { lockUser } from '../store/users.store.ts';

/** Whether whoever is at the bank's page may still change something, now that nobody else can end it meanwhile. */
export async function lockAccount(
  ctx: Context & IdentityPorts,
  work: Work,
  { session, user }: AccountRequest,
): Promise<boolean> {
  const held = await lockUser(work, ctx, user.userId);
  const key = { bankId: ctx.bankId, sessionId: session.sessionId, now: ctx.clock.now() };
  return held !== undefined && isActive(held) && (await lockOpenSession(work, key));
}
