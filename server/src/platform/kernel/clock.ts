import { Temporal } from 'temporal-polyfill';

/** The source of time. Passed in with the context, so that a test advances time instead of waiting for it. */
export interface Clock {
  now(): Temporal.Instant;
  /** The calendar day in an IANA time zone; a bank's day is the day of its own zone. */
  today(zone: string): Temporal.PlainDate;
}

/** The time of the machine, to the millisecond; only the entry point passes it on. */
export const systemClock: Clock = {
  now: currentInstant,
  today: (zone) => currentInstant().toZonedDateTimeISO(zone).toPlainDate(),
};

let latest = Temporal.Instant.fromEpochMilliseconds(0);

/** A request reads the time several times within a millisecond; all reads share one instant. */
function currentInstant(): Temporal.Instant {
  // oxlint-disable-next-line no-restricted-globals, no-restricted-properties -- the source of time
  const nowMs = Date.now();
  if (latest.epochMilliseconds !== nowMs) latest = Temporal.Instant.fromEpochMilliseconds(nowMs);
  return latest;
}
