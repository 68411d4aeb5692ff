import type { Context } from '#platform/work/context.ts';
import type { PartyTarget, ResidenceChange } from '../../domain/changes.ts';
import { changedResidence } from '../../domain/residence.ts';
import { partyEvent } from '../../events.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { problems } from '../../problems.ts';
import { changeParty } from '../../steps/change-party.ts';

export async function modifyResidence(
  ctx: Context & PartyPorts,
  { change, target }: { readonly target: PartyTarget; readonly change: ResidenceChange },
): Promise<void> {
  return changeParty(ctx, { ...target, kind: 'individual' }, (party) => {
    const resident = changedResidence(party, change);
    if (resident.kind === 'refused') throw problems[resident.refusal]();
    const reference = resident.isTaxStatusOpen ? 'confirm-tax-status' : undefined;
    return { facts: resident.facts, events: [partyEvent('residenceModified', party, reference)] };
  });
}
