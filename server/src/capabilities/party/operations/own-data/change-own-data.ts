import type { AuditDetails } from '#platform/work/audit.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { type OwnProfile, ownProfileOf } from '../../domain/own-profile.ts';
import { partyEvent } from '../../events.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { decideOwnData, type LockedProfile, type OwnChanges } from '../../steps/own-data.ts';
import { ruleContextOf } from '../../steps/rule-context.ts';
import { writeParty } from '../../steps/save-party.ts';

/**
 * Changes the record of a customer as a part of the command of another capability: by the same rules as the commands of
 * this interface, all changes or none. The caller audits, with the returned details among others.
 */
export function changeOwnData(
  ctx: Context & PartyPorts,
  work: Work,
  locked: LockedProfile,
  changes: OwnChanges,
): { readonly profile: OwnProfile; readonly audit: AuditDetails } {
  const { loaded } = locked;
  const { party } = loaded;
  const { events: named, facts } = decideOwnData(ctx, locked, changes);
  const events = named.map(([event, reference]) => partyEvent(event, party, reference));
  const { audit, party: after } = writeParty(ctx, work, { before: loaded, decision: { facts, events } });
  const { today } = ruleContextOf(ctx, party.partyNumber);
  return { audit, profile: ownProfileOf(after, today) };
}
