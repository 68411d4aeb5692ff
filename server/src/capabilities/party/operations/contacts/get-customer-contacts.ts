import type { Reader } from '#platform/db/reader.ts';
import type { Context } from '#platform/work/context.ts';
import { type CustomerContacts, customerContacts } from '../../domain/customer-contacts.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { ruleContextOf } from '../../steps/rule-context.ts';
import { findPartyRow } from '../../store/parties.store.ts';
import { openRow } from '../../store/party-rows.ts';
import { visibilityOf } from '../../store/party-visibility.ts';

/**
 * Returns the contact details of a customer, for capabilities that send messages. Staff see customers of their units;
 * a customer sees only themselves.
 */
export async function getCustomerContacts(
  ctx: Context & Pick<PartyPorts, 'partyVault' | 'bankFacts'>,
  db: Reader,
  customerNumber: string,
): Promise<CustomerContacts | undefined> {
  const { bankId, partyVault } = ctx;
  const { today } = ruleContextOf(ctx, customerNumber);
  const row = await findPartyRow(db, {
    bankId,
    partyNumber: customerNumber,
    today,
    ...visibilityOf(ctx.caller),
  });
  if (row === undefined) return undefined;
  if (row.survivor_party_number !== null) return getCustomerContacts(ctx, db, row.survivor_party_number);
  const party = openRow(partyVault, row);
  if (party.recordState === 'erased') return undefined;
  return customerContacts(party, today);
}
