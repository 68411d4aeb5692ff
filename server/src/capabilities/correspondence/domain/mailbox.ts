import { Temporal } from 'temporal-polyfill';
import type { PageRequest, SortOrder } from '#platform/kernel/paging.ts';
import type { Content } from './content.ts';
import type { MailboxFolder, MailboxStatus, MessageCategory, MessageKind, Urgency } from './literals.ts';
import { mailboxArchiveAgeDays, mailboxSpanDefaultDays, mailboxSpanMaxYears } from './policy.ts';

/** Whose messages a user reads: the owners are part of every statement, so that a foreign message is not found. */
export interface MailboxOwner {
  readonly bankId: string;
  readonly own: readonly string[];
  /** Each user has a state of their own for every message. */
  readonly userId: string;
}

/** What a user did with a message. */
export interface MessageState {
  readonly status: MailboxStatus;
  readonly isRead: boolean;
}

/** A message in a mailbox, with its content, as one user sees it. */
export interface MailboxMessage {
  readonly messageId: string;
  readonly customerNumber: string;
  readonly contentId: string;
  readonly receivedAt: Temporal.Instant;
  readonly status: MailboxStatus;
  readonly folder: MailboxFolder;
  readonly messageKind: MessageKind;
  readonly messageCategory: MessageCategory;
  readonly urgency: Urgency;
  readonly hasAttachments: boolean;
  readonly isRead: boolean;
  readonly content: Content;
}

export const mailboxSortKeys = ['received', 'urgency', 'message-kind', 'status'] as const;
export type MailboxSortKey = (typeof mailboxSortKeys)[number];

/** The sort key of a request that names none. */
export const mailboxSortKeyDefault = 'received' satisfies MailboxSortKey;

/** Filters and order of a mailbox list. */
export interface MailboxQuery {
  readonly categories: readonly MessageCategory[] | undefined;
  readonly statuses: readonly MailboxStatus[];
  readonly from: Temporal.Instant | undefined;
  readonly to: Temporal.Instant | undefined;
  readonly page: PageRequest;
  readonly sortBy: MailboxSortKey;
  readonly sortOrder: SortOrder;
  readonly attachments: 'wanted' | 'left-out';
}

/** Statuses listed by default: archived messages only on request. */
export const statusesShown: readonly MailboxStatus[] = ['unread', 'read'];

/** Selects messages to archive: by id, or by age. */
export type ArchiveRequest =
  | { readonly kind: 'messages'; readonly messageIds: readonly string[] }
  | {
      readonly kind: 'age';
      readonly receivedBefore: Temporal.PlainDate | undefined;
      readonly statuses: readonly MailboxStatus[];
      readonly folders: readonly MailboxFolder[];
    };

/** Both ends are inclusive. */
export interface Span {
  readonly from: Temporal.Instant;
  readonly to: Temporal.Instant;
}

/** Current time and time zone of the bank. */
export interface BankTime {
  readonly now: Temporal.Instant;
  readonly timeZone: string;
}

/** The lower limit of the database columns. */
const earliest = Temporal.Instant.from('0001-01-01T00:00:00Z');

/**
 * Returns the time range of a list. The default end is the end of today at the bank; the default start is the policy's
 * number of days before the end. The range never includes the future, because scheduled messages are not visible yet.
 */
export function mailboxSpan(
  requested: { readonly from: Temporal.Instant | undefined; readonly to: Temporal.Instant | undefined },
  { now, timeZone }: BankTime,
): Span | 'from-after-to' | 'span-too-long' {
  const to = (requested.to ?? endOfToday(now, timeZone)).toZonedDateTimeISO(timeZone);
  const from = requested.from ?? to.subtract({ days: mailboxSpanDefaultDays }).toInstant();
  if (isAfter(from, to.toInstant())) return 'from-after-to';
  if (isAfter(to.subtract({ years: mailboxSpanMaxYears }).toInstant(), from)) return 'span-too-long';
  return { from: isAfter(earliest, from) ? earliest : from, to: earlierOf(to.toInstant(), now) };
}

/** Returns the time before which messages count as old; never in the future. */
export function archivedBefore(
  day: Temporal.PlainDate | undefined,
  { now, timeZone }: BankTime,
): Temporal.Instant {
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
  const begins = (day ?? today.subtract({ days: mailboxArchiveAgeDays }))
    .toZonedDateTime(timeZone)
    .toInstant();
  return isAfter(earliest, begins) ? earliest : begins;
}

/**
 * Returns the state after reading; undefined if the message was read before. Reading does not restore: an archived message
 * stays archived.
 */
export function stateAfterReading({ isRead, status }: MessageState): MessageState | undefined {
  if (isRead) return undefined;
  switch (status) {
    case 'unread':
    case 'read':
      return { status: 'read', isRead: true };
    case 'archived':
      return { status: 'archived', isRead: true };
  }
}

/** Returns each requested status once with its count, zero included. */
export function summaryOf(
  counts: ReadonlyMap<MailboxStatus, number>,
  requested: readonly MailboxStatus[],
): readonly { readonly status: MailboxStatus; readonly count: number }[] {
  return [...new Set(requested)].map((status) => ({ status, count: counts.get(status) ?? 0 }));
}

function endOfToday(now: Temporal.Instant, timeZone: string): Temporal.Instant {
  return now
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .add({ days: 1 })
    .toZonedDateTime(timeZone)
    .toInstant();
}

function earlierOf(one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant {
  return isAfter(one, other) ? other : one;
}

function isAfter(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(one, other) > 0;
}
