import { findPolicy } from '#platform/policy/find-policy.ts';
import type { Context } from '#platform/work/context.ts';
import { endInBatches } from '#platform/work/end-in-batches.ts';
import { retentionRestriction } from '../../domain/policy.ts';
import { cleanUpBatchMax } from '../../store/clean-up-batch.ts';
import { deleteClosedReports, deleteEndedRestrictions } from '../../store/restriction-ends.store.ts';

/** Deletes restrictions that ended, and fraud reports that were closed, as long ago as they must be kept. */
export async function cleanUpRestrictions(ctx: Context): Promise<number> {
  const { bankId, clock } = ctx;
  const years = await findPolicy(ctx.db, ctx, retentionRestriction);
  const before = clock.now().toZonedDateTimeISO('UTC').subtract({ years }).toInstant();
  const criteria = { bankId, before };
  const rowsMax = cleanUpBatchMax;
  const restrictions = await endInBatches(ctx, { field: 'restrictions-deleted', rowsMax }, (work) =>
    deleteEndedRestrictions(work, criteria),
  );
  const reports = await endInBatches(ctx, { field: 'fraud-reports-deleted', rowsMax }, (work) =>
    deleteClosedReports(work, criteria),
  );
  return restrictions + reports;
}
