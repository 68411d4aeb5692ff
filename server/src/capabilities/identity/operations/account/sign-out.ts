import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import type { SignedInUser } from '../../steps/own-user.ts';
import { endAllSessions } from '../../steps/user-state.ts';
import { endOneSession } from '../../store/sessions.store.ts';

/** Signs the user out: of the bank's own page, or of all other sessions. */
export async function signOut(
  ctx: Context & IdentityPorts,
  { session, user }: SignedInUser,
  where: 'here' | 'elsewhere',
): Promise<void> {
  const { bankId, clock } = ctx;
  const { userId } = user;
  const now = clock.now();
  await runCommand(ctx, async (work) => {
    if (where === 'here') endOneSession(work, { bankId, sessionId: session.sessionId, now });
    else await endAllSessions(ctx, work, { userId, exceptId: session.sessionId });
    work.audit({
      aggregateKind: 'user',
      aggregateId: userId,
      changes: [{ field: 'signed-out', after: where }],
    });
  });
}
