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

/** What decides when a message may go. */
export interface TimedMessage {
  readonly messageKind: MessageKind;
  readonly priority: Priority;
  readonly urgency: Urgency;
  readonly medium: ContactMedium;
}

/** Media that make a noise where somebody sleeps. */
const noisy: ReadonlySet<ContactMedium> = new Set<ContactMedium>(['sms', 'push']);
/** Whoever asked for a code is awake, and who is being robbed wants to be woken. */
const neverQuiet: ReadonlySet<MessageKind> = new Set<MessageKind>(['one-time-password', 'security-notice']);

/** The moment from which on a message may go: when it was asked for, or when the night is over. */
export function releaseTime(
  message: TimedMessage,
  wished: Temporal.Instant,
  timeZone: string,
): Temporal.Instant {
  const isUrgent = message.priority === 'high' || message.urgency === 'urgent';
  if (!noisy.has(message.medium) || neverQuiet.has(message.messageKind) || isUrgent) return wished;
  const there = wished.toZonedDateTimeISO(timeZone);
  if (there.hour >= quietUntilHour && there.hour < quietFromHour) return wished;
  const morning = there.hour < quietUntilHour ? there : there.add({ days: 1 });
  return morning.withPlainTime(Temporal.PlainTime.from({ hour: quietUntilHour })).toInstant();
}

/** When messages gathered for a frequency go out: the next morning, Monday, or first of the month. */
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
  // Whoever has a digest this very morning still gets into it.
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

/** A message with all wishes about its times. */
export interface PlannedMessage extends TimedMessage {
  readonly notBefore: Temporal.Instant | undefined;
  readonly expires: Temporal.Instant | undefined;
  /** The customer wants to hear of such things together, this often. */
  readonly frequency: Frequency | undefined;
}

export interface PlannedTimes {
  readonly releaseAt: Temporal.Instant;
  readonly expiresAt: Temporal.Instant;
  /** Waits for the others of its kind. */
  readonly isGathered: boolean;
}

const hoursPerDay = 24;

/** When a message may go and until when somebody wants it, or why there is no such time. */
export function planTimes(
  message: PlannedMessage,
  now: Temporal.Instant,
  timeZone: string,
): PlannedTimes | 'expired' | 'too-far' | 'never' {
  const { frequency, notBefore } = message;
  const wished = notBefore !== undefined && isAfter(notBefore, now) ? notBefore : now;
  const latest = now.add({ hours: expiryMaxDays * hoursPerDay });
  if (!isAfter(latest, wished)) return 'never';
  const awake = releaseTime(message, wished, timeZone);
  const releaseAt = frequency === undefined ? awake : digestTime(frequency, wished, timeZone);
  const expiresAt = message.expires ?? earlier(defaultExpiry(message, wished, releaseAt), latest);
  const fault = faultIn(expiresAt, { now, wished, latest });
  if (fault !== undefined) return fault;
  // Whoever cannot wait for the others is told alone; who cannot even wait for the morning is woken.
  if (isAfter(expiresAt, releaseAt)) return { releaseAt, expiresAt, isGathered: frequency !== undefined };
  return { releaseAt: isAfter(expiresAt, awake) ? awake : wished, expiresAt, isGathered: false };
}

function defaultExpiry(
  { messageKind }: PlannedMessage,
  wished: Temporal.Instant,
  releaseAt: Temporal.Instant,
): Temporal.Instant {
  return messageKind === 'one-time-password'
    ? wished.add({ minutes: codeExpiryMinutes })
    : releaseAt.add({ hours: expiryDefaultDays * hoursPerDay });
}

function faultIn(
  expiresAt: Temporal.Instant,
  { latest, now, wished }: Readonly<Record<'now' | 'wished' | 'latest', Temporal.Instant>>,
): 'expired' | 'too-far' | 'never' | undefined {
  if (!isAfter(expiresAt, now)) return 'expired';
  if (isAfter(expiresAt, latest)) return 'too-far';
  return isAfter(expiresAt, wished) ? undefined : 'never';
}

function earlier(one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant {
  return isAfter(one, other) ? other : one;
}

function isAfter(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return one.epochNanoseconds > other.epochNanoseconds;
}
