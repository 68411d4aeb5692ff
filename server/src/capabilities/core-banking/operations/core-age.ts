import type { Temporal } from 'temporal-polyfill';
import type { Database } from '#platform/db/database.ts';
import { findFeed } from '../store/feed.store.ts';

/** How long ago the core of a bank answered for the last time; undefined if it never did. */
export type CoreAge = number | undefined;

/** Returns the seconds since the worker read the core of a bank. */
export async function coreAge(database: Database, bankId: string, now: Temporal.Instant): Promise<CoreAge> {
  const feed = await findFeed(database.forBank(bankId), bankId);
  return feed && Math.max(0, Math.round(now.since(feed.readAt).total('seconds')));
}
