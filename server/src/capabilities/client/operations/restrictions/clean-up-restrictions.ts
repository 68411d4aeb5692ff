import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { retentionRestrictionYears } from '../../domain/policy.ts';
import { deleteClosedReports, deleteEndedRestrictions } from '../../store/restriction-ends.store.ts';

const deletedAtOnceMax = 200;
/** Of a run; the rest waits for the next one. */
const batchesMax = 50;

/** Deletes restrictions that ended, and fraud reports that were closed, as long ago as they must be kept. */
export async function cleanUpRestrictions(ctx: Context): Promise<number> {
  const { bankId, clock } = ctx;
  const before = clock
    .now()
    .toZonedDateTimeISO('UTC')
    .subtract({ years: retentionRestrictionYears })
    .toInstant();
  const criteria = { bankId, before, max: deletedAtOnceMax };
  let count = 0;
  for (let batch = 0; batch < batchesMax; batch += 1) {
    const deleted = await runCommand(ctx, async (work) => {
      const restrictions = await deleteEndedRestrictions(work, criteria);
      const reports = await deleteClosedReports(work, criteria);
      work.audit({
        aggregateKind: 'client',
        aggregateId: bankId,
        changes: [
          { field: 'restrictions-deleted', after: restrictions },
          { field: 'fraud-reports-deleted', after: reports },
        ],
      });
      return restrictions + reports;
    });
    count += deleted;
    if (deleted < deletedAtOnceMax) break;
  }
  return count;
}
