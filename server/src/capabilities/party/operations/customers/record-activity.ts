import { findPolicy } from '#platform/policy/find-policy.ts';
import type { Context } from '#platform/work/context.ts';
import { isSilent } from '../../domain/dormancy.ts';
import type { Day } from '../../domain/facts.ts';
import { dormancyPeriod, dormancySavings } from '../../domain/policy.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { ruleContextOf } from '../../steps/rule-context.ts';
import { upsertActivity } from '../../store/customer-activity.store.ts';
import { findProductStanding } from '../../store/customer-status.read.ts';
import { changeCustomerStatus } from './change-customer-status.ts';

export interface CustomerActivity {
  readonly partyNumber: string;
  readonly lastOn: Day;
  /** The customer has savings accounts only, which may be silent for longer. */
  readonly isSavingsOnly: boolean;
}

/**
 * Records when a customer was last active; a dormant one who was active within the dormancy period is active again.
 * Changes nothing for a party that is unknown, merged or erased.
 */
export async function recordActivity(ctx: Context & PartyPorts, activity: CustomerActivity): Promise<void> {
  const { bankId, db } = ctx;
  const { isSavingsOnly, partyNumber } = activity;
  const { today } = ruleContextOf(ctx, partyNumber);
  // A day of the future, from a core with another calendar, would postpone the dormancy.
  const lastOn = activity.lastOn > today ? today : activity.lastOn;
  // Without an audit entry: there is one for each customer and day, and the core has the proof.
  await upsertActivity(db, { bankId, partyNumber, lastOn, isSavingsOnly });
  // Read afterwards: the job either saw the activity, or the customer is dormant by now.
  const standing = await findProductStanding(db, { bankId, partyNumber });
  if (standing?.status !== 'dormant') return;
  const months = await findPolicy(db, ctx, isSavingsOnly ? dormancySavings : dormancyPeriod);
  if (isSilent({ lastOn }, { months, today })) return;
  await changeCustomerStatus(ctx, { partyNumber, trigger: 'activity' });
}
