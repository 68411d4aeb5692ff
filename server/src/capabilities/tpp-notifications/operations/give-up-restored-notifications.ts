import type { Temporal } from 'temporal-polyfill';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { giveUpWaiting } from '../store/notifications.store.ts';

/**
 * Gives up what waited in a restored backup: it was sent since, or says what is no longer true. Third parties read the
 * status. Returns how many.
 */
export function giveUpRestoredNotifications(
  ctx: Context,
  { startedAt }: { readonly startedAt: Temporal.Instant },
): Promise<number> {
  const { bankId, clock } = ctx;
  return runCommand(ctx, async (work) => {
    const count = await giveUpWaiting(work, {
      bankId,
      before: startedAt,
      now: clock.now(),
      failure: 'restored',
    });
    work.audit({
      aggregateKind: 'notifications',
      aggregateId: bankId,
      changes: [{ field: 'given-up', after: count }],
    });
    return count;
  });
}
