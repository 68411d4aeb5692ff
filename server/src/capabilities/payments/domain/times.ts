import type { Temporal } from 'temporal-polyfill';

/** Days that several signers have, as for every collection of signatures. */
const collectionDays = 14;

/** Returns the moment from which on a payment of a day is executed: the first one of the day, where the bank is. */
export function executionStart(
  executionDate: Temporal.PlainDate | undefined,
  timeZone: string,
): Temporal.Instant | undefined {
  return executionDate?.toZonedDateTime(timeZone).toInstant();
}

/** Returns the end of the last day on which several signers may approve. */
export function unconfirmedEnd(now: Temporal.Instant, timeZone: string): Temporal.Instant {
  return endOfDay(now.toZonedDateTimeISO(timeZone).toPlainDate().add({ days: collectionDays }), timeZone);
}

/** Returns the first moment after a day. */
export function endOfDay(day: Temporal.PlainDate, timeZone: string): Temporal.Instant {
  return day.add({ days: 1 }).toZonedDateTime(timeZone).toInstant();
}
