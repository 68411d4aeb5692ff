import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { endOf, grantedValidity } from './validity.ts';

const today = Temporal.PlainDate.from('2026-11-15');
const day = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text);

describe('a granted validity', () => {
  const granted = (validUntil: string, more: object = {}, choices: object = {}): readonly unknown[] => {
    const sent = { isRecurring: true, validUntil: day(validUntil), frequencyPerDay: 4, ...more };
    const result = grantedValidity(sent, today, { validityDaysMax: 180, frequencyMax: 4, ...choices });
    return [result.validUntil.toString(), result.frequencyPerDay];
  };

  test.each([
    ['2026-11-15', '2026-11-15'],
    ['2027-05-13', '2027-05-13'],
    ['2027-05-14', '2027-05-14'],
    ['2027-05-15', '2027-05-14'],
    ['9999-12-31', '2027-05-14'],
  ])('until %s ends on %s', (asked, expected) => {
    expect(granted(asked)).toEqual([expected, 4]);
  });

  test('may be without a limit', () => {
    expect(granted('2050-01-01', {}, { validityDaysMax: 0 })).toEqual(['2050-01-01', 4]);
    expect(granted('9999-12-31', {}, { validityDaysMax: 0 })).toEqual(['9999-12-30', 4]);
  });

  test('is never more often than the bank allows, and once where it is not recurring', () => {
    expect(granted('2026-12-01', { frequencyPerDay: 100 })).toEqual(['2026-12-01', 4]);
    expect(granted('2026-12-01', { frequencyPerDay: 2 })).toEqual(['2026-12-01', 2]);
    expect(granted('2026-12-01', { isRecurring: false })).toEqual(['2026-12-01', 1]);
  });
});

describe('the end of an approved consent', () => {
  const end = (validUntil: string, approvedAt: string, isRecurring = true): string =>
    endOf({ isRecurring, validUntil: day(validUntil) }, Temporal.Instant.from(approvedAt), 'Europe/Berlin')
      .toZonedDateTimeISO('Europe/Berlin')
      .toPlainDateTime()
      .toString();

  test.each([
    ['is the end of its last day', '2026-12-01', '2026-12-02T00:00:00'],
    ['on a leap day', '2028-02-29', '2028-03-01T00:00:00'],
    ['on the day of 23 hours', '2027-03-28', '2027-03-29T00:00:00'],
    ['on the day of 25 hours', '2027-10-31', '2027-11-01T00:00:00'],
    ['of the last day of all', '9999-12-30', '9999-12-31T00:00:00'],
  ])('%s', (_, validUntil, expected) => {
    expect(end(validUntil, '2026-11-15T10:00:00Z')).toBe(expected);
  });

  test('for one access comes after 20 minutes, but not after the last day', () => {
    expect(end('2026-11-20', '2026-11-15T10:00:00Z', false)).toBe('2026-11-15T11:20:00');
    expect(end('2026-11-15', '2026-11-15T22:50:00Z', false)).toBe('2026-11-16T00:00:00');
  });
});
