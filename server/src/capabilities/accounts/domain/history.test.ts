import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { isTooOld, oldestDay } from './history.ts';

const timeZone = 'Europe/Berlin';
const approvedAt = Temporal.Instant.from('2026-01-02T10:00:00Z');
const oldest = (now: string, isAttended = false): string | undefined =>
  oldestDay({ now: Temporal.Instant.from(now), timeZone, approvedAt, isAttended })?.toString();

describe('the first day of which entries may be read', () => {
  test.each([
    ['2026-11-17T10:00:00Z', '2026-08-19', 'ninety days ago'],
    ['2026-11-17T22:59:59Z', '2026-08-19', 'until midnight in the zone of the bank'],
    ['2026-11-17T23:00:00Z', '2026-08-20', 'and from then on a day later'],
    ['2028-05-29T10:00:00Z', '2028-02-29', 'a leap day counts'],
    ['2028-05-30T10:00:00Z', '2028-03-01', 'as every other day'],
    // The clock goes forward on 29 March 2026 and back on 25 October 2026.
    ['2026-03-29T21:59:59Z', '2025-12-29', 'the short day ends at 22:00 UTC'],
    ['2026-03-29T22:00:00Z', '2025-12-30', 'and the next one begins'],
    ['2026-10-25T22:59:59Z', '2026-07-27', 'the long day ends at 23:00 UTC'],
    ['2026-10-25T23:00:00Z', '2026-07-28', 'and the next one begins'],
  ])('at %s is %s: %s', (now, day) => {
    expect(oldest(now)).toBe(day);
  });

  test('is any within an hour after the approval, if the customer is there', () => {
    expect(oldest('2026-01-02T10:59:59Z', true)).toBeUndefined();
    expect(oldest('2026-01-02T11:00:00Z', true)).toBe('2025-10-04');
    expect(oldest('2026-01-02T10:00:01Z')).toBe('2025-10-04');
  });
});

test('a day is too old before the first one', () => {
  const day = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text);
  expect(isTooOld(day('2026-08-18'), day('2026-08-19'))).toBe(true);
  expect(isTooOld(day('2026-08-19'), day('2026-08-19'))).toBe(false);
  expect(isTooOld(day('1990-01-01'), undefined)).toBe(false);
});
