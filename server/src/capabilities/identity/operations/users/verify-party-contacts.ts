import { getCustomerContacts, verifyContacts } from '#capabilities/party/index.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import { mayRecover } from '../../domain/recovery.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { findUser } from '../../store/users.store.ts';

/**
 * Reports the verified contacts of a user to party: contact points of the user's own party with the same address become
 * verified. Reads the current user, so repeated or late events are harmless.
 */
export async function verifyPartyContacts(
  ctx: Context & IdentityPorts,
  { aggregateId: userId }: DeliveredEvent,
): Promise<void> {
  const { authorization, db } = ctx;
  const user = await findUser(db, ctx, userId);
  if (user?.customerNumber === undefined || !mayRecover(user)) return;
  const parties = { ...ctx, ...authorization.correspondence.party };
  const reach = await getCustomerContacts(parties, db, user.customerNumber);
  if (reach === undefined || reach.isDeceased) return;
  const { email, phone } = user.profile;
  const contacts = [
    ...(email === undefined ? [] : [{ method: 'email', value: email } as const]),
    ...(phone === undefined ? [] : [{ method: 'mobile', value: phone } as const]),
  ];
  const isNews = reach.points.some(
    ({ details, isVerified, method }) =>
      !isVerified &&
      contacts.some(
        (contact) => contact.method === method && contact.value.toLowerCase() === details.toLowerCase(),
      ),
  );
  // Most events change nothing, and need not lock the party.
  if (isNews) await verifyContacts(parties, { partyNumber: reach.partyNumber, contacts });
}
