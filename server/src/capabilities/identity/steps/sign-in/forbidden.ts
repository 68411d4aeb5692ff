import { lockCustomersShared } from '#platform/db/customer-lock.ts';
import type { Reader } from '#platform/db/reader.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { User } from '../../domain/user.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';

type Ctx = Pick<Context, 'bankId'> & Pick<IdentityPorts, 'restrictions'>;

/** Returns whether a restriction forbids the users of a customer to sign in. */
export async function isSignInForbidden(
  { bankId, restrictions }: Ctx,
  db: Reader,
  customerNumber: string,
): Promise<boolean> {
  const forbidden = await restrictions(db, { bankId, customerNumbers: [customerNumber] });
  return forbidden.get(customerNumber)?.has('sign-in') === true;
}

/**
 * The same in the command that signs a user in: a restriction has been committed and is seen, or it waits, and ends the
 * session that this command opens.
 */
export async function lockSignInForbidden(
  ctx: Ctx,
  work: Work,
  { customerNumber, userId }: User,
): Promise<boolean> {
  const number = customerNumber ?? userId;
  await lockCustomersShared(work, { bankId: ctx.bankId, customerNumbers: [number] });
  return isSignInForbidden(ctx, work, number);
}
