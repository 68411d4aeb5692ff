import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { CorrespondencePorts } from '../ports/correspondence-ports.ts';
import { linkAttachments } from '../steps/link-attachments.ts';
import { ownNumbers } from '../steps/own-numbers.ts';
import { listAttachmentHeads } from '../store/attachments.read.ts';
import { findMessage } from '../store/mailbox.read.ts';
import type { ShownMessage } from './list-messages.ts';

/** A message of the caller's mailbox with its files; another one's is not there. */
export async function getMessage(
  ctx: Context & CorrespondencePorts,
  { messageId }: { readonly messageId: string },
): Promise<ShownMessage> {
  const { bankId, caller, clock, correspondenceVault: vault, db } = ctx;
  const criteria = { bankId, messageId, own: ownNumbers(caller), now: clock.now() };
  const message = await findMessage(db, vault, criteria);
  if (message === undefined) throw standardProblems['not-found']();
  const { contentId, hasAttachments } = message;
  const contentIds = hasAttachments ? [contentId] : [];
  const heads = await listAttachmentHeads(db, vault, { bankId, contentIds });
  return { message, attachments: linkAttachments(ctx, heads.get(contentId) ?? []) };
}
