import type { Context } from '#platform/work/context.ts';
import type { OwnershipChange, PartyTarget } from '../../domain/changes.ts';
import { withoutAbsent } from '../../domain/merging.ts';
import { ownedBy } from '../../domain/ownership.ts';
import { partyEvent } from '../../events.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { problems } from '../../problems.ts';
import { changeParty } from '../../steps/change-party.ts';
import { checkContent } from '../../steps/field-checks.ts';
import { writeOwners } from '../../steps/relationships.ts';

/** Replaces the owners of an organization from a day on. Owners who are parties see it among their relationships. */
export async function changeOwnership(
  ctx: Context & PartyPorts,
  { change, target }: { readonly target: PartyTarget; readonly change: OwnershipChange },
): Promise<void> {
  checkContent(ctx, change.contentUrl);
  return changeParty(ctx, { ...target, kind: 'organization' }, async (party, work) => {
    const { personal, sensitive } = party;
    const { contentUrl, kind } = personal.ownership ?? {};
    const owned = ownedBy(withoutAbsent({ kind, contentUrl, ...change }));
    if (owned.kind === 'refused') throw problems[owned.refusal]();
    await writeOwners(ctx, work, {
      partyNumber: party.partyNumber,
      owners: change.owners,
      effective: change.effectiveDate,
      path: [],
    });
    return {
      facts: {
        personal: { ...personal, ownership: owned.ownership },
        sensitive: { ...sensitive, ownerNumbers: owned.ownerNumbers },
      },
      revision: { cause: 'change', effective: change.effectiveDate },
      events: [partyEvent('ownershipChanged', party)],
    };
  });
}
