import type { Context } from '#platform/work/context.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { type NamedStateChange, requireNamedUser } from '../../steps/named-user.ts';
import { changeUserState } from './change-user-state.ts';

/** Suspends a user on behalf of an employee. */
export async function suspendUser(
  ctx: Context & IdentityPorts,
  { reason, username }: NamedStateChange,
): Promise<void> {
  const { userId } = await requireNamedUser(ctx, username);
  await changeUserState(ctx, { userId, to: 'suspended', reason });
}
