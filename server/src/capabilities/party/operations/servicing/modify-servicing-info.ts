import type { Context } from '#platform/work/context.ts';
import type { PartyTarget, ServicingChange } from '../../domain/changes.ts';
import { changedServicing } from '../../domain/servicing.ts';
import { partyEvent } from '../../events.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { changeParty } from '../../steps/change-party.ts';
import { checkServicing, refuseValue } from '../../steps/field-checks.ts';
import { ruleContextOf } from '../../steps/rule-context.ts';

/** Changes the servicing unit or managers of a party, today or on a future day. */
export async function modifyServicingInfo(
  ctx: Context & PartyPorts,
  { change, target }: { readonly target: PartyTarget; readonly change: ServicingChange },
): Promise<void> {
  const { today } = ruleContextOf(ctx, target.partyNumber);
  const effective = change.effectiveDate ?? today;
  if (effective < today) refuseValue(['effective-date'], 'minimum');
  return changeParty(ctx, target, async (party, work) => {
    const servicing = changedServicing(party.personal.servicing, change, effective);
    await checkServicing(work, ctx.bankId, servicing);
    return {
      facts: { personal: { ...party.personal, servicing }, sensitive: party.sensitive },
      revision: { cause: 'change', effective },
      events: [partyEvent('servicingModified', party)],
    };
  });
}
