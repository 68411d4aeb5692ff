import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { CorrespondencePorts } from '../../ports/correspondence-ports.ts';
import { linkAttachments } from '../../steps/attachments.ts';
import { mailboxOf } from '../../steps/callers.ts';
import { listAttachmentHeads } from '../../store/attachments.read.ts';
import { findMessage } from '../../store/mailbox.read.ts';
import type { MessageView } from './list-messages.ts';

/** Returns a message of the caller's mailbox with its attachments; messages of other customers are not found. */
export async function getMessage(
  ctx: Context & CorrespondencePorts,
  { messageId }: { readonly messageId: string },
): Promise<MessageView> {
  const { bankId, clock, correspondenceVault: vault, db } = ctx;
  const criteria = { ...mailboxOf(ctx), messageId, now: clock.now() };
  const message = await findMessage(db, vault, criteria);
  if (message === undefined) throw standardProblems['not-found']();
  const { contentId, hasAttachments } = message;
  const contentIds = hasAttachments ? [contentId] : [];
  const heads = await listAttachmentHeads(db, vault, { bankId, contentIds });
  return { message, attachments: linkAttachments(ctx, heads.get(contentId) ?? []) };
}
