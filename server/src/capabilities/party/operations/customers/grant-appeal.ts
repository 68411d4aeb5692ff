import { isSameEmployee } from '#platform/kernel/employee-id.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { changedCustomer, nextStatus } from '../../domain/customer-status.ts';
import { proposalHours } from '../../domain/policy.ts';
import { partyEvent } from '../../events.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { problems } from '../../problems.ts';
import { changeParty } from '../../steps/change-party.ts';
import { ruleContextOf } from '../../steps/rule-context.ts';
import {
  deletePendingCorrections,
  insertPendingCorrection,
  listPendingCorrections,
} from '../../store/pending-corrections.store.ts';

export interface GrantAppeal {
  readonly partyNumber: string;
  readonly employeeId: string;
  readonly reason: string;
}

/** `requested`: another employee must grant it too, within 72 hours. */
export type AppealOutcome = 'requested' | 'granted';

/** Grants the appeal of a rejected party, which is prospective again, by two employees: the second one completes it. */
export async function grantAppeal(ctx: Context & PartyPorts, command: GrantAppeal): Promise<AppealOutcome> {
  const { employeeId, partyNumber, reason } = command;
  const { today } = ruleContextOf(ctx, partyNumber);
  return changeParty<AppealOutcome>(ctx, { partyNumber }, async (party, work) => {
    const { personal, sensitive } = party;
    const status = nextStatus(personal.customer.status, 'appeal-granted');
    if (status === undefined) throw problems['status-not-reachable']();
    const isGranted = await isSecond(ctx, work, command);
    const customer = changedCustomer(personal.customer, status, { today, reason });
    return {
      facts: { personal: isGranted ? { ...personal, customer } : personal, sensitive },
      events: isGranted ? [partyEvent('statusChanged', party, status)] : [],
      audited: {
        changes: [
          { field: 'appeal', after: isGranted ? 'granted' : 'requested' },
          { field: 'employee', after: employeeId },
        ],
        sealed: { fact: 'appeal', before: null, after: { reason } },
      },
      result: isGranted ? 'granted' : 'requested',
    };
  });
}

/** Returns whether another employee granted the appeal before. If not, records this employee. */
async function isSecond(
  ctx: Context & PartyPorts,
  work: Work,
  { employeeId, partyNumber }: GrantAppeal,
): Promise<boolean> {
  const { bankId, clock, partyVault } = ctx;
  const now = clock.now();
  const payloadHash = Buffer.from(partyVault.mark(bankId, 'party-correction', `appeal ${partyNumber}`));
  const key = { bankId, partyNumber, payloadHash };
  const pending = await listPendingCorrections(work, key, now);
  const isOther = pending.some(({ requestedBy }) => !isSameEmployee(requestedBy, employeeId));
  deletePendingCorrections(work, key);
  if (isOther) return true;
  insertPendingCorrection(work, {
    ...key,
    correctionId: ruleContextOf(ctx, partyNumber).nextId(),
    requestedBy: employeeId,
    now,
    expiresAt: now.add({ hours: proposalHours }),
  });
  return false;
}
