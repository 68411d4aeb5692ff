import { lockStanding } from '#capabilities/party/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { decideUsersOfParty, type UsersDecision } from '../../domain/party-change.ts';
import { mayChangeState, type User } from '../../domain/user.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { changeLockedUserState, eraseLockedUser } from '../../steps/user-state.ts';
import { listUserIdsOf, lockUser, updateUser } from '../../store/users.store.ts';
import { countActiveUsers } from './count-active-users.ts';

type Ctx = Context & IdentityPorts;

/**
 * Applies an event about a party to its users: merged, they get the surviving number; dead, they are suspended; erased,
 * they are erased. SPEC 8.1
 */
export async function followParty(ctx: Ctx, event: DeliveredEvent): Promise<void> {
  const { bankId } = ctx;
  const customerNumber = event.aggregateId;
  await runCommand(ctx, async (work) => {
    // Locks the party first, then its users, like every command that needs both.
    const standing = await lockStanding(work, { bankId, customerNumber: partyIn(event) });
    const decision = decideUsersOfParty({ name: event.name, customerNumber }, standing);
    const followed: string[] = [];
    // In a fixed order, so that two commands cannot deadlock.
    for (const userId of await listUserIdsOf(work, { bankId, customerNumber })) {
      const user = await lockUser(work, ctx, userId);
      if (user?.customerNumber !== customerNumber) continue;
      await follow(ctx, work, { user, decision });
      followed.push(userId);
    }
    const isKept = event.name === 'parties-merged' && decision.kind === 'keep';
    const active = isKept ? await countActiveUsers(work, { bankId, customerNumber: partyIn(event) }) : 0;
    work.audit({
      aggregateKind: 'party',
      aggregateId: customerNumber,
      changes: [
        { field: `users-${decision.kind}`, after: followed.join(' ') },
        // A warning: two users of one party are one person, and one of them is probably not needed.
        ...(active > 1 ? [{ field: 'active-users-of-one-party', after: active }] : []),
      ],
    });
  });
}

/** Returns the party whose state counts: for a merge the surviving one, which the event names. */
function partyIn({ aggregateId, data, name }: DeliveredEvent): string {
  const survivor = data['reference'];
  return name === 'parties-merged' && typeof survivor === 'string' ? survivor : aggregateId;
}

async function follow(
  ctx: Ctx,
  work: Work,
  { decision, user }: { readonly user: User; readonly decision: UsersDecision },
): Promise<void> {
  if (decision.kind === 'erase') return eraseLockedUser(ctx, work, user);
  const { customerNumber } = decision;
  const renumbered = { ...user, customerNumber };
  if (decision.kind === 'suspend' && mayChangeState(user.state, 'suspended'))
    return changeLockedUserState(ctx, work, { user: renumbered, to: 'suspended', reason: 'death' });
  if (customerNumber !== user.customerNumber) updateUser(work, { ...ctx, now: ctx.clock.now() }, renumbered);
}
