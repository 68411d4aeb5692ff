import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { type MailboxFolder, type MailboxStatus, mailboxStatuses } from '../domain/literals.ts';
import { literalOf } from './communication-rows.ts';
import type { MailboxOwner } from './mailbox.read.ts';
import { rawQuery } from './tables.ts';

interface OneCriteria extends MailboxOwner {
  readonly messageId: string;
  readonly now: Temporal.Instant;
}

/** A locked message. */
export interface LockedMessage {
  readonly messageId: string;
  readonly customerNumber: string;
  readonly status: MailboxStatus;
  readonly isRead: boolean;
}

const lock = statement<OneCriteria>('lock')(({ bankId, messageId, now, own }) =>
  rawQuery(sql<{ message_id: string; customer_number: string; status: string; is_read: boolean }>`
    select message_id, customer_number, status, is_read from correspondence.mailbox_message
     where bank_id = ${bankId} and message_id = ${messageId}::uuid
       and customer_number = any(${own}::text[]) and received_at <= ${now}::timestamptz
       for update`),
);

/** Finds and locks an arrived message of this owner. */
export async function lockMessage(work: Writer, criteria: OneCriteria): Promise<LockedMessage | undefined> {
  const row = await work.lock(lock(criteria));
  return (
    row && {
      messageId: row.message_id,
      customerNumber: row.customer_number,
      status: literalOf(mailboxStatuses, row.status),
      isRead: row.is_read,
    }
  );
}

interface ReadRow {
  readonly bankId: string;
  readonly messageId: string;
  readonly status: MailboxStatus;
  readonly now: Temporal.Instant;
}

const read = statement<ReadRow>('write')((row) =>
  rawQuery(sql`
    update correspondence.mailbox_message
       set is_read = true, status = ${row.status}, row_version = row_version + 1,
           modified_at = ${row.now}::timestamptz
     where bank_id = ${row.bankId} and message_id = ${row.messageId}::uuid`),
);

export function updateRead(work: Writer, row: ReadRow): void {
  work.write(read(row));
}

/** Selects messages to archive. */
export interface ArchiveCriteria extends MailboxOwner {
  /** Null: by age. */
  readonly messageIds: readonly string[] | null;
  readonly statuses: readonly MailboxStatus[];
  /** Null: of every folder. */
  readonly folders: readonly MailboxFolder[] | null;
  readonly receivedBefore: Temporal.Instant;
  readonly now: Temporal.Instant;
}

// Locked in a fixed order, so that concurrent callers do not deadlock. The owner is in both conditions, so that the
// statement never reads messages of other owners, however many are locked.
const archive = statement<ArchiveCriteria>('write')((criteria) =>
  rawQuery(sql<{ message_id: string; customer_number: string }>`
    with held as materialized (
      select message_id from correspondence.mailbox_message
       where bank_id = ${criteria.bankId} and customer_number = any(${criteria.own}::text[])
         and received_at <= ${criteria.now}::timestamptz and received_at < ${criteria.receivedBefore}::timestamptz
         and status = any(${criteria.statuses}::text[])
         and (${criteria.messageIds}::uuid[] is null or message_id = any(${criteria.messageIds}::uuid[]))
         and (${criteria.folders}::text[] is null or folder = any(${criteria.folders}::text[]))
       order by message_id
         for update)
    update correspondence.mailbox_message message
       set status = 'archived', row_version = message.row_version + 1, modified_at = ${criteria.now}::timestamptz
      from held
     where message.bank_id = ${criteria.bankId} and message.message_id = held.message_id
       and message.customer_number = any(${criteria.own}::text[])
    returning message.message_id, message.customer_number`),
);

/** Archives messages and returns their ids, without those that another caller archives meanwhile. */
export async function updateArchived(
  work: Writer,
  criteria: ArchiveCriteria,
): Promise<readonly { readonly messageId: string; readonly customerNumber: string }[]> {
  const rows = await work.executeAll(archive(criteria));
  return rows.map((row) => ({ messageId: row.message_id, customerNumber: row.customer_number }));
}
