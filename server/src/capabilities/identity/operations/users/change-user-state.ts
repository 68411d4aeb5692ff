import { liftFactorLockout } from '#capabilities/authorization/index.ts';
import { lockStanding } from '#capabilities/party/index.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { mayChangeState, type User } from '../../domain/user.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { codeContext } from '../../steps/code-context.ts';
import { changeLockedUserState, type UserStateChange } from '../../steps/user-state.ts';
import { findUser, lockUser } from '../../store/users.store.ts';

/** A user whose state the bank, an employee or the user changes. */
export interface ChangeUserState extends UserStateChange {
  readonly userId: string;
}

/** Suspends, reactivates or closes a user. The caller has verified that this is legitimate. */
export async function changeUserState(
  ctx: Context & IdentityPorts,
  { userId, ...change }: ChangeUserState,
): Promise<void> {
  const before = await findUser(ctx.db, ctx, userId);
  if (before === undefined) throw standardProblems['not-found']();
  if (!mayChangeState(before.state, change.to) || isNeverActive(before, change))
    throw standardProblems.conflict({ message: `The user is ${before.state}.` });
  // In its own command, and first: if the process stops after it, the suspended user has new attempts, which cannot
  // succeed.
  if (before.state === 'suspended' && change.to === 'active')
    await liftFactorLockout(codeContext(ctx), { userId });
  await runCommand(ctx, async (work) => {
    if (change.to === 'active') await refuseGone(ctx, work, before);
    const user = await lockUser(work, ctx, userId);
    if (user === undefined) throw standardProblems['not-found']();
    if (
      !mayChangeState(user.state, change.to) ||
      isNeverActive(user, change) ||
      user.customerNumber !== before.customerNumber
    )
      throw standardProblems.conflict();
    await changeLockedUserState(ctx, work, { ...change, user });
    work.audit({
      aggregateKind: 'user',
      aggregateId: userId,
      changes: [
        { field: 'state', before: user.state, after: change.to },
        { field: 'reason', after: change.reason },
      ],
    });
  });
}

/** A pending user is not suspended: reinstating would activate a user who proved no contact and accepted no terms. */
function isNeverActive({ state }: Pick<User, 'state'>, { to }: Pick<UserStateChange, 'to'>): boolean {
  return state === 'pending' && to === 'suspended';
}

/** Refuses to reactivate a user whose party has died or was erased. */
async function refuseGone({ bankId }: Context, work: Work, { customerNumber }: User): Promise<void> {
  if (customerNumber === undefined) return;
  const standing = await lockStanding(work, { bankId, customerNumber });
  if (standing !== undefined && standing.state !== 'living')
    throw standardProblems.conflict({ message: `The customer is ${standing.state}.` });
}
