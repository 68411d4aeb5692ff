import { Temporal } from 'temporal-polyfill';
import type { RequestHeaders } from '#platform/http/dialect.ts';
import type { FieldError } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** RFC 9110 5.6.7: the one form in which a date is sent today. */
const httpDate =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\d{2}) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/;

/** Clocks of servers differ by seconds; a request that is older than this was kept by someone. */
const apartMaxMs = 15 * 60_000;

/** Date is optional, but must be readable if sent. SPEC xs2a 0.2 */
export function dateFieldErrors({ date }: RequestHeaders): readonly FieldError[] {
  return date === undefined || readDate(date) !== undefined ? [] : [unreadable];
}

/** Throws if a date is of another time. */
export function requireCurrentDate(
  { date = '' }: RequestHeaders,
  { now }: { readonly now: Temporal.Instant },
): void {
  const sent = readDate(date);
  if (sent === undefined || Math.abs(sent.since(now).total('milliseconds')) <= apartMaxMs) return;
  const problem = standardProblems['timestamp-invalid'];
  throw problem({
    fieldErrors: [{ part: 'header', path: ['Date'], code: 'mismatch', message: problem.entry.message }],
  });
}

function readDate(date: string | readonly string[]): Temporal.Instant | undefined {
  const parts = typeof date === 'string' ? httpDate.exec(date)?.groups : undefined;
  if (parts === undefined) return undefined;
  const { day = '', month = '', time = '', year = '' } = parts;
  const number = String(months.indexOf(month) + 1).padStart(2, '0');
  try {
    return Temporal.Instant.from(`${year}-${number}-${day}T${time}Z`);
  } catch {
    // There is no such day or time.
    return undefined;
  }
}

const unreadable: FieldError = {
  part: 'header',
  path: ['Date'],
  code: 'format',
  message: 'Date must be one date of RFC 9110, such as Sun, 06 Aug 2017 15:02:37 GMT.',
};
