import { endSessionsOf } from '#capabilities/identity/index.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import type { LockedClient } from './lock-client.ts';

/** Ends the sessions and tokens of all users of a client, except the sign-in of the customer who asks for it. */
export async function endOtherSessions(
  ctx: Context & ClientPorts,
  work: Work,
  { userIds }: Pick<LockedClient, 'userIds'>,
): Promise<void> {
  const { caller, identity } = ctx;
  for (const userId of userIds) {
    const isOwn = caller.kind === 'customer' && caller.userId === userId;
    await endSessionsOf({ ...ctx, ...identity }, work, {
      userId,
      exceptSignInAt: isOwn ? caller.authenticatedAt : undefined,
    });
  }
}
