import { liftFactorBlock } from '#capabilities/authorization/index.ts';
import { lockStanding } from '#capabilities/party/index.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { mayMove, type User } from '../domain/user.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { codeContext } from '../steps/code-context.ts';
import { type Move, moveHeldUser } from '../steps/move-held-user.ts';
import { findUser, lockUser } from '../store/users.store.ts';

/** A user whom the bank, an agent or the user's own wish moves to another state. */
export interface MoveUser extends Move {
  readonly userId: string;
}

/** Suspends, lets in again or ends a user. Whoever calls has made sure that this is right. */
export async function moveUser(ctx: Context & IdentityPorts, { userId, ...move }: MoveUser): Promise<void> {
  const before = await findUser(ctx.db, ctx, userId);
  if (before === undefined) throw standardProblems['not-found']();
  if (!mayMove(before.state, move.to)) throw standardProblems.conflict();
  // In a command of its own, and first: if nothing follows, a suspended user has new attempts, and they open nothing.
  if (before.state === 'suspended' && move.to === 'active')
    await liftFactorBlock(codeContext(ctx), { userId });
  await runCommand(ctx, async (work) => {
    if (move.to === 'active') await refuseGone(ctx, work, before);
    const user = await lockUser(work, ctx, userId);
    if (user === undefined) throw standardProblems['not-found']();
    if (!mayMove(user.state, move.to) || user.customerNumber !== before.customerNumber)
      throw standardProblems.conflict();
    await moveHeldUser(ctx, work, { ...move, user });
    work.audit({
      aggregateKind: 'user',
      aggregateId: userId,
      changes: [
        { field: 'state', before: user.state, after: move.to },
        { field: 'reason', after: move.reason },
      ],
    });
  });
}

/** A user of a party that has died or was erased is not let in again. */
async function refuseGone({ bankId }: Context, work: Work, { customerNumber }: User): Promise<void> {
  if (customerNumber === undefined) return;
  const standing = await lockStanding(work, { bankId, customerNumber });
  if (standing !== undefined && standing.state !== 'living')
    throw standardProblems.conflict({ message: `The customer is ${standing.state}.` });
}
