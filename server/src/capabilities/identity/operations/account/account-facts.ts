import type { Context } from '#platform/work/context.ts';
import { isActive } from '../../domain/user.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { findUser } from '../../store/users.store.ts';

/** Returns the claims of a user who may sign in; undefined for any other user. */
export async function accountFacts(
  ctx: Context & Pick<IdentityPorts, 'identityVault'>,
  userId: string,
): Promise<{ readonly customerNumber: string | undefined } | undefined> {
  const user = await findUser(ctx.db, ctx, userId);
  return user !== undefined && isActive(user) ? { customerNumber: user.customerNumber } : undefined;
}
