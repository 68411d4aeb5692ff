import type { Context } from '#platform/work/context.ts';
import { endInBatches } from '#platform/work/end-in-batches.ts';
import { approvalKeptHours } from '../../domain/approval-policy.ts';
import { deleteOldApprovals } from '../../store/approvals.store.ts';

const rowsMax = 500;

/** Deletes requests to devices that ended a day ago. */
export function cleanUpApprovals(ctx: Context): Promise<number> {
  const { bankId, clock } = ctx;
  const before = clock.now().subtract({ hours: approvalKeptHours });
  return endInBatches(ctx, { field: 'approvals-deleted', rowsMax }, (work) =>
    deleteOldApprovals(work, { bankId, before, max: rowsMax }),
  );
}
