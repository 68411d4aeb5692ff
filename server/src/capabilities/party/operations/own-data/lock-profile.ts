import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { ownProfileOf } from '../../domain/own-profile.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { loadParty } from '../../steps/load-party.ts';
import type { LockedProfile } from '../../steps/own-data.ts';
import { ruleContextOf } from '../../steps/rule-context.ts';

/** Locks the own record of a customer. Raises not-found for any other, and gone for an erased or merged one. */
export async function lockProfile(
  ctx: Context & PartyPorts,
  work: Work,
  customerNumber: string,
): Promise<LockedProfile> {
  const loaded = await loadParty(ctx, work, { partyNumber: customerNumber });
  const { today } = ruleContextOf(ctx, customerNumber);
  return { loaded, profile: ownProfileOf(loaded.party, today) };
}
