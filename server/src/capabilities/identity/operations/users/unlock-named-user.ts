import type { Context } from '#platform/work/context.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { type NamedStateChange, requireNamedUser } from '../../steps/named-user.ts';
import { unlockUser } from './unlock-user.ts';

/** Ends the lockouts of a user on behalf of an employee, who has verified the user's identity. */
export async function unlockNamedUser(
  ctx: Context & IdentityPorts,
  { reason, username }: NamedStateChange,
): Promise<void> {
  const { userId } = await requireNamedUser(ctx, username);
  await unlockUser(ctx, { userId, reason });
}
