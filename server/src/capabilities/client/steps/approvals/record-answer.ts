import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { approvalEvent } from '../../events.ts';
import { closeApproval } from '../../store/approvals.store.ts';

/** Records the answer to a request, once. */
export async function recordAnswer(
  ctx: Context,
  approvalId: string,
  state: 'approved' | 'refused',
): Promise<void> {
  await runCommand(ctx, (work) => recordAnswerIn(ctx, work, { approvalId, state }));
}

/** The same in the transaction of the caller. Returns false if another end came first. */
export async function recordAnswerIn(
  { bankId, clock }: Context,
  work: Work,
  { approvalId, state }: { readonly approvalId: string; readonly state: 'approved' | 'refused' },
): Promise<boolean> {
  const isFirst = await closeApproval(work, { bankId, approvalId, state, now: clock.now() });
  if (isFirst) work.emit(approvalEvent('answered', approvalId, { answer: state }));
  work.audit({
    aggregateKind: 'approval',
    aggregateId: approvalId,
    changes: isFirst ? [{ field: 'state', after: state }] : [],
  });
  return isFirst;
}
