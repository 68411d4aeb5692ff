import type { Reader } from '#platform/db/reader.ts';
import type { Context } from '#platform/work/context.ts';
import { type CustomerContacts, customerContacts } from '../domain/customer-contacts.ts';
import type { PartyPorts } from '../ports/party-ports.ts';
import { ruleContextOf } from '../steps/rule-context-of.ts';
import { findPartyRow } from '../store/parties.store.ts';
import { openRow } from '../store/party-rows.ts';
import { visibilityOf } from '../store/party-visibility.ts';

/** For parts of Portico that write to customers. Staff reach those of their units; a customer reaches nobody else. */
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
