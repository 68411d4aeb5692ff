import type { Context } from '#platform/work/context.ts';
import { bulkKnownDays, earlierKeptHours, keptDays, limitHour } from '../domain/policy.ts';
import { deleteOldBulks, emptyExpiredBulks } from '../store/bulks.store.ts';
import { deleteEarlierResults } from '../store/earlier-results.store.ts';
import { deleteOldCounters } from '../store/limits.store.ts';
import { deleteOldVerifications } from '../store/verifications.store.ts';

const deletedAtOnceMax = 500;

/** Deletes log entries after 13 months, lists after their day, and counters that no limit needs; returns how many. */
export async function cleanUpVerifications({ bankId, clock, db }: Context): Promise<number> {
  const now = clock.now();
  const max = deletedAtOnceMax;
  const removals = [
    () => deleteOldVerifications(db, { bankId, before: now.subtract({ hours: keptDays * 24 }), max }),
    () => emptyExpiredBulks(db, { bankId, before: now, max }),
    () => deleteOldBulks(db, { bankId, before: now.subtract({ hours: bulkKnownDays * 24 }), max }),
    () => deleteEarlierResults(db, { bankId, before: now.subtract({ hours: earlierKeptHours }), max }),
    () => deleteOldCounters(db, { bankId, before: now.subtract(limitHour), max }),
  ];
  let count = 0;
  for (const remove of removals) {
    let last = max;
    while (last >= max) {
      last = await remove();
      count += last;
    }
  }
  return count;
}
