import { getCustomerContacts, listPartyNumbers, type PartyPorts } from '#capabilities/party/index.ts';
import type { Context } from '#platform/work/context.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { findUsersOfCustomers } from '../../store/users.store.ts';

/** Returns whether a user of a customer signs in or recovers by a contact point of the customer. */
export async function isContactInUse(
  ctx: Context & Pick<IdentityPorts, 'identityVault'> & Pick<PartyPorts, 'partyVault' | 'bankFacts'>,
  { contactPointId, customerNumber }: { readonly customerNumber: string; readonly contactPointId: string },
): Promise<boolean> {
  const { bankId, db } = ctx;
  const users = await findUsersOfCustomers(db, ctx, await listPartyNumbers(db, { bankId, customerNumber }));
  if (users.length === 0) return false;
  const reach = await getCustomerContacts(ctx, db, customerNumber);
  const point = reach?.points.find(({ id }) => id === contactPointId);
  const details = point?.details.toLowerCase();
  return users.some(
    ({ profile }) => details !== undefined && [profile.email?.toLowerCase(), profile.phone].includes(details),
  );
}
