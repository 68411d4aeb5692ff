import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { reviveDead } from '../store/notifications.store.ts';

const resentMax = 1_000;

/** What is sent again: one message, or all dead ones of a third party, or of the bank. */
export interface ResendNotifications {
  readonly organisationId?: string;
  readonly notificationId?: string;
}

/** Lets dead messages be sent again, with all attempts. Returns how many. */
export function resendNotifications(
  ctx: Context,
  { notificationId, organisationId }: ResendNotifications,
): Promise<number> {
  const { bankId, clock } = ctx;
  return runCommand(ctx, async (work) => {
    const now = clock.now();
    const count = await reviveDead(work, { bankId, organisationId, notificationId, now, max: resentMax });
    work.audit({
      aggregateKind: 'notifications',
      aggregateId: notificationId ?? organisationId ?? bankId,
      changes: [{ field: 'resent', after: count }],
    });
    return count;
  });
}
