import { lockStanding } from '#capabilities/party/index.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { PendingActionKind } from '../../domain/pending-action.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { requestAction } from '../../steps/actions.ts';

type Ctx = Context & ClientPorts;

/** What staff ask a customer to do. */
export interface RequestPendingAction {
  readonly customerNumber: string;
  readonly kind: PendingActionKind;
  readonly dueDays: number;
  readonly isMandatory: boolean;
  readonly employeeId: string;
}

const dayHours = 24;

/** Asks a customer to do something; returns false if the customer is asked already. */
export async function requestPendingAction(ctx: Ctx, requested: RequestPendingAction): Promise<boolean> {
  const { bankId, clock } = ctx;
  const { dueDays, employeeId, ...action } = requested;
  return runCommand(ctx, async (work) => {
    const standing = await lockStanding(work, { bankId, customerNumber: action.customerNumber });
    if (standing?.state !== 'living') throw standardProblems['not-found']();
    const { partyNumber: customerNumber } = standing;
    const dueAt = clock.now().add({ hours: dueDays * dayHours });
    const isNew = await requestAction(ctx, work, { ...action, customerNumber, reference: '', dueAt });
    work.audit({
      aggregateKind: 'client',
      aggregateId: customerNumber,
      changes: isNew ? [{ field: `action-${action.kind}`, after: `requested by ${employeeId}` }] : [],
    });
    return isNew;
  });
}
