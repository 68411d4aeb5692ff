import type { Context } from '#platform/work/context.ts';
import type { ClientPorts } from '../ports/client-ports.ts';

/** Finds the customer of a user; undefined for one that is unknown or has none. */
export async function findUserCustomer(
  ctx: Context & ClientPorts,
  userId: string,
): Promise<string | undefined> {
  const { bankId, db, identity } = ctx;
  return (await identity.authorization.users.find(db, { bankId, name: userId }))?.customerNumber;
}
