import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { collectionEvent } from '../events.ts';
import { changeState, lockExpired } from '../store/collections.store.ts';

const listMax = 100;

/** Ends collections whose time is over; nothing is decided by it, for whoever reads looks at the time as well. */
export async function expireCollections(ctx: Context): Promise<number> {
  let [count, last] = [0, listMax];
  while (last >= listMax) {
    last = await expireSome(ctx);
    count += last;
  }
  return count;
}

async function expireSome(ctx: Context): Promise<number> {
  const { bankId, clock } = ctx;
  const now = clock.now();
  return runCommand(ctx, async (work) => {
    const expired = await lockExpired(work, { bankId, now, listMax });
    for (const collection of expired) {
      changeState(work, { bankId, collectionId: collection.collectionId, state: 'expired', now });
      work.emit(collectionEvent('collectionExpired', collection, {}));
    }
    work.audit({
      aggregateKind: 'signature-collections',
      aggregateId: bankId,
      changes: [{ field: 'expired', after: expired.length }],
    });
    return expired.length;
  });
}
