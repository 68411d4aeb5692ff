import type { Context } from '#platform/work/context.ts';
import type { ConsentDay } from '../domain/access-day.ts';
import { upsertAccessDays } from '../store/access-days.store.ts';

const savedAtOnceMax = 1_000;

/** Records on which days third parties read. Not a command: each request is logged, and nothing is decided here. */
export async function recordAccessDays(ctx: Context, days: readonly ConsentDay[]): Promise<void> {
  const { bankId, db } = ctx;
  for (let first = 0; first < days.length; first += savedAtOnceMax)
    await upsertAccessDays(db, bankId, days.slice(first, first + savedAtOnceMax));
}
