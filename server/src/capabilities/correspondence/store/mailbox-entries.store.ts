import type { Temporal } from 'temporal-polyfill';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { MailboxFolder, MessageCategory, MessageKind, Urgency } from '../domain/literals.ts';
import { tables } from './tables.ts';

/** A message to insert into a mailbox. */
export interface MailboxEntry {
  readonly bankId: string;
  readonly messageId: string;
  readonly customerNumber: string;
  readonly communicationId: string;
  readonly contentId: string;
  readonly folder: MailboxFolder;
  readonly messageKind: MessageKind;
  readonly messageCategory: MessageCategory;
  readonly urgency: Urgency;
  readonly hasAttachments: boolean;
  /** Visible from this time. */
  readonly receivedAt: Temporal.Instant;
  /** Whether its event is emitted at once. */
  readonly isNotified: boolean;
  readonly createdAt: Temporal.Instant;
}

const insert = statement<MailboxEntry>('write')((row) =>
  tables.insertInto('mailbox_message').values({
    bank_id: row.bankId,
    message_id: row.messageId,
    customer_number: row.customerNumber,
    communication_id: row.communicationId,
    content_id: row.contentId,
    status: 'unread',
    is_read: false,
    folder: row.folder,
    message_kind: row.messageKind,
    message_category: row.messageCategory,
    urgency: row.urgency,
    has_attachments: row.hasAttachments,
    received_at: row.receivedAt,
    is_notified: row.isNotified,
    row_version: 1n,
    created_at: row.createdAt,
    modified_at: row.createdAt,
  }),
);

export function insertMailboxEntry(work: Writer, entry: MailboxEntry): void {
  work.write(insert(entry));
}
