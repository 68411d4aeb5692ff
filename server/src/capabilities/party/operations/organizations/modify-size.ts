import type { Context } from '#platform/work/context.ts';
import type { PartyTarget, SizeChange } from '../../domain/changes.ts';
import { withoutAbsent } from '../../domain/merging.ts';
import { changedSize } from '../../domain/organization-size.ts';
import { partyEvent } from '../../events.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { problems } from '../../problems.ts';
import { changeParty } from '../../steps/change-party.ts';

export async function modifySize(
  ctx: Context & PartyPorts,
  { change, target }: { readonly target: PartyTarget; readonly change: SizeChange },
): Promise<void> {
  return changeParty(ctx, { ...target, kind: 'organization' }, (party) => {
    const { personal, sensitive } = party;
    const size = changedSize(personal.size, change);
    if (size === 'size-not-consistent') throw problems[size]();
    return {
      facts: { personal: withoutAbsent({ ...personal, size }), sensitive },
      events: [partyEvent('sizeModified', party)],
    };
  });
}
