// Made from the migrations by `npm run generate`. Do not edit.
import type { Generated } from 'kysely';
import type { Temporal } from 'temporal-polyfill';

export interface AttachmentTable {
  bank_id: string;
  attachment_id: string;
  content_id: string;
  ordinal: number;
  content_type: string;
  size_bytes: number;
  sealed_name: Buffer;
  sealed: Buffer;
}

export interface CommunicationTable {
  bank_id: string;
  communication_id: string;
  position: Generated<bigint>;
  message_id: string;
  content_id: string;
  sender_id: string;
  customer_number: string | null;
  medium: string;
  lane: number;
  status: string;
  message_kind: string;
  message_category: string;
  priority: string;
  urgency: string;
  source_channel: string | null;
  batch_id: string | null;
  notification_group: string | null;
  account_id: string | null;
  sealed_contact: Buffer;
  recipient_index: Buffer;
  further_media: readonly string[];
  digest_key: string | null;
  release_at: Temporal.Instant;
  due_at: Temporal.Instant;
  expires_at: Temporal.Instant;
  sent_at: Temporal.Instant | null;
  settled_at: Temporal.Instant | null;
  retry_count: number;
  lease_owner: string | null;
  lease_until: Temporal.Instant | null;
  reference: string | null;
  reason: string | null;
  is_withdrawn: Generated<boolean>;
  row_version: bigint;
  created_at: Temporal.Instant;
  modified_at: Temporal.Instant;
}

export interface ContentTable {
  bank_id: string;
  content_id: string;
  sealed: Buffer;
  purge_at: Temporal.Instant;
  created_at: Temporal.Instant;
}

export interface MailboxMessageTable {
  bank_id: string;
  message_id: string;
  customer_number: string;
  communication_id: string;
  content_id: string;
  status: string;
  is_read: boolean;
  folder: string;
  message_kind: string;
  message_category: string;
  urgency: string;
  has_attachments: boolean;
  received_at: Temporal.Instant;
  is_notified: Generated<boolean>;
  row_version: bigint;
  created_at: Temporal.Instant;
  modified_at: Temporal.Instant;
}

export interface MailboxStateTable {
  bank_id: string;
  user_id: string;
  message_id: string;
  customer_number: string;
  status: string;
  is_read: boolean;
  message_kind: string;
  message_category: string;
  urgency: string;
  received_at: Temporal.Instant;
  changed_at: Temporal.Instant;
}

export interface NotificationPreferenceTable {
  bank_id: string;
  customer_number: string;
  notification_group: string;
  account_id: string;
  threshold_amount: string | null;
  threshold_currency: string | null;
  frequency: string | null;
  media_on: readonly string[];
  media_off: readonly string[];
  row_version: bigint;
  created_at: Temporal.Instant;
  modified_at: Temporal.Instant;
}

export interface OpenCommunicationTable {
  communication_id: string;
  bank_id: string;
  medium: string;
  lane: number;
  queue: Generated<string>;
  status: string;
  recipient_index: Buffer;
  digest_key: string | null;
  release_at: Temporal.Instant;
  position: bigint;
  due_at: Temporal.Instant;
  expires_at: Temporal.Instant;
}

export interface TemplateTable {
  bank_id: string;
  template_id: string;
  version: number;
  name: string;
  description: string;
  message_kind: string;
  message_category: string;
  data_schema: unknown;
  content_hash: Buffer;
  published_by: string;
  created_at: Temporal.Instant;
}

export interface TemplateLocaleTable {
  bank_id: string;
  template_id: string;
  version: number;
  locale: string;
  title: string;
  text: string;
  html: string | null;
  short: string | null;
  pdf: string | null;
  docx: Buffer | null;
}

export interface CorrespondenceTables {
  attachment: AttachmentTable;
  communication: CommunicationTable;
  content: ContentTable;
  mailbox_message: MailboxMessageTable;
  mailbox_state: MailboxStateTable;
  notification_preference: NotificationPreferenceTable;
  open_communication: OpenCommunicationTable;
  template: TemplateTable;
  template_locale: TemplateLocaleTable;
}
