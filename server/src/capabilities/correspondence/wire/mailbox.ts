import assert from 'node:assert/strict';
import { Temporal } from 'temporal-polyfill';
import type { Static } from 'typebox';
import type { RequestOf, ResponseOf } from '#platform/http/contract.ts';
import { mapDefined, omitUndefined } from '#platform/kernel/members.ts';
import { sortOrderDefault } from '#platform/kernel/paging.ts';
import { applyShape } from '#platform/kernel/shaping.ts';
import { parseTimestamp, toWireTimestamp } from '#platform/kernel/timestamp.ts';
import type {
  archiveMessages,
  getMessage,
  listMessages,
  mailboxMessageOut,
  markAsRead,
  summarizeMessages,
} from '../contract/mailbox.ts';
import { type MailboxStatus, mailboxFolders, mailboxStatuses } from '../domain/literals.ts';
import {
  type ArchiveRequest,
  type MailboxQuery,
  mailboxSortKeyDefault,
  statusesShown,
} from '../domain/mailbox.ts';
import type { MessagesPage, MessageView } from '../operations/mailbox/list-messages.ts';
import type { MailboxSummary } from '../operations/mailbox/summarize-messages.ts';
import { showsAttachments, toListShape } from './mailbox-shape.ts';
import { toWireMessage } from './message.ts';

type WireMailboxMessage = Static<typeof mailboxMessageOut>;

/** Rejects unknown paths before anything is read. */
export function toMailboxQuery({ query }: RequestOf<typeof listMessages>): MailboxQuery {
  return {
    categories: query.categories,
    statuses: query.statuses ?? statusesShown,
    from: mapDefined(query['from-time'], instant),
    to: mapDefined(query['to-time'], instant),
    // The operation applies the bank's limit for the readable window.
    page: omitUndefined({ page: query.page, pageSize: query['page-size'] }),
    sortBy: query['sort-by'] ?? mailboxSortKeyDefault,
    sortOrder: query['sort-order'] ?? sortOrderDefault,
    attachments: showsAttachments(toListShape(query)) ? 'wanted' : 'left-out',
  };
}

export function toMessagesResponse(
  { items, metadata }: MessagesPage,
  { query }: RequestOf<typeof listMessages>,
): ResponseOf<typeof listMessages> {
  const shape = toListShape(query);
  return {
    status: 200,
    body: {
      page: metadata.page,
      'page-size': metadata.pageSize,
      'total-count': metadata.totalCount,
      'total-pages': metadata.totalPages,
      'total-count-is-estimate': metadata.totalCountIsEstimate,
      'sort-by': metadata.sortBy,
      'sort-order': metadata.sortOrder,
      items: items.map((item) => {
        // oxlint-disable-next-line typescript/consistent-type-assertions -- a shape omits optional members only
        return applyShape(shape, toWireMailboxMessage(item)) as WireMailboxMessage;
      }),
    },
  };
}

export function toMessageCriteria({ params }: RequestOf<typeof getMessage>): { readonly messageId: string } {
  return { messageId: params['message-id'] };
}

export function toMessageResponse(shown: MessageView): ResponseOf<typeof getMessage> {
  return { status: 200, body: toWireMailboxMessage(shown) };
}

export function toSummaryQuery({ query }: RequestOf<typeof summarizeMessages>): {
  readonly statuses: readonly MailboxStatus[];
} {
  return { statuses: query.statuses ?? mailboxStatuses };
}

export function toSummaryResponse(summary: MailboxSummary): ResponseOf<typeof summarizeMessages> {
  return {
    status: 200,
    body: {
      'total-count': summary.reduce((total, { count }) => total + count, 0),
      items: summary.map(({ count, status }) => ({ status, count })),
    },
  };
}

/** With ids, every other member is ignored. */
export function toArchiveRequest({ body }: RequestOf<typeof archiveMessages>): ArchiveRequest {
  const messageIds = body['message-ids'];
  if (messageIds !== undefined) return { kind: 'messages', messageIds };
  return {
    kind: 'age',
    receivedBefore: mapDefined(body['received-before'], (day) => Temporal.PlainDate.from(day)),
    statuses: body['include-unread'] === true ? statusesShown : ['read'],
    folders: body['mailbox-folders'] ?? mailboxFolders,
  };
}

/** Response of a change without a result. */
export function toDoneResponse(): ResponseOf<typeof markAsRead> {
  return { status: 204 };
}

function toWireMailboxMessage({ attachments, message }: MessageView): WireMailboxMessage {
  return {
    'message-id': message.messageId,
    'customer-number': message.customerNumber,
    received: toWireTimestamp(message.receivedAt),
    status: message.status,
    'mailbox-folder': message.folder,
    'message-kind': message.messageKind,
    urgency: message.urgency,
    message: toWireMessage(message.content, attachments),
    'message-category': message.messageCategory,
    'has-attachments': message.hasAttachments,
    'is-read': message.isRead,
  };
}

/** The contract has checked the format, so parsing cannot fail. */
function instant(text: string): Temporal.Instant {
  const read = parseTimestamp(text);
  assert(read !== undefined);
  return read;
}
