import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { type ReviewedValue, reviewedValue } from '../../steps/reviewed-value.ts';
import { findChangeRequest } from '../../store/change-requests.store.ts';

/** The new value of a request, for the employee who reviews it. */
export interface ShownReview extends ReviewedValue {
  readonly customerNumber: string;
  readonly kind: string;
}

/** Returns what a customer asks for; audited as a read of sensitive data. */
export async function showReview(
  ctx: Context & ClientPorts,
  { changeRequestId, employeeId }: { readonly changeRequestId: string; readonly employeeId: string },
): Promise<ShownReview> {
  const { bankId, db } = ctx;
  const request = await findChangeRequest(db, { bankId, changeRequestId });
  if (request?.state !== 'in-review') throw standardProblems['not-found']();
  await runCommand(ctx, async (work) => {
    work.audit({
      aggregateKind: 'change-request',
      aggregateId: changeRequestId,
      changes: [{ field: 'new-value', after: `read by ${employeeId}` }],
    });
  });
  const { customerNumber, kind } = request;
  return { customerNumber, kind, ...reviewedValue(ctx, request) };
}
