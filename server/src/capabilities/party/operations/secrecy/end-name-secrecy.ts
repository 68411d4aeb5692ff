import type { Context } from '#platform/work/context.ts';
import { partyEvent } from '../../events.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { problems } from '../../problems.ts';
import { changeParty } from '../../steps/change-party.ts';
import type { SetNameSecrecy } from './set-name-secrecy.ts';

/** Lets verifications of payees compare the name of a party again. */
export async function endNameSecrecy(
  ctx: Context & PartyPorts,
  { employeeId, partyNumber }: SetNameSecrecy,
): Promise<void> {
  return changeParty(ctx, { partyNumber, deceased: 'allowed' }, (party) => {
    const { nameSecrecy, ...personal } = party.personal;
    if (nameSecrecy === undefined) throw problems['name-not-secret']();
    return {
      facts: { personal, sensitive: party.sensitive },
      events: [partyEvent('nameSecrecyEnded', party)],
      audited: { changes: [{ field: 'employee', after: employeeId }] },
    };
  });
}
