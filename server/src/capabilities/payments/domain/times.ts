import type { Temporal } from 'temporal-polyfill';

/** Returns the moment from which on a payment of a day is executed: the first one of the day, where the bank is. */
export function executionStart(
  executionDate: Temporal.PlainDate | undefined,
  timeZone: string,
): Temporal.Instant | undefined {
  return executionDate?.toZonedDateTime(timeZone).toInstant();
}

/** Returns the first moment after a day. */
export function endOfDay(day: Temporal.PlainDate, timeZone: string): Temporal.Instant {
  return day.add({ days: 1 }).toZonedDateTime(timeZone).toInstant();
}
