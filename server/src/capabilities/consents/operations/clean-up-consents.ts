import { forgetResources } from '#capabilities/tpp-notifications/index.ts';
import { deleteUnsignedContents } from '#capabilities/tpp-quotas/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { keptDays } from '../domain/policy.ts';
import { deleteOldDays } from '../store/access-days.store.ts';
import { deleteOldUses } from '../store/access-uses.store.ts';
import { deleteContents, deleteEndedConsents } from '../store/ending-consents.store.ts';

const deletedAtOnceMax = 200;

/** Days of which counts are kept: those in which any consent is counted, in every time zone, and one more. */
const countedDays = 3;

/**
 * Deletes consents that ended long ago, days of reads as old, counts of accesses of days that are over, and the content of
 * consents that ended unsigned.
 */
export async function cleanUpConsents(ctx: Context): Promise<number> {
  const { bankId, clock } = ctx;
  const before = clock.now().subtract({ hours: keptDays * 24 });
  const firstCountedDay = clock.now().toZonedDateTimeISO('UTC').toPlainDate().subtract({ days: countedDays });
  const firstKeptDay = before.toZonedDateTimeISO('UTC').toPlainDate();
  let [count, last] = [0, deletedAtOnceMax];
  while (last >= deletedAtOnceMax) {
    last = await runCommand(ctx, async (work) => {
      const max = deletedAtOnceMax;
      const consentIds = await deleteEndedConsents(work, { bankId, before, max });
      forgetResources(work, { bankId, kind: 'consent', resourceIds: consentIds });
      const consents = consentIds.length;
      const counts = await deleteOldUses(work, { bankId, before: firstCountedDay, max });
      const days = await deleteOldDays(work, { bankId, before: firstKeptDay, max });
      work.audit({
        aggregateKind: 'consent',
        aggregateId: bankId,
        changes: [
          { field: 'deleted', after: consents },
          { field: 'counts-deleted', after: counts },
          { field: 'days-deleted', after: days },
        ],
      });
      return consents + counts + days;
    });
    count += last;
  }
  const contents = await deleteUnsignedContents(ctx, {
    kind: 'consent',
    max: deletedAtOnceMax,
    remove: (work, consentIds) => deleteContents(work, { bankId, consentIds }),
  });
  return count + contents;
}
