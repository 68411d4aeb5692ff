import { Temporal } from 'temporal-polyfill';
import type { PageRequest, SortOrder } from '#platform/kernel/paging.ts';
import type { Content } from './content.ts';
import type { MailboxFolder, MailboxStatus, MessageCategory, MessageKind, Urgency } from './literals.ts';
import { mailboxArchiveAgeDays, mailboxSpanDefaultDays, mailboxSpanMaxYears } from './policy.ts';

/** A message in a mailbox, with what it says. */
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

/** What somebody wants to see of their mailbox. */
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

/** What is shown of a mailbox unless somebody asks for what was put away. */
export const statusesShown: readonly MailboxStatus[] = ['unread', 'read'];

/** What is to be put away: these messages, or all that are old enough. */
export type ArchiveRequest =
  | { readonly kind: 'messages'; readonly messageIds: readonly string[] }
  | {
      readonly kind: 'age';
      readonly receivedBefore: Temporal.PlainDate | undefined;
      readonly statuses: readonly MailboxStatus[];
      readonly folders: readonly MailboxFolder[];
    };

/** Both ends belong to it. */
export interface Span {
  readonly from: Temporal.Instant;
  readonly to: Temporal.Instant;
}

/** When and where somebody looks. */
export interface BankTime {
  readonly now: Temporal.Instant;
  readonly timeZone: string;
}

/** No column of ours holds an earlier moment. */
const earliest = Temporal.Instant.from('0001-01-01T00:00:00Z');

/**
 * The time a list looks at. Without an end it ends with today at the bank; without a beginning it begins as many days
 * before its end as policy says. What is to come is not there yet, so nobody sees beyond now.
 */
export function mailboxSpan(
  asked: { readonly from: Temporal.Instant | undefined; readonly to: Temporal.Instant | undefined },
  { now, timeZone }: BankTime,
): Span | 'from-after-to' | 'span-too-long' {
  const to = (asked.to ?? endOfToday(now, timeZone)).toZonedDateTimeISO(timeZone);
  const from = asked.from ?? to.subtract({ days: mailboxSpanDefaultDays }).toInstant();
  if (isAfter(from, to.toInstant())) return 'from-after-to';
  if (isAfter(to.subtract({ years: mailboxSpanMaxYears }).toInstant(), from)) return 'span-too-long';
  return { from: isAfter(earliest, from) ? earliest : from, to: earlierOf(to.toInstant(), now) };
}

/** Messages that arrived before this moment are old enough; never those that are still to come. */
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

/** Reading puts nothing back: what was put away stays there. */
export function readStatus(status: MailboxStatus): MailboxStatus {
  switch (status) {
    case 'unread':
    case 'read':
      return 'read';
    case 'archived':
      return 'archived';
  }
}

/** What was asked for, each once, with how many there are; none is told as none. */
export function summaryOf(
  counts: ReadonlyMap<MailboxStatus, number>,
  asked: readonly MailboxStatus[],
): readonly { readonly status: MailboxStatus; readonly count: number }[] {
  return [...new Set(asked)].map((status) => ({ status, count: counts.get(status) ?? 0 }));
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
