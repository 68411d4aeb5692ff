import type { Context } from '#platform/work/context.ts';
import type { EmploymentChange, PartyTarget } from '../../domain/changes.ts';
import { changedEmployment } from '../../domain/employment.ts';
import { partyEvent } from '../../events.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { problems } from '../../problems.ts';
import { changeParty } from '../../steps/change-party.ts';
import { refuseValue } from '../../steps/field-checks.ts';

export async function modifyEmployment(
  ctx: Context & PartyPorts,
  { change, target }: { readonly target: PartyTarget; readonly change: EmploymentChange },
): Promise<void> {
  return changeParty(ctx, { ...target, kind: 'individual' }, (party) => {
    const employed = changedEmployment(party, change);
    switch (employed.kind) {
      case 'contradictory':
        return refuseValue(['employment-status'], 'combination-not-allowed');
      case 'refused':
        throw problems[employed.refusal]();
      case 'done':
        return { facts: employed.facts, events: [partyEvent('employmentModified', party)] };
    }
  });
}
