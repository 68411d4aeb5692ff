import type { Temporal } from 'temporal-polyfill';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { giveUpWaiting } from '../store/notifications.store.ts';

/** Messages that one transaction gives up. */
const givenUpAtOnceMax = 1_000;

/**
 * Gives up what waited in a restored backup: it was sent since, or says what is no longer true. Third parties read the
 * status. Returns how many.
 */
export async function giveUpRestoredNotifications(
  ctx: Context,
  { startedAt }: { readonly startedAt: Temporal.Instant },
): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await giveUpSome(ctx, startedAt);
    total += count;
    if (count < givenUpAtOnceMax) return total;
  }
}

function giveUpSome(ctx: Context, startedAt: Temporal.Instant): Promise<number> {
  const { bankId, clock } = ctx;
  return runCommand(ctx, async (work) => {
    const count = await giveUpWaiting(work, {
      bankId,
      before: startedAt,
      now: clock.now(),
      failure: 'restored',
      max: givenUpAtOnceMax,
    });
    work.audit({
      aggregateKind: 'notifications',
      aggregateId: bankId,
      changes: [{ field: 'given-up', after: count }],
    });
    return count;
  });
}
