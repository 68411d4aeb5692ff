import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { endOneSession, endSessions } from '../store/sessions.store.ts';
import type { AccountVisit } from './account-visit.ts';

/** Signs somebody out: of the bank's own page, or of everything but that. */
export async function signOut(
  ctx: Context & IdentityPorts,
  { session, user }: AccountVisit,
  where: 'here' | 'elsewhere',
): Promise<void> {
  const { bankId, clock, sessions } = ctx;
  const { userId } = user;
  const now = clock.now();
  await runCommand(ctx, async (work) => {
    if (where === 'here') endOneSession(work, { bankId, sessionId: session.sessionId, now });
    else {
      endSessions(work, { bankId, userId, now, keptId: session.sessionId });
      sessions.endAll(ctx, work, { userId, keptSignInAt: undefined });
    }
    work.audit({
      aggregateKind: 'user',
      aggregateId: userId,
      changes: [{ field: 'signed-out', after: where }],
    });
  });
}
