import { changeOwnData, lockProfile } from '#capabilities/party/index.ts';
import { lockName } from '#platform/db/named-lock.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { stateAt } from '../../domain/change-request.ts';
import { dataUpdated } from '../../events/own-data-events.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { problems } from '../../problems.ts';
import { applyRequestEvent } from '../../steps/change-requests.ts';
import { reviewedValue } from '../../steps/reviewed-value.ts';
import {
  type ChangeRequest,
  findChangeRequest,
  lockChangeRequest,
} from '../../store/change-requests.store.ts';

type Ctx = Context & ClientPorts;

/** A decision of an employee. */
export interface ReviewDecision {
  readonly changeRequestId: string;
  readonly employeeId: string;
  readonly decision: 'approve' | 'reject';
  readonly reason: string | undefined;
}

/** Decides a request: an approved change is applied to the party in the same transaction, by the rules of today. */
export async function reviewChangeRequest(ctx: Ctx, reviewed: ReviewDecision): Promise<ChangeRequest> {
  const { bankId } = ctx;
  const { changeRequestId } = reviewed;
  const known = await findChangeRequest(ctx.db, { bankId, changeRequestId });
  if (known === undefined) throw standardProblems['not-found']();
  return runCommand(ctx, async (work) => {
    await lockName(work, 'client', bankId, known.customerNumber);
    return reviewed.decision === 'approve'
      ? approve(ctx, work, { reviewed, customerNumber: known.customerNumber })
      : reject(ctx, work, reviewed);
  });
}

async function lockReviewed(ctx: Ctx, work: Work, changeRequestId: string): Promise<ChangeRequest> {
  const request = await lockChangeRequest(work, { bankId: ctx.bankId, changeRequestId });
  if (request === undefined) throw standardProblems['not-found']();
  if (stateAt(request, ctx.clock.now()) !== 'in-review') throw problems['change-request-closed']();
  return request;
}

async function approve(
  ctx: Ctx,
  work: Work,
  { customerNumber, reviewed }: { readonly reviewed: ReviewDecision; readonly customerNumber: string },
): Promise<ChangeRequest> {
  const { changeRequestId, employeeId } = reviewed;
  const parties = { ...ctx, ...ctx.identity.authorization.correspondence.party };
  const locked = await lockProfile(parties, work, customerNumber);
  const request = await lockReviewed(ctx, work, changeRequestId);
  const { change } = reviewedValue(ctx, request);
  const { audit } = changeOwnData(parties, work, locked, { changes: [change], verifiedBy: employeeId });
  const after = applyRequestEvent(ctx, work, { request, event: 'approved', decidedBy: employeeId });
  work.emit(dataUpdated(customerNumber));
  work.audit({ ...audit, changes: [...audit.changes, { field: 'approved-by', after: employeeId }] });
  return after;
}

async function reject(ctx: Ctx, work: Work, reviewed: ReviewDecision): Promise<ChangeRequest> {
  const { changeRequestId, employeeId: decidedBy, reason } = reviewed;
  const request = await lockReviewed(ctx, work, changeRequestId);
  const after = applyRequestEvent(ctx, work, {
    request,
    event: 'rejected',
    decidedBy,
    ...(reason === undefined ? {} : { reason }),
  });
  work.audit({
    aggregateKind: 'change-request',
    aggregateId: changeRequestId,
    changes: [
      { field: 'state', after: 'rejected' },
      { field: 'rejected-by', after: decidedBy },
    ],
  });
  return after;
}
