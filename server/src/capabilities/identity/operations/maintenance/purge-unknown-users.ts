import type { Temporal } from 'temporal-polyfill';
import type { Context } from '#platform/work/context.ts';
import { type PurgedKind, purgeOldAndCommit } from '../../store/clean-up.store.ts';

const rowsMax = 5_000;
/** Bounds a run: five million rows per kind. The rest is left to the next run. */
const roundsMax = 1_000;
const quietHours = 48;

/**
 * Deletes the expired rows that unauthenticated requests leave behind, and returns how many. It runs each minute,
 * because anyone can create such rows at a high rate.
 */
export async function purgeUnknownUsers(ctx: Context): Promise<number> {
  const { bankId, clock, db } = ctx;
  let count = 0;
  for (const [what, before] of retentionLimits(clock.now())) {
    for (let round = 0; round < roundsMax; round += 1) {
      const done = await purgeOldAndCommit(db, what, { bankId, before, listMax: rowsMax });
      count += done;
      if (done < rowsMax) break;
    }
  }
  return count;
}

function retentionLimits(now: Temporal.Instant): readonly (readonly [PurgedKind, Temporal.Instant])[] {
  const quiet = now.subtract({ hours: quietHours });
  return [
    ['signIns', now],
    ['unknownUsers', quiet],
    ['quotas', quiet],
    ['loginAttempts', quiet],
  ];
}
