import type { Context } from '#platform/work/context.ts';
import type { PartyTarget, PreferenceRequest } from '../../domain/changes.ts';
import { changedPreference } from '../../domain/contact-preference.ts';
import { hasOpenProduct } from '../../domain/customer-status.ts';
import { partyEvent } from '../../events.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { problems } from '../../problems.ts';
import { changeParty } from '../../steps/change-party.ts';
import { ruleContextOf } from '../../steps/rule-context.ts';

export async function modifyContactPreference(
  ctx: Context & PartyPorts,
  { target, request: change }: { readonly target: PartyTarget; readonly request: PreferenceRequest },
): Promise<void> {
  const context = ruleContextOf(ctx, target.partyNumber);
  return changeParty(ctx, target, (party) => {
    const { personal, sensitive } = party;
    const preference = changedPreference(personal.preference, change, {
      ...context,
      hasOpenProduct: hasOpenProduct(personal.customer),
    });
    if (preference === 'preference-not-changeable') throw problems[preference]();
    return {
      facts: { personal: { ...personal, preference }, sensitive },
      events: [partyEvent('preferenceModified', party)],
    };
  });
}
