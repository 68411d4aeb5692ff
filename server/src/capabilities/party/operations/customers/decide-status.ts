import type { Context } from '#platform/work/context.ts';
import { changedCustomer, nextStatus, type StaffTrigger } from '../../domain/customer-status.ts';
import type { CustomerStatus } from '../../domain/literals.ts';
import { partyEvent } from '../../events.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { problems } from '../../problems.ts';
import { changeParty } from '../../steps/change-party.ts';
import { ruleContextOf } from '../../steps/rule-context.ts';

/** What happened to a party before it is a customer, as an employee says it. */
export interface DecideStatus {
  readonly partyNumber: string;
  readonly trigger: StaffTrigger;
  readonly employeeId: string;
  readonly reason: string;
}

/** Changes the customer status of a party that uses no product. Returns the new status. */
export async function decideStatus(
  ctx: Context & PartyPorts,
  { employeeId, partyNumber, reason, trigger }: DecideStatus,
): Promise<CustomerStatus> {
  const { today } = ruleContextOf(ctx, partyNumber);
  return changeParty<CustomerStatus>(ctx, { partyNumber }, (party) => {
    const { personal, sensitive } = party;
    const status = nextStatus(personal.customer.status, trigger);
    if (status === undefined) throw problems['status-not-reachable']();
    const customer = changedCustomer(personal.customer, status, { today, reason });
    return {
      facts: { personal: { ...personal, customer }, sensitive },
      events: [partyEvent('statusChanged', party, status)],
      audited: {
        changes: [
          { field: 'status-trigger', after: trigger },
          { field: 'employee', after: employeeId },
        ],
      },
      result: status,
    };
  });
}
