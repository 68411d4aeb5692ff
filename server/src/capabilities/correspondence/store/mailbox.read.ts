import { type RawBuilder, sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { dynamicStatement, statement } from '#platform/db/statement.ts';
import type { Page, SortOrder } from '#platform/kernel/paging.ts';
import {
  type MailboxStatus,
  type MessageCategory,
  mailboxFolders,
  mailboxStatuses,
  messageCategories,
  messageKinds,
  urgencies,
} from '../domain/literals.ts';
import type { MailboxMessage, MailboxSortKey, Span } from '../domain/mailbox.ts';
import { literalOf } from './communication-rows.ts';
import type { CorrespondenceVault } from './correspondence-vault.ts';
import type { MailboxMessageTable } from './tables.generated.ts';
import { rawQuery } from './tables.ts';

/** Owners of the messages; part of every statement, so that a foreign one is not found. */
export interface MailboxOwner {
  readonly bankId: string;
  readonly own: readonly string[];
}

/** A page of a mailbox. */
export interface MessagesCriteria extends MailboxOwner {
  readonly span: Span;
  readonly statuses: readonly MailboxStatus[];
  readonly categories: readonly MessageCategory[] | undefined;
  readonly sortBy: MailboxSortKey;
  readonly sortOrder: SortOrder;
  readonly page: Page;
}

type MessageRow = Pick<
  MailboxMessageTable,
  | 'message_id'
  | 'customer_number'
  | 'content_id'
  | 'status'
  | 'is_read'
  | 'folder'
  | 'message_kind'
  | 'message_category'
  | 'urgency'
  | 'has_attachments'
  | 'received_at'
> & { readonly sealed: Buffer };

const columns = sql.raw(`message_id, customer_number, content_id, status, is_read, folder, message_kind,
  message_category, urgency, has_attachments, received_at`);

/** Literals are sorted by meaning: non-urgent before urgent, unread before archived. */
const sortColumns: Readonly<Record<MailboxSortKey, string>> = {
  received: 'received_at',
  urgency: `array_position(array['non-urgent', 'normal', 'urgent'], urgency)`,
  'message-kind': 'message_kind collate "C"',
  status: `array_position(array['unread', 'read', 'archived'], status)`,
};

/** Lists the messages of a page, and the total, counted up to one beyond the window. */
export async function listMessageRows(
  db: Reader,
  vault: CorrespondenceVault,
  criteria: MessagesCriteria,
): Promise<{ readonly messages: readonly MailboxMessage[]; readonly totalCount: number }> {
  const { bankId, page, sortBy, sortOrder } = criteria;
  const where = conditions(criteria);
  const order = sql.raw(`${sortColumns[sortBy]} ${sortOrder}, message_id`);
  const [rows, counted] = await Promise.all([
    // Content is read for the page only.
    db.rows(
      dynamicStatement(
        rawQuery(sql<MessageRow>`
          select page.*, content.sealed
            from (select ${columns} from correspondence.mailbox_message
                   where ${where} order by ${order} limit ${page.limit} offset ${page.offset}) as page
            join correspondence.content content
              on content.bank_id = ${bankId} and content.content_id = page.content_id
           order by ${order}`),
      ),
    ),
    db.first(
      dynamicStatement(
        rawQuery(sql<{ count: bigint }>`
          select count(*) as count
            from (select from correspondence.mailbox_message where ${where}
                   limit ${page.listWindow + 1}) as counted`),
      ),
    ),
  ]);
  return {
    messages: rows.map((row) => openMessage(vault, bankId, row)),
    totalCount: Number(counted?.count ?? 0n),
  };
}

function conditions({ bankId, categories, own, span, statuses }: MessagesCriteria): RawBuilder<boolean> {
  const [only] = own;
  // With one owner the index provides the order; most customers have one.
  const owner =
    own.length === 1 ? sql`customer_number = ${only}` : sql`customer_number = any(${own}::text[])`;
  return sql<boolean>`bank_id = ${bankId} and ${owner}
    and received_at >= ${span.from}::timestamptz and received_at <= ${span.to}::timestamptz
    and status = any(${statuses}::text[])
    ${categories === undefined ? sql`` : sql`and message_category = any(${categories}::text[])`}`;
}

interface OneCriteria extends MailboxOwner {
  readonly messageId: string;
  readonly now: Temporal.Instant;
}

const find = statement<OneCriteria>()(({ bankId, messageId, now, own }) =>
  rawQuery(sql<MessageRow>`
    select message.*, content.sealed
      from (select ${columns} from correspondence.mailbox_message
             where bank_id = ${bankId} and message_id = ${messageId}::uuid
               and customer_number = any(${own}::text[]) and received_at <= ${now}::timestamptz) as message
      join correspondence.content content
        on content.bank_id = ${bankId} and content.content_id = message.content_id`),
);

/** Finds an arrived message of this owner. */
export async function findMessage(
  db: Reader,
  vault: CorrespondenceVault,
  criteria: OneCriteria,
): Promise<MailboxMessage | undefined> {
  const row = await db.first(find(criteria));
  return row && openMessage(vault, criteria.bankId, row);
}

const count = statement<MailboxOwner & { readonly now: Temporal.Instant }>()(({ bankId, now, own }) =>
  rawQuery(sql<{ status: string; count: bigint }>`
    select status, count(*) as count from correspondence.mailbox_message
     where bank_id = ${bankId} and customer_number = any(${own}::text[]) and received_at <= ${now}::timestamptz
     group by status`),
);

/** Counts messages by status; statuses without messages are absent. */
export async function countMessages(
  db: Reader,
  owner: MailboxOwner,
  now: Temporal.Instant,
): Promise<ReadonlyMap<MailboxStatus, number>> {
  const rows = await db.rows(count({ ...owner, now }));
  return new Map(rows.map((row) => [literalOf(mailboxStatuses, row.status), Number(row.count)]));
}

function openMessage(vault: CorrespondenceVault, bankId: string, row: MessageRow): MailboxMessage {
  return {
    messageId: row.message_id,
    customerNumber: row.customer_number,
    contentId: row.content_id,
    receivedAt: row.received_at,
    status: literalOf(mailboxStatuses, row.status),
    folder: literalOf(mailboxFolders, row.folder),
    messageKind: literalOf(messageKinds, row.message_kind),
    messageCategory: literalOf(messageCategories, row.message_category),
    urgency: literalOf(urgencies, row.urgency),
    hasAttachments: row.has_attachments,
    isRead: row.is_read,
    content: vault.openContent(bankId, row.content_id, row.sealed),
  };
}
