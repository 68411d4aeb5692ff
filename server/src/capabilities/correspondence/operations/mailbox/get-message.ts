import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { CorrespondencePorts } from '../../ports/correspondence-ports.ts';
import { linkAttachments } from '../../steps/attachments.ts';
import { ownNumbers } from '../../steps/callers.ts';
import { listAttachmentHeads } from '../../store/attachments.read.ts';
import { findMessage } from '../../store/mailbox.read.ts';
import type { MessageView } from './list-messages.ts';

/** Returns a message of the caller's mailbox with its attachments; messages of other customers are not found. */
export async function getMessage(
  ctx: Context & CorrespondencePorts,
  { messageId }: { readonly messageId: string },
): Promise<MessageView> {
  const { bankId, caller, clock, correspondenceVault: vault, db } = ctx;
  const criteria = { bankId, messageId, own: ownNumbers(caller), now: clock.now() };
  const message = await findMessage(db, vault, criteria);
  if (message === undefined) throw standardProblems['not-found']();
  const { contentId, hasAttachments } = message;
  const contentIds = hasAttachments ? [contentId] : [];
  const heads = await listAttachmentHeads(db, vault, { bankId, contentIds });
  return { message, attachments: linkAttachments(ctx, heads.get(contentId) ?? []) };
}
