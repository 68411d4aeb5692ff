import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { eventOf } from '#platform/work/event.ts';
import { stateAfterReading } from '../../domain/mailbox.ts';
import { events } from '../../events.ts';
import { mailboxOf } from '../../steps/callers.ts';
import { lockMessage, upsertMessageState } from '../../store/mailbox.store.ts';

/** Marks a message as read by this user. Repeated, it changes nothing and emits no event. */
export async function markAsRead(ctx: Context, { messageId }: { readonly messageId: string }): Promise<void> {
  const owner = mailboxOf(ctx);
  const now = ctx.clock.now();
  await runCommand(ctx, async (work) => {
    const message = await lockMessage(work, { ...owner, messageId, now });
    if (message === undefined) throw standardProblems['not-found']();
    const { customerNumber, state } = message;
    const audited = { aggregateKind: 'mailbox-message', aggregateId: messageId };
    const after = stateAfterReading(state);
    if (after === undefined) return work.audit({ ...audited, changes: [] });
    const { bankId, userId } = owner;
    upsertMessageState(work, { bankId, userId, messageId, ...after, now });
    work.emit(
      eventOf(events.mailboxRead, customerNumber, {
        'customer-number': customerNumber,
        'message-id': messageId,
      }),
    );
    work.audit({ ...audited, changes: [{ field: 'is-read', before: false, after: true }] });
  });
}
