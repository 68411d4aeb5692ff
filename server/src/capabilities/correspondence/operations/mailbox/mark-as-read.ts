import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { eventOf } from '#platform/work/event.ts';
import { readStatus } from '../../domain/mailbox.ts';
import { events } from '../../events.ts';
import { ownNumbers } from '../../steps/callers.ts';
import { lockMessage, updateRead } from '../../store/mailbox.store.ts';

/** Marks a message as read. Repeated, it changes nothing and emits no event. */
export async function markAsRead(ctx: Context, { messageId }: { readonly messageId: string }): Promise<void> {
  const { bankId, caller, clock } = ctx;
  const now = clock.now();
  await runCommand(ctx, async (work) => {
    const message = await lockMessage(work, { bankId, messageId, own: ownNumbers(caller), now });
    if (message === undefined) throw standardProblems['not-found']();
    const { customerNumber, isRead, status } = message;
    const audited = { aggregateKind: 'mailbox-message', aggregateId: message.messageId };
    if (isRead) return work.audit({ ...audited, changes: [] });
    updateRead(work, { bankId, messageId, status: readStatus(status), now });
    work.emit(
      eventOf(events.mailboxRead, customerNumber, {
        'customer-number': customerNumber,
        'message-id': message.messageId,
      }),
    );
    work.audit({ ...audited, changes: [{ field: 'is-read', before: false, after: true }] });
  });
}
