import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { isActive } from '../../domain/user.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { lockUser } from '../../store/users.store.ts';

/**
 * Locks users until the command ends, and returns whether all of them may act: the closing of a user is either committed
 * and visible, or waits until the command ends and emits its event afterwards.
 */
export async function lockActiveUsers(
  ctx: Pick<Context, 'bankId'> & Pick<IdentityPorts, 'identityVault'>,
  work: Work,
  userIds: readonly string[],
): Promise<boolean> {
  let areActive = true;
  // In one order, so that two commands do not wait for each other.
  for (const userId of [...new Set(userIds)].toSorted()) {
    const user = await lockUser(work, ctx, userId);
    areActive &&= user !== undefined && isActive(user);
  }
  return areActive;
}
