import { type PageMetadata, pageMetadata } from '#platform/kernel/paging.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { LinkedAttachment } from '../domain/attachment-link.ts';
import {
  type MailboxMessage,
  type MailboxQuery,
  type MailboxSortKey,
  mailboxSpan,
  type Span,
} from '../domain/mailbox.ts';
import type { CorrespondencePorts } from '../ports/correspondence-ports.ts';
import { linkAttachments } from '../steps/link-attachments.ts';
import { ownNumbers } from '../steps/own-numbers.ts';
import { pageFor } from '../steps/page-for.ts';
import { listAttachmentHeads } from '../store/attachments.read.ts';
import { listMessageRows } from '../store/mailbox.read.ts';

/** A message as it is shown, with its files where they were asked for. */
export interface ShownMessage {
  readonly message: MailboxMessage;
  readonly attachments: readonly LinkedAttachment[];
}

export interface ShownMessages {
  readonly items: readonly ShownMessage[];
  readonly metadata: PageMetadata<MailboxSortKey>;
}

/** A page of the caller's mailbox. */
export async function listMessages(
  ctx: Context & CorrespondencePorts,
  query: MailboxQuery,
): Promise<ShownMessages> {
  const { bankId, correspondenceVault: vault, db } = ctx;
  const { categories, sortBy, sortOrder, statuses } = query;
  const page = pageFor(query.page);
  const { messages, totalCount } = await listMessageRows(db, vault, {
    bankId,
    own: ownNumbers(ctx.caller),
    span: spanFor(ctx, query),
    statuses,
    categories,
    sortBy,
    sortOrder,
    page,
  });
  const withFiles = query.attachments === 'wanted' ? messages.filter((one) => one.hasAttachments) : [];
  const contentIds = withFiles.map(({ contentId }) => contentId);
  const heads = await listAttachmentHeads(db, vault, { bankId, contentIds });
  return {
    items: messages.map((message) => ({
      message,
      attachments: linkAttachments(ctx, heads.get(message.contentId) ?? []),
    })),
    metadata: pageMetadata(page, totalCount, { sortBy, sortOrder }),
  };
}

function spanFor(
  { bankId, clock, correspondenceFacts }: Context & CorrespondencePorts,
  query: MailboxQuery,
): Span {
  const { timeZone } = correspondenceFacts.of(bankId);
  const span = mailboxSpan(query, { now: clock.now(), timeZone });
  switch (span) {
    case 'from-after-to':
      throw beyond('Begins after it ends.');
    case 'span-too-long':
      throw beyond('Reaches back further than can be asked for at once.');
    default:
      return span;
  }
}

function beyond(message: string): Error {
  return standardProblems.invalid({
    faults: [{ part: 'query', path: ['from-time'], code: 'maximum', message }],
  });
}
