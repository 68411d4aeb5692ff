import type { Reader } from '#platform/db/reader.ts';
import type { Context } from '#platform/work/context.ts';
import { type PartyKind, partyKinds } from '../../domain/literals.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { findPartyKindRow } from '../../store/parties.store.ts';
import { visibilityOf } from '../../store/party-visibility.ts';

/**
 * Returns whether a customer is an individual or an organization, of merged records that of the surviving one; undefined
 * for one that is unknown, erased or not visible to the caller. Decrypts nothing.
 */
export async function findPartyKind(
  ctx: Context & Pick<PartyPorts, 'bankFacts'>,
  db: Reader,
  customerNumber: string,
): Promise<PartyKind | undefined> {
  const { bankFacts, bankId, caller, clock } = ctx;
  const row = await findPartyKindRow(db, {
    bankId,
    partyNumber: customerNumber,
    today: clock.today(bankFacts.of(bankId).timeZone).toString(),
    ...visibilityOf(caller),
  });
  if (row === undefined) return undefined;
  if (row.survivor_party_number !== null) return findPartyKind(ctx, db, row.survivor_party_number);
  return row.is_erased ? undefined : partyKinds.find((known) => known === row.kind);
}
