import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { closeApproval } from '../../store/approvals.store.ts';

/** Removes a request from its device. May be called twice, for an answered one, or for one that was never saved. */
export async function withdrawApproval(
  ctx: Context,
  { approvalId }: { readonly approvalId: string },
): Promise<void> {
  const { bankId, clock } = ctx;
  await runCommand(ctx, async (work) => {
    const isClosed = await closeApproval(work, {
      bankId,
      approvalId,
      state: 'withdrawn',
      now: clock.now(),
    });
    work.audit({
      aggregateKind: 'approval',
      aggregateId: approvalId,
      changes: isClosed ? [{ field: 'state', after: 'withdrawn' }] : [],
    });
  });
}
