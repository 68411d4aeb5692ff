import { Temporal } from 'temporal-polyfill';
import { systemIds, virtualShard } from '#platform/kernel/ids.ts';
import type { TestApp } from '#platform/testing/test-app.ts';
import type { Content } from '../domain/content.ts';
import type { MailboxFolder, MessageCategory, MessageKind, Urgency } from '../domain/literals.ts';
import type { CorrespondenceVault } from '../store/correspondence-vault.ts';

/** A mailbox message of a test. */
export interface Delivery {
  readonly customerNumber: string;
  readonly bankId?: string;
  readonly title?: string;
  readonly text?: string;
  readonly html?: string;
  readonly kind?: MessageKind;
  readonly category?: MessageCategory;
  readonly urgency?: Urgency;
  readonly folder?: MailboxFolder;
  readonly receivedAt?: string;
  readonly attachments?: readonly {
    readonly name: string;
    readonly contentType: string;
    readonly bytes: Buffer;
  }[];
}

export interface MailboxFixture {
  readonly messageId: string;
  readonly communicationId: string;
  readonly contentId: string;
  readonly attachmentIds: readonly string[];
}

type DeliveryDeps = Pick<TestApp, 'clock' | 'database'>;

interface FixtureIds {
  readonly bankId: string;
  readonly customerNumber: string;
  readonly contentId: string;
  readonly communicationId: string;
  readonly messageId: string;
  readonly received: Temporal.Instant;
}

/** Inserts a message into a mailbox directly, without a request and without events. */
export async function deliverTo(
  deps: DeliveryDeps,
  vault: CorrespondenceVault,
  message: Delivery,
): Promise<MailboxFixture> {
  const { attachments = [], bankId = '01', customerNumber, html, text = 'Guten Tag.' } = message;
  const ids = systemIds(deps.clock);
  const newId = (): string => ids.uuid(virtualShard(bankId, customerNumber));
  const fixtureIds = {
    bankId,
    customerNumber,
    contentId: newId(),
    communicationId: newId(),
    messageId: newId(),
    received: Temporal.Instant.from(message.receivedAt ?? deps.clock.now().toString()),
  };
  const content = {
    title: message.title ?? 'Nachricht',
    text,
    language: 'de',
    ...(html === undefined ? {} : { html }),
  };
  await insertContent(deps, vault, { ...fixtureIds, content });
  const files = attachments.map((file) => ({ ...file, attachmentId: newId() }));
  for (const [ordinal, file] of files.entries())
    await insertAttachment(deps, vault, { ...fixtureIds, ...file, ordinal });
  await insertCommunication(deps, vault, { ...fixtureIds, ...message });
  await insertMessage(deps, { ...fixtureIds, ...message });
  const { communicationId, contentId, messageId } = fixtureIds;
  return { messageId, communicationId, contentId, attachmentIds: files.map((file) => file.attachmentId) };
}

async function insertContent(
  { database }: DeliveryDeps,
  vault: CorrespondenceVault,
  { bankId, content, contentId, received }: FixtureIds & { readonly content: Content },
): Promise<void> {
  await database.query(
    `insert into correspondence.content (bank_id, content_id, sealed, purge_at, created_at)
     values ($1, $2, $3, $4, $5)`,
    [
      bankId,
      contentId,
      vault.sealContent(bankId, contentId, content),
      received.add({ hours: 24_000 }).toString(),
      received.toString(),
    ],
  );
}

interface File extends FixtureIds {
  readonly attachmentId: string;
  readonly ordinal: number;
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

async function insertAttachment(
  { database }: DeliveryDeps,
  vault: CorrespondenceVault,
  { attachmentId, bankId, bytes, contentId, contentType, name, ordinal }: File,
): Promise<void> {
  const sealed = (column: 'sealed' | 'sealed_name', plain: Buffer): Buffer =>
    vault.sealAttachment(bankId, attachmentId, { column, plain });
  await database.query(
    `insert into correspondence.attachment
       (bank_id, attachment_id, content_id, ordinal, content_type, size_bytes, sealed_name, sealed)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      bankId,
      attachmentId,
      contentId,
      ordinal,
      contentType,
      bytes.length,
      sealed('sealed_name', Buffer.from(name)),
      sealed('sealed', bytes),
    ],
  );
}

async function insertCommunication(
  { database }: DeliveryDeps,
  vault: CorrespondenceVault,
  message: FixtureIds & Delivery,
): Promise<void> {
  const { bankId, communicationId, customerNumber, received } = message;
  const contact = { usage: 'primary', kind: 'mailbox', details: customerNumber } as const;
  await database.query(
    `insert into correspondence.communication
       (bank_id, communication_id, message_id, content_id, sender_id, customer_number, medium, lane, status,
        message_kind, message_category, priority, urgency, sealed_contact, recipient_index, further_media,
        release_at, due_at, expires_at, sent_at, settled_at, retry_count, row_version, created_at, modified_at)
     values ($1, $2, $3, $4, 'back-end', $5, 'mailbox', 1, 'delivered', $6, $7, 'normal', $8, $9, $10, '{}',
             $11, $11, $12, $11, $11, 0, 1, $11, $11)`,
    [
      bankId,
      communicationId,
      message.messageId,
      message.contentId,
      customerNumber,
      message.kind ?? 'notice',
      message.category ?? 'service',
      message.urgency ?? 'normal',
      vault.sealContact(bankId, communicationId, contact),
      vault.recipientIndex(bankId, 'mailbox', customerNumber),
      received.toString(),
      received.add({ hours: 24 }).toString(),
    ],
  );
}

async function insertMessage({ database }: DeliveryDeps, message: FixtureIds & Delivery): Promise<void> {
  await database.query(
    `insert into correspondence.mailbox_message
       (bank_id, message_id, customer_number, communication_id, content_id, status, is_read, folder, message_kind,
        message_category, urgency, has_attachments, received_at, row_version, created_at, modified_at)
     values ($1, $2, $3, $4, $5, 'unread', false, $6, $7, $8, $9, $10, $11, 1, $11, $11)`,
    [
      message.bankId,
      message.messageId,
      message.customerNumber,
      message.communicationId,
      message.contentId,
      message.folder ?? 'inbox',
      message.kind ?? 'notice',
      message.category ?? 'service',
      message.urgency ?? 'normal',
      (message.attachments ?? []).length > 0,
      message.received.toString(),
    ],
  );
}
