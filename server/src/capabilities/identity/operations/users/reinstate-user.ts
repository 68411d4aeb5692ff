import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { type NamedStateChange, requireNamedUser } from '../../steps/named-user.ts';
import { changeUserState } from './change-user-state.ts';

/** Reinstates a suspended user on behalf of an employee, who has verified the user's identity. */
export async function reinstateUser(
  ctx: Context & IdentityPorts,
  { reason, username }: NamedStateChange,
): Promise<void> {
  const { state, userId } = await requireNamedUser(ctx, username);
  // A pending user becomes active by verifying a contact only.
  if (state !== 'suspended') throw standardProblems.conflict({ message: `The user is ${state}.` });
  await changeUserState(ctx, { userId, to: 'active', reason });
}
