import type { Context } from '#platform/work/context.ts';
import { endInBatches } from '#platform/work/end-in-batches.ts';
import { closedRetentionDays } from '../../domain/policy.ts';
import { deleteOldRequests } from '../../store/change-request-lists.store.ts';
import { cleanUpBatchMax } from '../../store/clean-up-batch.ts';
import { deleteOldActions } from '../../store/pending-action-lists.store.ts';

const dayHours = 24;

/** Deletes change requests and actions that were closed long ago. */
export async function cleanUpClient(ctx: Context): Promise<number> {
  const { bankId, clock } = ctx;
  const before = clock.now().subtract({ hours: closedRetentionDays * dayHours });
  const old = { bankId, before };
  const rowsMax = cleanUpBatchMax;
  const requests = await endInBatches(ctx, { field: 'change-requests-deleted', rowsMax }, (work) =>
    deleteOldRequests(work, old),
  );
  const actions = await endInBatches(ctx, { field: 'pending-actions-deleted', rowsMax }, (work) =>
    deleteOldActions(work, old),
  );
  return requests + actions;
}
