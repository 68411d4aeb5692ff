import assert from 'node:assert/strict';
import { Temporal } from 'temporal-polyfill';

// RFC 3339 date-time: the offset is mandatory. An instant has nine fraction digits.
const dateTime =
  /^\d{4}-\d{2}-\d{2}[Tt](?:[01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

// RFC 3339 has four-digit years only, and the database has no year 0.
const earliestMs = Temporal.Instant.from('0001-01-01T00:00:00Z').epochMilliseconds;
const latestMs = Temporal.Instant.from('9999-12-31T23:59:59.999Z').epochMilliseconds;

const secondsPerDay = 86_400;

// The one form that the runtime parses for us: UTC, a second that exists, at most milliseconds.
const plainDateTime = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,3})?Z$/;
const dayStart = 8;
const dayEnd = 10;

/** Formats an instant for the wire: RFC 3339 in UTC, milliseconds, `Z`. */
export function toWireTimestamp(instant: Temporal.Instant): string {
  assert(isInRange(instant), 'a timestamp is in the years 1 to 9999');
  return isoMilliseconds(instant.epochMilliseconds);
}

/** Returns whole seconds since 1970, as in JSON Web Tokens. */
export function epochSeconds(instant: Temporal.Instant): number {
  return Math.floor(instant.epochMilliseconds / 1_000);
}

/** Formats an instant with full precision, for a reader that stores more than milliseconds. */
export function toExactTimestamp(instant: Temporal.Instant): string {
  const ms = instant.epochMilliseconds;
  const isWhole = instant.epochNanoseconds === BigInt(ms) * nanosecondsPerMillisecond;
  return isWhole && isInRange(instant) ? isoMilliseconds(ms) : instant.toString();
}

const nanosecondsPerMillisecond = 1_000_000n;

/** The runtime's own formatter is ten times as fast as the polyfill's, and every request formats several. */
function isoMilliseconds(ms: number): string {
  // oxlint-disable-next-line no-restricted-globals -- formats a known time
  return new Date(ms).toISOString();
}

/**
 * Parses an RFC 3339 date-time with any offset; undefined for any other text, in particular without an offset. A leap
 * second becomes the second before it, because an instant has none.
 */
export function parseTimestamp(text: string): Temporal.Instant | undefined {
  return plainDateTime.test(text) ? parsePlainTimestamp(text) : parseAnyTimestamp(text);
}

/** The runtime parses ten times as fast as the polyfill. It moves 30 February to March, where this finds no such day. */
function parsePlainTimestamp(text: string): Temporal.Instant | undefined {
  // oxlint-disable-next-line no-restricted-globals -- reads a given time
  const date = new Date(text);
  const ms = date.getTime();
  const isDay = date.getUTCDate() === Number(text.slice(dayStart, dayEnd));
  return isDay && ms >= earliestMs && ms <= latestMs ? Temporal.Instant.fromEpochMilliseconds(ms) : undefined;
}

/** Parses every form of the standard; the fast form above is tested against it. */
export function parseAnyTimestamp(text: string): Temporal.Instant | undefined {
  const match = dateTime.exec(text);
  if (match === null) return undefined;
  const instant = instantOf(text);
  if (instant === undefined || !isInRange(instant)) return undefined;
  const isLeapSecond = match[1] === '60';
  return isLeapSecond && !isLastSecondOfDay(instant) ? undefined : instant;
}

function instantOf(text: string): Temporal.Instant | undefined {
  try {
    return Temporal.Instant.from(text);
  } catch {
    // Temporal throws for a day that does not exist, such as 30 February.
    return undefined;
  }
}

function isInRange(instant: Temporal.Instant): boolean {
  const ms = instant.epochMilliseconds;
  return ms >= earliestMs && ms <= latestMs;
}

// Leap seconds are inserted at midnight UTC only; 12:00:60Z is an error, not a leap second.
function isLastSecondOfDay(instant: Temporal.Instant): boolean {
  const epochSeconds = Math.floor(instant.epochMilliseconds / 1000);
  return (epochSeconds + 1) % secondsPerDay === 0;
}
