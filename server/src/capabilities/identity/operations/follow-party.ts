import { lockStanding } from '#capabilities/party/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { fateOfUsers, type UsersFate } from '../domain/party-fate.ts';
import { mayMove, type User } from '../domain/user.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { eraseHeldUser } from '../steps/erase-held-user.ts';
import { moveHeldUser } from '../steps/move-held-user.ts';
import { listUserIdsOf, lockUser, saveUser } from '../store/users.store.ts';

type Ctx = Context & IdentityPorts;

/** Users follow their party: merged, they move to the number that stayed; dead, they are suspended; erased, they are erased. SPEC 8.1 */
export async function followParty(ctx: Ctx, event: DeliveredEvent): Promise<void> {
  const { bankId } = ctx;
  const customerNumber = event.aggregateId;
  await runCommand(ctx, async (work) => {
    // The party first, then its users, as every command that needs both.
    const standing = await lockStanding(work, { bankId, customerNumber: partyIn(event) });
    const fate = fateOfUsers({ name: event.name, customerNumber }, standing);
    const followed: string[] = [];
    // In one order, so that two commands do not wait for each other in a circle.
    for (const userId of await listUserIdsOf(work, { bankId, customerNumber })) {
      const user = await lockUser(work, ctx, userId);
      if (user?.customerNumber !== customerNumber) continue;
      await follow(ctx, work, { user, fate });
      followed.push(userId);
    }
    work.audit({
      aggregateKind: 'party',
      aggregateId: customerNumber,
      changes: [{ field: `users-${fate.kind}`, after: followed.join(' ') }],
    });
  });
}

/** Whose state counts: of a merged record that of the one that stayed, which the event names. */
function partyIn({ aggregateId, data, name }: DeliveredEvent): string {
  const survivor = data['reference'];
  return name === 'parties-merged' && typeof survivor === 'string' ? survivor : aggregateId;
}

async function follow(
  ctx: Ctx,
  work: Work,
  { fate, user }: { readonly user: User; readonly fate: UsersFate },
): Promise<void> {
  if (fate.kind === 'erase') return eraseHeldUser(ctx, work, user);
  const { customerNumber } = fate;
  const moved = { ...user, customerNumber };
  if (fate.kind === 'suspend' && mayMove(user.state, 'suspended'))
    return moveHeldUser(ctx, work, { user: moved, to: 'suspended', reason: 'death' });
  if (customerNumber !== user.customerNumber) saveUser(work, { ...ctx, now: ctx.clock.now() }, moved);
}
