import type { Context } from '#platform/work/context.ts';
import { listDueReceivers as listDue } from '../store/delivery-queue.store.ts';

/** Lists third parties with messages that are due, except those that are sent to already. */
export function listDueReceivers(
  { bankId, clock, db }: Context,
  { except, listMax }: { readonly except: readonly string[]; readonly listMax: number },
): Promise<readonly string[]> {
  return listDue(db, { bankId, now: clock.now(), except, listMax });
}
