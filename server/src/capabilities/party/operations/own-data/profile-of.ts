import type { Reader } from '#platform/db/reader.ts';
import type { Context } from '#platform/work/context.ts';
import { type OwnProfile, ownProfileOf } from '../../domain/own-profile.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { ruleContextOf } from '../../steps/rule-context.ts';
import { findPartyRow } from '../../store/parties.store.ts';
import { openWhole } from '../../store/party-rows.ts';
import { visibilityOf } from '../../store/party-visibility.ts';

/**
 * Returns the own record of a customer, for a capability that serves it to the customer and audits what it shows.
 * Undefined if the party is unknown, erased, merged into another or not the caller's own.
 */
export async function profileOf(
  ctx: Context & Pick<PartyPorts, 'partyVault' | 'bankFacts'>,
  db: Reader,
  customerNumber: string,
): Promise<OwnProfile | undefined> {
  const { bankId, caller, partyVault } = ctx;
  const { today } = ruleContextOf(ctx, customerNumber);
  const row = await findPartyRow(db, {
    bankId,
    partyNumber: customerNumber,
    today,
    ...visibilityOf(caller),
    proxy: null,
  });
  if (row === undefined || row.survivor_party_number !== null) return undefined;
  const opened = openWhole(partyVault, row);
  return opened && ownProfileOf(opened.party, today);
}
