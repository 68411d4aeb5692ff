import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { type CustomerContacts, customerContacts } from '../../domain/customer-contacts.ts';
import { isRestricted } from '../../domain/restriction.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { ruleContextOf } from '../../steps/rule-context.ts';
import { lockPartyRow } from '../../store/parties.store.ts';
import { openWhole } from '../../store/party-rows.ts';
import { visibilityOf } from '../../store/party-visibility.ts';
import { listFormerNumbers } from '../../store/survivors.read.ts';

/** A customer whose record the command has locked. */
export interface LockedCustomer extends CustomerContacts {
  /** True if the requested number belongs to a record that was merged into this one. */
  readonly isMerged: boolean;
  readonly isRestricted: boolean;
  /** Numbers of records that were merged into this one. */
  readonly formerNumbers: readonly string[];
}

/**
 * Locks the party behind a customer number, for commands that decide who may act for it. Two such commands on one
 * party run one after the other. Returns undefined when the party is unknown, erased or not visible to the caller.
 */
export async function lockCustomer(
  ctx: Context & PartyPorts,
  work: Work,
  customerNumber: string,
): Promise<LockedCustomer | undefined> {
  const { bankId, caller, partyVault } = ctx;
  const { today } = ruleContextOf(ctx, customerNumber);
  const row = await lockPartyRow(work, {
    bankId,
    partyNumber: customerNumber,
    today,
    ...visibilityOf(caller),
  });
  if (row === undefined) return undefined;
  if (row.survivor_party_number !== null) {
    const survivor = await lockCustomer(ctx, work, row.survivor_party_number);
    return survivor && { ...survivor, isMerged: true };
  }
  const opened = openWhole(partyVault, row);
  if (opened === undefined) return undefined;
  const { party } = opened;
  return {
    ...customerContacts(party, today),
    isMerged: false,
    isRestricted: isRestricted(party),
    formerNumbers: await listFormerNumbers(work, { bankId, partyNumber: party.partyNumber }),
  };
}
