import { Temporal } from 'temporal-polyfill';
import type { Context } from '#platform/work/context.ts';
import { type DeadNotification, listDead } from '../store/notifications.store.ts';

const listMax = 200;
const start = Temporal.Instant.fromEpochMilliseconds(0);

/** Lists messages that were given up, the oldest first, page by page. */
export function listDeadNotifications(
  { bankId, db }: Context,
  after?: DeadNotification,
): Promise<readonly DeadNotification[]> {
  return listDead(db, { bankId, after, start, listMax });
}
