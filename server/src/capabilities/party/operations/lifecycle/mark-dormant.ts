import { findPolicy } from '#platform/policy/find-policy.ts';
import type { Context } from '#platform/work/context.ts';
import { openRowWork } from '#platform/work/set-aside.ts';
import { changedCustomer, nextStatus } from '../../domain/customer-status.ts';
import { firstDayOfPeriod, isSilent } from '../../domain/dormancy.ts';
import { dormancyPeriod, dormancySavings } from '../../domain/policy.ts';
import { partyEvent } from '../../events.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { changeParty } from '../../steps/change-party.ts';
import { ruleContextOf } from '../../steps/rule-context.ts';
import { listSilentNumbers, lockActivity, stopCounting } from '../../store/customer-activity.store.ts';

const batch = 200;

/**
 * Makes active customers dormant who were silent for the period of their bank, those with savings accounts only for a
 * longer one. Idempotent.
 */
export async function markDormant(ctx: Context & PartyPorts): Promise<number> {
  const { bankId, db } = ctx;
  const { today } = ruleContextOf(ctx, '');
  const rows = await openRowWork(ctx, 'mark-dormant');
  const except = rows.waiting();
  const lists = [dormancyPeriod, dormancySavings].map(async (policy) => {
    const months = await findPolicy(db, ctx, policy);
    const before = firstDayOfPeriod({ months, today });
    const isSavingsOnly = policy === dormancySavings;
    return listSilentNumbers(db, { bankId, isSavingsOnly, before, limit: batch, except });
  });
  const found = await Promise.all(lists);
  const keys = found.flat();
  const areAll = found.every(({ length }) => length < batch);
  return rows.forEach({ keys, areAll }, (partyNumber) => markOne(ctx, partyNumber, today));
}

/** Decides under the lock of the party: an activity may have come since the list was read. */
async function markOne(ctx: Context & PartyPorts, partyNumber: string, today: string): Promise<void> {
  const { bankId } = ctx;
  return changeParty(ctx, { partyNumber, deceased: 'allowed' }, async (party, work) => {
    const { personal, sensitive } = party;
    const facts = { personal, sensitive };
    const activity = await lockActivity(work, { bankId, partyNumber });
    if (activity === undefined) return { facts, events: [] };
    const months = await findPolicy(work, ctx, activity.isSavingsOnly ? dormancySavings : dormancyPeriod);
    if (!isSilent(activity, { months, today })) return { facts, events: [] };
    stopCounting(work, { bankId, partyNumber });
    // The silence of a deceased customer is no dormancy: the estate is settled.
    const isLiving = personal.life !== 'deceased';
    const status = isLiving ? nextStatus(personal.customer.status, 'silence') : undefined;
    if (status === undefined) return { facts, events: [] };
    const customer = changedCustomer(personal.customer, status, { today });
    return {
      facts: { personal: { ...personal, customer }, sensitive },
      events: [partyEvent('statusChanged', party, status)],
    };
  });
}
