import { type PageMetadata, pageMetadata } from '#platform/kernel/paging.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { LinkedAttachment } from '../../domain/attachment-link.ts';
import {
  type MailboxMessage,
  type MailboxQuery,
  type MailboxSortKey,
  mailboxSpan,
  type Span,
} from '../../domain/mailbox.ts';
import type { CorrespondencePorts } from '../../ports/correspondence-ports.ts';
import { linkAttachments } from '../../steps/attachments.ts';
import { mailboxOf } from '../../steps/callers.ts';
import { pageFor } from '../../steps/paging.ts';
import { listAttachmentHeads } from '../../store/attachments.read.ts';
import { listMessageRows } from '../../store/mailbox.read.ts';

/** A message in a list, with its attachments if requested. */
export interface MessageView {
  readonly message: MailboxMessage;
  readonly attachments: readonly LinkedAttachment[];
}

export interface MessagesPage {
  readonly items: readonly MessageView[];
  readonly metadata: PageMetadata<MailboxSortKey>;
}

/** Returns a page of the caller's mailbox. */
export async function listMessages(
  ctx: Context & CorrespondencePorts,
  query: MailboxQuery,
): Promise<MessagesPage> {
  const { bankId, correspondenceVault: vault, db } = ctx;
  const { categories, sortBy, sortOrder, statuses } = query;
  const page = pageFor(query.page);
  const { messages, totalCount } = await listMessageRows(db, vault, {
    ...mailboxOf(ctx),
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
      throw beyond('Must not be after the end.');
    case 'span-too-long':
      throw beyond('The time range is too long.');
    default:
      return span;
  }
}

function beyond(message: string): Error {
  return standardProblems.invalid({
    fieldErrors: [{ part: 'query', path: ['from-time'], code: 'maximum', message }],
  });
}
