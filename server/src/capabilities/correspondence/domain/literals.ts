/** SPEC 000 names these; the values fill what it leaves open. */
export const contactMedia = ['email', 'sms', 'push', 'mailbox', 'letter'] as const;
export type ContactMedium = (typeof contactMedia)[number];

export const deliveryStatuses = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'failed',
  'expired',
  'cancelled',
] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const mailboxStatuses = ['unread', 'read', 'archived'] as const;
export type MailboxStatus = (typeof mailboxStatuses)[number];

export const priorities = ['high', 'normal', 'low'] as const;
export type Priority = (typeof priorities)[number];

export const urgencies = ['urgent', 'normal', 'non-urgent'] as const;
export type Urgency = (typeof urgencies)[number];

export const contactUsages = ['primary', 'home', 'work', 'legal', 'delivery', 'temporary', 'other'] as const;
export type ContactUsage = (typeof contactUsages)[number];

export const mailboxFolders = ['inbox', 'sent'] as const;
export type MailboxFolder = (typeof mailboxFolders)[number];

/** SPEC 000 names the first seven. */
export const messageKinds = [
  'alert',
  'reminder',
  'advice',
  'notice',
  'announcement',
  'offer',
  'statement',
  'one-time-password',
  'security-notice',
  'private-message',
] as const;
export type MessageKind = (typeof messageKinds)[number];

/** Kinds that a batch may contain: a code is requested by its recipient and waits behind no batch. */
export const batchedKinds = messageKinds.filter((kind) => kind !== 'one-time-password');

export const messageCategories = [
  'account',
  'card',
  'payment',
  'loan',
  'savings',
  'security',
  'consent',
  'document',
  'marketing',
  'service',
  'other',
] as const;
/** The bank may add values (ADR 0163). */
export type MessageCategory = string;

export const bodyContentTypes = ['text/html', 'text/plain'] as const;
export type BodyContentType = (typeof bodyContentTypes)[number];

export const attachmentContentTypes = [
  'image/png',
  'image/jpeg',
  'application/pdf',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
] as const;
export type AttachmentContentType = (typeof attachmentContentTypes)[number];

export const documentFormats = ['pdf', 'docx'] as const;
export type DocumentFormat = (typeof documentFormats)[number];

export const frequencies = ['P1D', 'P7D', 'P1M'] as const;
export type Frequency = (typeof frequencies)[number];

/** The queue of a message. Codes have their own queue, so they never wait behind bulk statements. */
export const lanes = ['code', 'normal', 'bulk'] as const;
export type Lane = (typeof lanes)[number];
