import type { Context } from '#platform/work/context.ts';
import { partyEvent } from '../../events.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { changeParty } from '../../steps/change-party.ts';

export interface SetNameSecrecy {
  readonly partyNumber: string;
  readonly employeeId: string;
}

/**
 * Makes the name of a party secret: verifications of payees are answered as for an account that does not exist. Set
 * again, the first entry stays. SPEC xs2a-2026 2.7, 2.8
 */
export async function setNameSecrecy(
  ctx: Context & PartyPorts,
  { employeeId: enteredBy, partyNumber }: SetNameSecrecy,
): Promise<void> {
  return changeParty(ctx, { partyNumber }, (party) => {
    const { personal, sensitive } = party;
    if (personal.nameSecrecy !== undefined) return { facts: { personal, sensitive }, events: [] };
    return {
      facts: { personal: { ...personal, nameSecrecy: { enteredBy } }, sensitive },
      events: [partyEvent('nameDisclosureEnded', party)],
      audited: { changes: [{ field: 'employee', after: enteredBy }] },
    };
  });
}
