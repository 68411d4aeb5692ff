import { Temporal } from 'temporal-polyfill';

/** Where time comes from. Passed in with the context, so that a test moves time instead of waiting for it. */
export interface Clock {
  now(): Temporal.Instant;
  /** The calendar day in an IANA time zone; a bank's day is the day of its own zone. */
  today(zone: string): Temporal.PlainDate;
}

/** The time of the machine, to the millisecond; only the entry point hands it out. */
export const systemClock: Clock = {
  now: currentInstant,
  today: (zone) => currentInstant().toZonedDateTimeISO(zone).toPlainDate(),
};

let latest = Temporal.Instant.fromEpochMilliseconds(0);

/** A request asks for the time several times within a millisecond; one instant serves all of them. */
function currentInstant(): Temporal.Instant {
  // oxlint-disable-next-line no-restricted-globals, no-restricted-properties -- this is where time comes from
  const nowMs = Date.now();
  if (latest.epochMilliseconds !== nowMs) latest = Temporal.Instant.fromEpochMilliseconds(nowMs);
  return latest;
}
