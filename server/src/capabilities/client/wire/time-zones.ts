import { Temporal } from 'temporal-polyfill';

/** Returns whether a text is a time zone of the IANA database. An offset such as `+01:00` is none. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/v.test(text)) return false;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text);
    return true;
    // Thrown for a name that is not in the database.
  } catch {
    return false;
  }
}
