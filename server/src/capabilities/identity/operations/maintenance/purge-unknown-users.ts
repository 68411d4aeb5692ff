import type { Temporal } from 'temporal-polyfill';
import type { Context } from '#platform/work/context.ts';
import { openRowWork } from '#platform/work/set-aside.ts';
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
  const kinds = new Map<string, () => Promise<number>>(
    retentionLimits(ctx.clock.now()).map(([what, before]) => [what, () => purgeKind(ctx, what, before)]),
  );
  const rows = await openRowWork(ctx, 'purge-unknown-users');
  let count = 0;
  // A failure of one kind does not stop the others.
  await rows.forEach({ keys: [...kinds.keys()], areAll: true }, async (kind) => {
    count += (await kinds.get(kind)?.()) ?? 0;
  });
  return count;
}

async function purgeKind(
  { bankId, db }: Context,
  what: PurgedKind,
  before: Temporal.Instant,
): Promise<number> {
  let count = 0;
  for (let round = 0; round < roundsMax; round += 1) {
    const done = await purgeOldAndCommit(db, what, { bankId, before, listMax: rowsMax });
    count += done;
    if (done < rowsMax) break;
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
