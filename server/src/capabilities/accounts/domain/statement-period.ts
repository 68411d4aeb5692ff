import { Temporal } from 'temporal-polyfill';

/**
 * The day of a month from which on statements of the month before are made: on the first day the core still books what
 * belongs to the last one.
 */
const issueDay = 2;

/** Returns the first day of the newest month of which statements are made on a day. */
export function newestPeriod(today: Temporal.PlainDate): Temporal.PlainDate {
  return today
    .subtract({ days: issueDay - 1 })
    .with({ day: 1 })
    .subtract({ months: 1 });
}

/** Returns the last day of a month that is given by its first one. */
export function lastDayOf(period: Temporal.PlainDate): Temporal.PlainDate {
  return period.add({ months: 1 }).subtract({ days: 1 });
}

/** Returns when statements of a month can be made, in the zone of the bank. */
export function issueStartOf(period: Temporal.PlainDate, timeZone: string): Temporal.Instant {
  return period
    .add({ months: 1 })
    .with({ day: issueDay })
    .toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from('00:00') })
    .toInstant();
}

/** Returns the first day of the month after. */
export function periodAfter(period: Temporal.PlainDate): Temporal.PlainDate {
  return period.add({ months: 1 });
}

/** For how long a bank knows that it has made a statement; the statement itself is kept in the mailbox. */
const keptMonths = 13;

/** Returns the first month of which statements are still known on a day. */
export function oldestKnownPeriod(today: Temporal.PlainDate): Temporal.PlainDate {
  return today.with({ day: 1 }).subtract({ months: keptMonths });
}
