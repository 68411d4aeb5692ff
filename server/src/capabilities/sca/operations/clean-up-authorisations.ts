import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import {
  deviceRequestKeptDays,
  retentionDays,
  seriesLifeDays,
  strongAuthenticationDays,
} from '../domain/policy.ts';
import { deleteEndedAuthorisations } from '../store/authorisations.store.ts';
import { deleteOverMutes } from '../store/device-mutes.store.ts';
import { deleteOldRequests } from '../store/device-requests.store.ts';
import { deleteOldSeries, deleteOldStrongAuthentications } from '../store/exemptions.store.ts';

const listMax = 5_000;

/**
 * Deletes authorisations that ended long ago, and what exemptions no longer follow from; what was approved keeps its own
 * record.
 */
export async function cleanUpAuthorisations(ctx: Context): Promise<number> {
  const { bankId, clock } = ctx;
  const daysAgo = (days: number) => ({
    bankId,
    max: listMax,
    before: clock.now().subtract({ hours: days * 24 }),
  });
  let [count, last] = [0, listMax];
  // All of them, but no more per transaction than it should hold.
  while (last >= listMax) {
    const deletions = await runCommand(ctx, async (work) => {
      const deleted = [
        await deleteEndedAuthorisations(work, daysAgo(retentionDays)),
        await deleteOldStrongAuthentications(work, daysAgo(strongAuthenticationDays)),
        await deleteOldSeries(work, daysAgo(seriesLifeDays)),
        await deleteOldRequests(work, daysAgo(deviceRequestKeptDays)),
        await deleteOverMutes(work, daysAgo(0)),
      ];
      work.audit({
        aggregateKind: 'authorisations',
        aggregateId: bankId,
        changes: [{ field: 'deleted', after: deleted.reduce((sum, each) => sum + each, 0) }],
      });
      return deleted;
    });
    last = Math.max(...deletions);
    count += deletions.reduce((sum, each) => sum + each, 0);
  }
  return count;
}
