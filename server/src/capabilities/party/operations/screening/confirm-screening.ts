import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { changedCustomer, hasOpenProduct, nextStatus } from '../../domain/customer-status.ts';
import type { CustomerFacts } from '../../domain/facts.ts';
import type { CustomerStatus } from '../../domain/literals.ts';
import type { Party } from '../../domain/party.ts';
import { outcomeTrigger } from '../../domain/screening.ts';
import { partyEvent } from '../../events.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { loadParty } from '../../steps/load-party.ts';
import { ruleContextOf } from '../../steps/rule-context.ts';
import { saveParty } from '../../steps/save-party.ts';
import {
  auditedSettlement,
  loadProposal,
  type SettledProposal,
  type SettleScreening,
} from '../../steps/settle-screening.ts';
import { updateDecision } from '../../store/screenings.store.ts';

/**
 * Confirms a proposed outcome, by another employee than the one who proposed it. Clear accepts a customer whose data is
 * complete, a hit rejects the customer. Returns the customer status afterwards.
 */
export async function confirmScreening(
  ctx: Context & PartyPorts,
  settle: SettleScreening,
): Promise<CustomerStatus> {
  const { bankId, clock } = ctx;
  const { employeeId, outcome, partyNumber } = settle;
  return runCommand(ctx, async (work) => {
    const before = await loadParty(ctx, work, { partyNumber });
    const { party } = before;
    const settled = await loadProposal(ctx, work, { before, settle });
    if (settled === undefined) return party.personal.customer.status;
    const customer = customerAfter(ctx, party, settled);
    const isProductHeld = settled.isProductHeld && !hasOpenProduct(customer);
    // Before the party is saved, which ends what is still open for a customer who does not wait any more.
    updateDecision(work, { bankId, partyNumber, outcome, employeeId, isProductHeld, now: clock.now() });
    const isChanged = customer.status !== party.personal.customer.status;
    saveParty(ctx, work, {
      before,
      decision: {
        facts: { personal: { ...party.personal, customer }, sensitive: party.sensitive },
        events: isChanged ? [partyEvent('statusChanged', party, customer.status)] : [],
        audited: auditedSettlement('confirmed', employeeId, settled),
      },
    });
    return customer.status;
  });
}

function customerAfter(
  ctx: Context & PartyPorts,
  party: Party,
  { isProductHeld, proposal }: SettledProposal,
): CustomerFacts {
  const { customer } = party.personal;
  const trigger = outcomeTrigger(party, proposal.outcome, { isProductHeld });
  const status = trigger && nextStatus(customer.status, trigger);
  const { today } = ruleContextOf(ctx, party.partyNumber);
  return status === undefined ? customer : changedCustomer(customer, status, { today });
}
