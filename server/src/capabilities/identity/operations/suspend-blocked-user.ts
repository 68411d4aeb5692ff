import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import { mayMove } from '../domain/user.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { moveHeldUser } from '../steps/move-held-user.ts';
import { lockUser } from '../store/users.store.ts';

/** Suspends a user whose second factors are blocked for good; a block that ends by itself changes nothing here. */
export async function suspendBlockedUser(
  ctx: Context & IdentityPorts,
  { aggregateId: userId, data }: DeliveredEvent,
): Promise<void> {
  const isForGood = data['until'] === undefined;
  await runCommand(ctx, async (work) => {
    const user = isForGood ? await lockUser(work, ctx, userId) : undefined;
    const note = { aggregateKind: 'user', aggregateId: userId };
    if (user === undefined || !mayMove(user.state, 'suspended')) return work.audit({ ...note, changes: [] });
    await moveHeldUser(ctx, work, { user, to: 'suspended', reason: 'second-factor' });
    work.audit({ ...note, changes: [{ field: 'state', before: user.state, after: 'suspended' }] });
  });
}
