import type { Reader } from '#platform/db/reader.ts';
import type { Context } from '#platform/work/context.ts';
import { type CustomerReach, customerReach } from '../domain/customer-reach.ts';
import type { PartyPorts } from '../ports/party-ports.ts';
import { findPartyRow } from '../store/parties.store.ts';
import { openRow } from '../store/party-rows.ts';
import { reachOf } from '../store/reach.ts';
import { sceneOf } from './scene-of.ts';

/** For parts of Portico that write to customers. Staff reach those of their units; a customer reaches nobody else. */
export async function reachOfCustomer(
  ctx: Context & PartyPorts,
  db: Reader,
  customerNumber: string,
): Promise<CustomerReach | undefined> {
  const { bankId, partyVault } = ctx;
  const { today } = sceneOf(ctx, customerNumber);
  const row = await findPartyRow(db, { bankId, partyNumber: customerNumber, today, ...reachOf(ctx.caller) });
  if (row === undefined) return undefined;
  if (row.survivor_party_number !== null) return reachOfCustomer(ctx, db, row.survivor_party_number);
  const party = openRow(partyVault, row);
  if (party.recordState === 'erased') return undefined;
  return customerReach(party, today);
}
