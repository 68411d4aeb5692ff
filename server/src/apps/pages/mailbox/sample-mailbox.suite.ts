import { Temporal } from 'temporal-polyfill';
import type { PreferenceView } from '#capabilities/correspondence/index.ts';
import type { ListedMessage, MailboxView, ShownMessage } from './mailbox-view.ts';

const receivedAt = Temporal.Instant.from('2026-11-15T13:35:00Z');
const timeZone = 'Europe/Amsterdam';
const messageId = '01a1dcbf-fdb1-7d5d-b669-60821bd6845c';

const titles = [
  'Your account statement of October',
  'A sign-in with a new browser',
  'Rahmenvertrag und Preisverzeichnis ab Januar 2027',
  '\u202eeci\u00adlE\n injected',
];
const listed: readonly ListedMessage[] = titles.map((title, index) => ({
  messageId,
  receivedAt: receivedAt.subtract({ hours: index * 50 }),
  isRead: index > 1,
  hasAttachments: index % 2 === 0,
  content: { title, language: index === 2 ? 'de' : 'en' },
}));

const shown: ShownMessage = {
  messageId,
  receivedAt,
  status: 'read',
  content: {
    title: 'Your account statement of October',
    text: 'Dear Ms Doe,\n\nyour statement is ready:\nIBAN DE02 1001 0010 9307 1186 03\n\n<b>Kind</b> regards\n',
    language: 'en',
  },
};
const rich: ShownMessage = {
  ...shown,
  status: 'archived',
  content: {
    ...shown.content,
    language: 'de',
    html: '<h1>Preise</h1><p>Ab Januar gilt:</p><h2 dir="ltr">Konto</h2><table><tr><th>Girokonto</th><td>3,90 EUR</td></tr></table>',
  },
};

const place = { which: 'inbox', page: 1, before: undefined } as const;
const list = { kind: 'messages', ...place, messages: listed, hasMore: false, timeZone } as const;

const preference: PreferenceView = {
  groupId: 'incoming-payment',
  accountId: undefined,
  mediaOn: ['push', 'mailbox'],
  mediaOff: ['email', 'sms', 'letter'],
  threshold: { minor: 10_000n, currency: 'EUR' },
  frequency: undefined,
  isMandatory: false,
  isDefault: true,
};
const security: PreferenceView = {
  ...preference,
  groupId: 'security',
  threshold: undefined,
  isMandatory: true,
};
const preferences: readonly PreferenceView[] = [
  preference,
  { ...preference, accountId: 'DE02100100109307118603', threshold: undefined },
  { ...preference, groupId: 'low-balance', frequency: 'P1D' },
  { ...preference, groupId: 'card-transaction', mediaOn: [] },
  { ...preference, groupId: 'payment-status' },
  { ...preference, groupId: 'standing-order' },
  { ...preference, groupId: 'loan-due' },
  { ...preference, groupId: 'statement-ready' },
  security,
  { ...preference, groupId: 'signature-requested' },
  { ...preference, groupId: 'consent-expiry' },
  { ...preference, groupId: 'consent-status' },
  { ...preference, groupId: 'mailbox', threshold: undefined, frequency: 'P7D' },
];
const form = {
  kind: 'preference',
  preference,
  hasThreshold: true,
  currency: 'EUR',
  typed: undefined,
  error: undefined,
} as const;

/** Every page about messages and notifications. */
export const mailboxViews: Readonly<Record<string, MailboxView>> = {
  messages: { ...list, earlier: undefined, isMoved: false },
  'messages-empty': { ...list, messages: [], earlier: undefined, isMoved: false },
  'messages-archive': {
    ...list,
    which: 'archive',
    page: 2,
    before: Temporal.PlainDate.from('2024-02-01'),
    hasMore: true,
    earlier: Temporal.PlainDate.from('2021-02-02'),
    isMoved: true,
  },
  message: {
    kind: 'message',
    message: shown,
    files: [
      { attachmentId: messageId, name: 'statement.pdf', sizeBytes: 152_300 },
      { attachmentId: messageId, name: '\u202efdp.exe', sizeBytes: 12 },
    ],
    timeZone,
  },
  'message-rich': { kind: 'message', message: rich, files: [], timeZone },
  'message-unknown': { kind: 'unknown-message' },
  notifications: { kind: 'notifications', preferences, isSaved: true },
  'notifications-none': { kind: 'notifications', preferences: [], isSaved: false },
  preference: form,
  'preference-mandatory': { ...form, preference: security, hasThreshold: false },
  'preference-amount': {
    ...form,
    preference: { ...preference, groupId: 'low-balance', accountId: 'DE02100100109307118603' },
    typed: { mediaOn: ['email'], amount: '"><b>', frequency: 'P1M' },
    error: 'amount',
  },
  'preference-contact': {
    ...form,
    typed: { mediaOn: ['sms'], amount: '', frequency: 'never' },
    error: 'contact',
  },
};
