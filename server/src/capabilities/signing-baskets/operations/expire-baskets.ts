import type { Context } from '#platform/work/context.ts';
import { openRowWork } from '#platform/work/set-aside.ts';
import type { BasketsPorts } from '../ports/baskets-ports.ts';
import { endLapsed } from '../steps/end-lapsed.ts';
import { listOverdueIds } from '../store/ended-baskets.store.ts';

const listMax = 200;

/** Records the end of baskets whose time is over. No decision depends on it, because every reader checks the time as well. */
export async function expireBaskets(ctx: Context & BasketsPorts): Promise<number> {
  const { bankId, clock, db } = ctx;
  const rows = await openRowWork(ctx, 'expire-signing-baskets');
  let [count, last] = [0, listMax];
  while (last >= listMax) {
    const ids = await listOverdueIds(db, { bankId, now: clock.now(), listMax, except: rows.waiting() });
    const done = await rows.forEach({ keys: ids, areAll: ids.length < listMax }, (basketId) =>
      endLapsed(ctx, basketId),
    );
    count += done;
    last = done === 0 ? 0 : ids.length;
  }
  return count;
}
