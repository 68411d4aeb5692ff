import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { endAllSessions } from '../steps/end-all-sessions.ts';
import { endOneSession } from '../store/sessions.store.ts';
import type { AccountRequest } from './account-request.ts';

/** Signs somebody out: of the bank's own page, or of everything but that. */
export async function signOut(
  ctx: Context & IdentityPorts,
  { session, user }: AccountRequest,
  where: 'here' | 'elsewhere',
): Promise<void> {
  const { bankId, clock } = ctx;
  const { userId } = user;
  const now = clock.now();
  await runCommand(ctx, async (work) => {
    if (where === 'here') endOneSession(work, { bankId, sessionId: session.sessionId, now });
    else await endAllSessions(ctx, work, { userId, keptId: session.sessionId });
    work.audit({
      aggregateKind: 'user',
      aggregateId: userId,
      changes: [{ field: 'signed-out', after: where }],
    });
  });
}
