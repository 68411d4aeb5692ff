import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import { mayChangeState } from '../../domain/user.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { changeLockedUserState } from '../../steps/user-state.ts';
import { lockUser } from '../../store/users.store.ts';

/** Suspends a user whose second factors are permanently blocked; a temporary block changes nothing here. */
export async function suspendBlockedUser(
  ctx: Context & IdentityPorts,
  { aggregateId: userId, data }: DeliveredEvent,
): Promise<void> {
  const isPermanent = data['until'] === undefined;
  await runCommand(ctx, async (work) => {
    const user = isPermanent ? await lockUser(work, ctx, userId) : undefined;
    const aggregate = { aggregateKind: 'user', aggregateId: userId };
    if (user === undefined || !mayChangeState(user.state, 'suspended'))
      return work.audit({ ...aggregate, changes: [] });
    await changeLockedUserState(ctx, work, { user, to: 'suspended', reason: 'second-factor' });
    work.audit({ ...aggregate, changes: [{ field: 'state', before: user.state, after: 'suspended' }] });
  });
}
