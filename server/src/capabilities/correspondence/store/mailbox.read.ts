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
  messageKinds,
  urgencies,
} from '../domain/literals.ts';
import type { MailboxMessage, MailboxOwner, MailboxSortKey, Span } from '../domain/mailbox.ts';
import { listWindow } from '../domain/policy.ts';
import { literalOf } from './communication-rows.ts';
import type { CorrespondenceVault } from './correspondence-vault.ts';
import type { MailboxMessageTable } from './tables.generated.ts';
import { rawQuery } from './tables.ts';

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

/** A message with the state of the user; without one, the message has the state from before there was one per user. */
const columns =
  sql.raw(`m.message_id, m.customer_number, m.content_id, coalesce(t.status, m.status) as status,
  coalesce(t.is_read, m.is_read) as is_read, m.folder, m.message_kind, m.message_category, m.urgency,
  m.has_attachments, m.received_at`);

/** The state of this user, to be joined to a message. */
const stateOf = (userId: RawBuilder<string> | string): RawBuilder<unknown> =>
  sql`correspondence.mailbox_state t
    on t.bank_id = m.bank_id and t.user_id = ${userId} and t.message_id = m.message_id`;

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
  const order = `${sortColumns[sortBy]} ${sortOrder}, message_id`;
  const found =
    sortBy === 'received'
      ? inOrder(criteria, sortOrder, page.offset + page.limit)
      : // Sorts the newest messages only, as many as can be read page by page. GAP: the order of more. ADR-0084
        sql`(select * from ${inOrder(criteria, 'desc', page.listWindow)} order by received_at desc, message_id
              limit ${page.listWindow}::bigint) as newest`;
  const [rows, counted] = await Promise.all([
    // Messages and content are read for the page only; the limits keep the planner from joining the whole tables.
    db.rows(
      dynamicStatement(
        rawQuery(sql<MessageRow>`
          select message.*, content.sealed
            from (select message_id as page_id from ${found}
                   order by ${sql.raw(order)} limit ${page.limit} offset ${page.offset}) as page
           cross join lateral (
             select ${columns} from correspondence.mailbox_message m left join ${stateOf(criteria.userId)}
              where m.bank_id = ${bankId} and m.message_id = page.page_id limit 1) as message
           cross join lateral (
             select c.sealed from correspondence.content c
              where c.bank_id = ${bankId} and c.content_id = message.content_id limit 1) as content
           order by ${sql.raw(order)}`),
      ),
    ),
    db.first(
      dynamicStatement(
        rawQuery(sql<{ count: bigint }>`
          select count(*) as count
            from (select from ${inOrder(criteria, 'asc', page.listWindow + 1)}
                   limit ${page.listWindow + 1}::bigint) as counted`),
      ),
    ),
  ]);
  return {
    messages: rows.map((row) => openMessage(vault, bankId, row)),
    totalCount: Number(counted?.count ?? 0n),
  };
}

/**
 * Reads up to `count` messages of each owner and status by time, from indexes that have everything a list sorts by: those
 * that the user read or archived, and those without a state of this user.
 */
function inOrder(
  { bankId, categories, own, span, statuses, userId }: MessagesCriteria,
  sortOrder: SortOrder,
  count: number,
): RawBuilder<unknown> {
  const category =
    categories === undefined ? sql`` : sql`and m.message_category = any(${categories}::text[])`;
  const wanted = sql`m.bank_id = ${bankId} and m.customer_number = o.customer_number and m.status = s.wanted
         and m.received_at >= ${span.from}::timestamptz and m.received_at <= ${span.to}::timestamptz ${category}`;
  const first = sql`order by m.received_at ${sql.raw(sortOrder)}, m.message_id limit ${count}::bigint`;
  const sorted = sql.raw('m.message_id, m.received_at, m.status, m.urgency, m.message_kind');
  return sql`unnest(${own}::text[]) as o (customer_number)
    cross join unnest(${[...new Set(statuses)]}::text[]) as s (wanted)
    cross join lateral (
      (select ${sorted} from correspondence.mailbox_state m
        where m.user_id = ${userId} and ${wanted} ${first})
      union all
      (select ${sorted} from correspondence.mailbox_message m
        where ${wanted} and ${withoutState(userId)} ${first})) as found`;
}

function withoutState(userId: RawBuilder<string> | string): RawBuilder<unknown> {
  return sql`not exists (
    select from correspondence.mailbox_state t
     where t.bank_id = m.bank_id and t.user_id = ${userId} and t.message_id = m.message_id)`;
}

interface OneCriteria extends MailboxOwner {
  readonly messageId: string;
  readonly now: Temporal.Instant;
}

const find = statement<OneCriteria>()(({ bankId, messageId, now, own, userId }) =>
  rawQuery(sql<MessageRow>`
    select message.*, content.sealed
      from (select ${columns} from correspondence.mailbox_message m left join ${stateOf(userId)}
             where m.bank_id = ${bankId} and m.message_id = ${messageId}::uuid
               and m.customer_number = any(${own}::text[]) and m.received_at <= ${now}::timestamptz) as message
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

const count = statement<MailboxOwner & { readonly now: Temporal.Instant; readonly countMax: number }>()(
  ({ bankId, countMax, now, own, userId }) =>
    rawQuery(sql<{ status: string; count: bigint }>`
    select s.status, counted.count
      from unnest(${mailboxStatuses}::text[]) as s (status)
     cross join lateral (
       select count(*) as count from (
         select from unnest(${own}::text[]) as o (customer_number)
          cross join lateral (
            (select 1 from correspondence.mailbox_state m
              where m.bank_id = ${bankId} and m.customer_number = o.customer_number and m.user_id = ${userId}
                and m.status = s.status and m.received_at <= ${now}::timestamptz
              order by m.received_at limit ${countMax}::bigint)
            union all
            (select 1 from correspondence.mailbox_message m
              where m.bank_id = ${bankId} and m.customer_number = o.customer_number and m.status = s.status
                and m.received_at <= ${now}::timestamptz and ${withoutState(userId)}
              order by m.received_at limit ${countMax}::bigint)) as found
          limit ${countMax}::bigint) as first) as counted`),
);

/** Counts messages by status, each up to the readable window. GAP: the count of more. ADR-0084 */
export async function countMessages(
  db: Reader,
  owner: MailboxOwner,
  now: Temporal.Instant,
): Promise<ReadonlyMap<MailboxStatus, number>> {
  const rows = await db.rows(count({ ...owner, now, countMax: listWindow }));
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
    messageCategory: row.message_category,
    urgency: literalOf(urgencies, row.urgency),
    hasAttachments: row.has_attachments,
    isRead: row.is_read,
    content: vault.openContent(bankId, row.content_id, row.sealed),
  };
}
