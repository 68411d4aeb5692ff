import type { AuditedChange } from '#platform/work/audit.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { eventOf } from '#platform/work/event.ts';
import { type ArchiveRequest, archivedBefore, type BankTime, statusesShown } from '../../domain/mailbox.ts';
import { events } from '../../events.ts';
import type { CorrespondencePorts } from '../../ports/correspondence-ports.ts';
import { mailboxOf } from '../../steps/callers.ts';
import { type ArchiveCriteria, updateArchived } from '../../store/mailbox.store.ts';

/** Archives messages for this user. Skips foreign, unknown and archived ones silently. */
export async function archiveMessages(
  ctx: Context & CorrespondencePorts,
  request: ArchiveRequest,
): Promise<void> {
  const owner = mailboxOf(ctx);
  const now = ctx.clock.now();
  const context = { now, timeZone: ctx.correspondenceFacts.of(ctx.bankId).timeZone };
  await runCommand(ctx, async (work) => {
    const archived = await updateArchived(work, { ...owner, now, ...criteriaOf(request, context) });
    for (const [customerNumber, messages] of Map.groupBy(archived, (one) => one.customerNumber)) {
      const data = { 'customer-number': customerNumber, count: messages.length };
      work.emit(eventOf(events.mailboxArchived, customerNumber, data));
    }
    work.audit({
      aggregateKind: 'mailbox',
      aggregateId: owner.own[0] ?? ctx.origin.requestId,
      changes: [{ field: 'count', after: archived.length }, ...reasonOf(request, archived)],
    });
  });
}

function criteriaOf(
  request: ArchiveRequest,
  context: BankTime,
): Omit<ArchiveCriteria, 'bankId' | 'own' | 'userId' | 'now'> {
  if (request.kind === 'messages') {
    const { messageIds } = request;
    // The given time is in the past for every message that has arrived.
    const receivedBefore = context.now.add({ milliseconds: 1 });
    return { messageIds, statuses: statusesShown, folders: null, receivedBefore };
  }
  const { folders, statuses } = request;
  return {
    messageIds: null,
    statuses,
    folders,
    receivedBefore: archivedBefore(request.receivedBefore, context),
  };
}

/** The event lists ids when ids were given; a whole mailbox would be too long a list, so it has the age instead. */
function reasonOf(
  request: ArchiveRequest,
  archived: readonly { readonly messageId: string }[],
): readonly AuditedChange[] {
  if (request.kind === 'messages')
    return archived.map(({ messageId }) => ({ field: 'message-id', after: messageId }));
  return [
    { field: 'received-before', after: request.receivedBefore?.toString() ?? null },
    { field: 'statuses', after: request.statuses.join(' ') },
    { field: 'folders', after: request.folders.join(' ') },
  ];
}
