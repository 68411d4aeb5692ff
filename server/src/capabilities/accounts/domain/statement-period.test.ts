import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { issueStartOf, lastDayOf, newestPeriod, oldestKnownPeriod, periodAfter } from './statement-period.ts';

const day = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text);

test.each([
  ['2026-11-01', '2026-09-01'],
  ['2026-11-02', '2026-10-01'],
  ['2026-11-30', '2026-10-01'],
  ['2026-12-01', '2026-10-01'],
  ['2027-01-01', '2026-11-01'],
  ['2027-01-02', '2026-12-01'],
])('on %s the newest statements are those of the month of %s', (today, period) => {
  expect(newestPeriod(day(today)).toString()).toBe(period);
});

test('a month ends with its last day, in leap years too', () => {
  expect(['2026-02-01', '2028-02-01', '2026-12-01'].map((first) => lastDayOf(day(first)).toString())).toEqual(
    ['2026-02-28', '2028-02-29', '2026-12-31'],
  );
  expect(periodAfter(day('2026-12-01')).toString()).toBe('2027-01-01');
});

test('statements are made from the second day on, at midnight of the bank', () => {
  expect(issueStartOf(day('2026-10-01'), 'Europe/Berlin').toString()).toBe('2026-11-01T23:00:00Z');
  expect(issueStartOf(day('2026-06-01'), 'Europe/Berlin').toString()).toBe('2026-07-01T22:00:00Z');
  // At this instant the day is one on which the month counts as the newest.
  const start = issueStartOf(day('2026-10-01'), 'Europe/Berlin');
  expect(newestPeriod(start.toZonedDateTimeISO('Europe/Berlin').toPlainDate()).toString()).toBe('2026-10-01');
});

test('statements are known for a year and a month', () => {
  expect(oldestKnownPeriod(day('2026-11-18')).toString()).toBe('2025-10-01');
});
