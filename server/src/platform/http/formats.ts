import { Temporal } from 'temporal-polyfill';
import { isUuid } from '#platform/kernel/ids.ts';
import { isLanguageTag } from '#platform/kernel/language.ts';
import { parseTimestamp } from '#platform/kernel/timestamp.ts';

const datePattern = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** Formats that schemas may name; an unknown one fails at start, not at the first request. */
export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  uuid: isUuid,
  'date-time': (text) => parseTimestamp(text) !== undefined,
  date: (text) => datePattern.test(text) && isRealDay(text),
  language: isLanguageTag,
  // Published for clients; the wire parses the text, and reports `format` itself together with its other errors.
  phone: () => true,
  email: () => true,
};

/** 30 February has the right form but is not a day; no database knows a year 0. */
function isRealDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return year > 0 && day <= Temporal.PlainYearMonth.from({ year, month }).daysInMonth;
}
