import assert from 'node:assert/strict';
import type { Context } from '#platform/work/context.ts';
import { changedBusinessName } from '../../domain/business-name.ts';
import type { BusinessNameChange, PartyTarget } from '../../domain/changes.ts';
import { clearedFields } from '../../domain/mandatory-fields.ts';
import { partyEvent } from '../../events.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { problems } from '../../problems.ts';
import { changeParty } from '../../steps/change-party.ts';
import { checkContent } from '../../steps/field-checks.ts';

/** Changes the names or the legal structure of an organization from a day on, which may be in the future. */
export async function modifyBusinessName(
  ctx: Context & PartyPorts,
  { change, target }: { readonly target: PartyTarget; readonly change: BusinessNameChange },
): Promise<void> {
  checkContent(ctx, change.contentUrl);
  return changeParty(ctx, { ...target, kind: 'organization' }, (party) => {
    const { personal, sensitive } = party;
    assert(personal.name.kind === 'organization');
    const name = changedBusinessName(personal.name, change);
    if (name === 'name-unchanged') throw problems[name]();
    if (name === undefined) throw problems['mandatory-field-cleared']();
    const facts = { personal: { ...personal, name }, sensitive };
    if (clearedFields(party, facts).length > 0) throw problems['mandatory-field-cleared']();
    return {
      facts,
      revision: { cause: 'change', effective: change.effectiveDate },
      events: [partyEvent('nameModified', party)],
    };
  });
}
