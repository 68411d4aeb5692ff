import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import { movedCustomer, nextStatus, type StatusTrigger } from '../domain/customer-status.ts';
import { partyEvent } from '../events.ts';
import type { PartyPorts } from '../ports/party-ports.ts';
import { changeParty } from '../steps/change-party.ts';
import { ruleContextOf } from '../steps/rule-context-of.ts';

export interface MoveCustomerStatus {
  readonly partyNumber: string;
  readonly trigger: StatusTrigger;
  readonly reason?: string;
}

/** Moves the relation between party and bank, when something happened elsewhere: a first product, a last one closed. */
export async function moveCustomerStatus(
  ctx: Context & PartyPorts,
  { partyNumber, reason, trigger }: MoveCustomerStatus,
): Promise<void> {
  const { today } = ruleContextOf(ctx, partyNumber);
  return changeParty(ctx, { partyNumber, deceased: 'allowed' }, (party) => {
    const { personal, sensitive } = party;
    const status = nextStatus(personal.customer.status, trigger);
    if (status === undefined) throw standardProblems.conflict();
    const customer = movedCustomer(personal.customer, status, {
      today,
      ...(reason === undefined ? {} : { reason }),
    });
    return {
      facts: { personal: { ...personal, customer }, sensitive },
      events: [partyEvent('statusChanged', party, status)],
    };
  });
}
