import type { Temporal } from 'temporal-polyfill';
import type { Context } from '#platform/work/context.ts';
import { type Forgotten, removeOld } from '../store/clean-up.store.ts';

const rowsMax = 5_000;
/** Bounds a run: five million rows of a kind. What is left waits for the next minute. */
const roundsMax = 1_000;
const quietHours = 48;

/**
 * Forgets what requests of strangers leave behind, until nothing is left of it; how much it was. It runs each minute,
 * because strangers make such rows as fast as they are let in, and none of them says anything once its time is over.
 */
export async function purgeUnknownUsers(ctx: Context): Promise<number> {
  const { bankId, clock, db } = ctx;
  let count = 0;
  for (const [what, before] of oldThings(clock.now())) {
    for (let round = 0; round < roundsMax; round += 1) {
      const done = await removeOld(db, what, { bankId, before, listMax: rowsMax });
      count += done;
      if (done < rowsMax) break;
    }
  }
  return count;
}

function oldThings(now: Temporal.Instant): readonly (readonly [Forgotten, Temporal.Instant])[] {
  const quiet = now.subtract({ hours: quietHours });
  return [
    ['signIns', now],
    ['strangers', quiet],
    ['quotas', quiet],
    ['guards', quiet],
  ];
}
