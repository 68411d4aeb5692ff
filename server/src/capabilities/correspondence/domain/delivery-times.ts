import { Temporal } from 'temporal-polyfill';
import type { ContactMedium, Frequency, MessageKind, Priority, Urgency } from './literals.ts';
import {
  codeExpiryMinutes,
  digestHour,
  expiryDefaultDays,
  expiryMaxDays,
  quietFromHour,
  quietUntilHour,
} from './policy.ts';

/** What determines when a message may be sent. */
export interface TimedMessage {
  readonly messageKind: MessageKind;
  readonly priority: Priority;
  readonly urgency: Urgency;
  readonly medium: ContactMedium;
}

/** Media that make a sound on the recipient's device. */
const audibleMedia: ReadonlySet<ContactMedium> = new Set<ContactMedium>(['sms', 'push']);
/** The recipient of a code is awake, and a security alert is worth waking the customer for. */
const ignoresQuietHours: ReadonlySet<MessageKind> = new Set<MessageKind>([
  'one-time-password',
  'security-notice',
]);

/** Returns the earliest time a message may be sent: the requested time, or the end of the quiet hours. */
export function releaseTime(
  message: TimedMessage,
  requested: Temporal.Instant,
  timeZone: string,
): Temporal.Instant {
  const isUrgent = message.priority === 'high' || message.urgency === 'urgent';
  if (!audibleMedia.has(message.medium) || ignoresQuietHours.has(message.messageKind) || isUrgent)
    return requested;
  const there = requested.toZonedDateTimeISO(timeZone);
  if (there.hour >= quietUntilHour && there.hour < quietFromHour) return requested;
  const morning = there.hour < quietUntilHour ? there : there.add({ days: 1 });
  return morning.withPlainTime(Temporal.PlainTime.from({ hour: quietUntilHour })).toInstant();
}

/** Returns when the digest of a frequency is sent: the next morning, Monday, or first of the month. */
export function digestTime(
  frequency: Frequency,
  after: Temporal.Instant,
  timeZone: string,
): Temporal.Instant {
  const there = after.toZonedDateTimeISO(timeZone);
  const next = there
    .toPlainDate()
    .add(daysUntil(frequency, there))
    .toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from({ hour: digestHour }) });
  const today = there.toPlainDate().equals(next.toPlainDate());
  // A message that arrives before today's digest is still part of it.
  if (!today || Temporal.ZonedDateTime.compare(there, next) < 0) return next.toInstant();
  return digestTime(frequency, next.add({ hours: 1 }).toInstant(), timeZone);
}

function daysUntil(frequency: Frequency, there: Temporal.ZonedDateTime): Temporal.DurationLike {
  const isMorning = there.hour < digestHour;
  switch (frequency) {
    case 'P1D':
      return { days: isMorning ? 0 : 1 };
    case 'P7D':
      return { days: there.dayOfWeek === 1 && isMorning ? 0 : 8 - there.dayOfWeek };
    case 'P1M':
      return { days: there.day === 1 && isMorning ? 0 : there.daysInMonth - there.day + 1 };
  }
}

/** A message with all requested times. */
export interface ScheduledMessage extends TimedMessage {
  readonly notBefore: Temporal.Instant | undefined;
  readonly expires: Temporal.Instant | undefined;
  /** The frequency of the customer's digest for this group. */
  readonly frequency: Frequency | undefined;
}

export interface Schedule {
  readonly releaseAt: Temporal.Instant;
  readonly expiresAt: Temporal.Instant;
  /** Waits for its digest. */
  readonly waitsForDigest: boolean;
}

const hoursPerDay = 24;

/** Returns when a message may be sent and when it expires, or why such a time does not exist. */
export function scheduleMessage(
  message: ScheduledMessage,
  now: Temporal.Instant,
  timeZone: string,
): Schedule | 'expired' | 'too-far' | 'never' {
  const { frequency, notBefore } = message;
  const requested = notBefore !== undefined && isAfter(notBefore, now) ? notBefore : now;
  const latest = now.add({ hours: expiryMaxDays * hoursPerDay });
  if (!isAfter(latest, requested)) return 'never';
  const awake = releaseTime(message, requested, timeZone);
  const releaseAt = frequency === undefined ? awake : digestTime(frequency, requested, timeZone);
  const expiresAt = message.expires ?? earlier(defaultExpiry(message, requested, releaseAt), latest);
  const error = errorIn(expiresAt, { now, requested, latest });
  if (error !== undefined) return error;
  // A message that expires before its digest is sent alone; one that expires before morning ignores the quiet hours.
  if (isAfter(expiresAt, releaseAt)) return { releaseAt, expiresAt, waitsForDigest: frequency !== undefined };
  return { releaseAt: isAfter(expiresAt, awake) ? awake : requested, expiresAt, waitsForDigest: false };
}

function defaultExpiry(
  { messageKind }: ScheduledMessage,
  requested: Temporal.Instant,
  releaseAt: Temporal.Instant,
): Temporal.Instant {
  return messageKind === 'one-time-password'
    ? requested.add({ minutes: codeExpiryMinutes })
    : releaseAt.add({ hours: expiryDefaultDays * hoursPerDay });
}

function errorIn(
  expiresAt: Temporal.Instant,
  { latest, now, requested }: Readonly<Record<'now' | 'requested' | 'latest', Temporal.Instant>>,
): 'expired' | 'too-far' | 'never' | undefined {
  if (!isAfter(expiresAt, now)) return 'expired';
  if (isAfter(expiresAt, latest)) return 'too-far';
  return isAfter(expiresAt, requested) ? undefined : 'never';
}

function earlier(one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant {
  return isAfter(one, other) ? other : one;
}

function isAfter(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return one.epochNanoseconds > other.epochNanoseconds;
}
