import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import { changedCustomer, nextStatus, type StatusTrigger } from '../../domain/customer-status.ts';
import { partyEvent } from '../../events.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { changeParty } from '../../steps/change-party.ts';
import { ruleContextOf } from '../../steps/rule-context.ts';

/** Products and screenings decide only after their own rules: `setOpenProduct`, `confirmScreening`. */
type OtherTrigger = Exclude<
  StatusTrigger,
  'first-product' | 'new-product' | 'last-product-closed' | 'customer-accepted' | 'customer-hit'
>;

export interface ChangeCustomerStatus {
  readonly partyNumber: string;
  readonly trigger: OtherTrigger;
  readonly reason?: string;
}

/** Changes the customer status after an event in another capability, such as a long silence. */
export async function changeCustomerStatus(
  ctx: Context & PartyPorts,
  { partyNumber, reason, trigger }: ChangeCustomerStatus,
): Promise<void> {
  const { today } = ruleContextOf(ctx, partyNumber);
  return changeParty(ctx, { partyNumber, deceased: 'allowed' }, (party) => {
    const { personal, sensitive } = party;
    const status = nextStatus(personal.customer.status, trigger);
    if (status === undefined) throw standardProblems.conflict();
    const customer = changedCustomer(personal.customer, status, {
      today,
      ...(reason === undefined ? {} : { reason }),
    });
    return {
      facts: { personal: { ...personal, customer }, sensitive },
      events: [partyEvent('statusChanged', party, status)],
    };
  });
}
