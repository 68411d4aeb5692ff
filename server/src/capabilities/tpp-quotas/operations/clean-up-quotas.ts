import type { Context } from '#platform/work/context.ts';
import { orphanHours, unknownWindow } from '../domain/policy.ts';
import { listOrphans, refundQuotas } from '../store/resources.store.ts';
import { deleteOldUnknownAccounts } from '../store/unknown-accounts.store.ts';

const max = 200;

/** Gives back reservations of processes that died, and deletes counts that no limit needs any more. */
export async function cleanUpQuotas(ctx: Context): Promise<number> {
  const { bankId, clock, db } = ctx;
  const before = clock.now().subtract({ hours: orphanHours });
  const counted = clock.now().subtract(unknownWindow);
  let [count, last] = [0, max];
  while (last >= max) {
    const orphans = await listOrphans(db, { bankId, before, listMax: max });
    if (orphans.length > 0) await refundQuotas(db, { bankId, resourceIds: orphans });
    const unknown = await deleteOldUnknownAccounts(db, { bankId, before: counted, max });
    last = Math.max(orphans.length, unknown);
    count += orphans.length + unknown;
  }
  return count;
}
