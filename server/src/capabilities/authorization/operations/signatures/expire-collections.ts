import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { openRowWork } from '#platform/work/set-aside.ts';
import { collectionEvent } from '../../events.ts';
import { listExpired, lockExpired, updateState } from '../../store/collections.store.ts';

const listMax = 100;

/** Ends expired collections. No decision depends on it, because every reader also checks the expiry time. */
export async function expireCollections(ctx: Context): Promise<number> {
  const { bankId, clock, db } = ctx;
  const rows = await openRowWork(ctx, 'expire-collections');
  let [count, last] = [0, listMax];
  while (last >= listMax) {
    const now = clock.now();
    const ids = await listExpired(db, { bankId, now, listMax, except: rows.waiting() });
    let ended = 0;
    await rows.forEach({ keys: ids, areAll: ids.length < listMax }, async (collectionId) => {
      if (await isExpired(ctx, collectionId)) ended += 1;
    });
    count += ended;
    // Collections that another command is changing are left to the next run.
    last = ended === 0 ? 0 : ids.length;
  }
  return count;
}

async function isExpired(ctx: Context, collectionId: string): Promise<boolean> {
  const { bankId, clock } = ctx;
  const now = clock.now();
  return runCommand(ctx, async (work) => {
    const collection = await lockExpired(work, { bankId, now, collectionId });
    work.audit({
      aggregateKind: 'signature-collections',
      aggregateId: bankId,
      changes: [{ field: 'expired', after: collection === undefined ? 0 : 1 }],
    });
    if (collection === undefined) return false;
    updateState(work, { bankId, collectionId, state: 'expired', now });
    work.emit(collectionEvent('collectionExpired', collection, {}));
    return true;
  });
}
