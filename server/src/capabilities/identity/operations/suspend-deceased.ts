import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/reaction.ts';
import { mayMove } from '../domain/user.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { findUsersOfCustomers, lockUser } from '../store/users.store.ts';
import { moveHeldUser } from './move-held-user.ts';

/** Nobody signs in any more as somebody who has died. SPEC 2.4.18 */
export async function suspendDeceased(
  ctx: Context & IdentityPorts,
  { aggregateId: customerNumber }: DeliveredEvent,
): Promise<void> {
  await runCommand(ctx, async (work) => {
    const users = await findUsersOfCustomers(work, ctx, [customerNumber]);
    const suspended: string[] = [];
    // In one order, so that nobody waits in a circle.
    for (const { userId } of users.toSorted((a, b) => (a.userId < b.userId ? -1 : 1))) {
      const user = await lockUser(work, ctx, userId);
      if (user === undefined || !mayMove(user.state, 'suspended')) continue;
      await moveHeldUser(ctx, work, { user, to: 'suspended', reason: 'death' });
      suspended.push(userId);
    }
    work.audit({
      aggregateKind: 'party',
      aggregateId: customerNumber,
      changes: [{ field: 'users-suspended', after: suspended.join(' ') }],
    });
  });
}
