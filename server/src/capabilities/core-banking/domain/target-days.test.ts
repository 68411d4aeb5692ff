import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { isTargetDay, targetHolidays } from './target-days.ts';

describe('Easter', () => {
  test.each([
    ['the earliest possible', '1818-03-22'],
    ['the earliest possible', '2285-03-22'],
    ['early, in a leap year', '2008-03-23'],
    ['in the year that began the century', '2000-04-23'],
    ['a week earlier than the plain cycle of the moon gives', '1954-04-18'],
    ['a week earlier than the plain cycle of the moon gives', '1981-04-19'],
    ['a week earlier than the plain cycle of the moon gives', '2049-04-18'],
    ['a week earlier than the plain cycle of the moon gives', '2076-04-19'],
    ['after a century without a leap day', '2100-03-28'],
    ['the latest possible', '1943-04-25'],
    ['the latest possible', '2038-04-25'],
  ])('%s, is on %s', (_name, text) => {
    const easter = Temporal.PlainDate.from(text);
    expect(targetHolidays(easter.year).slice(1, 3).map(String)).toEqual([
      easter.subtract({ days: 2 }).toString(),
      easter.add({ days: 1 }).toString(),
    ]);
  });
});

/** Another algorithm, of Oudin, which makes a month and a day of the full moon. */
function easterByOudin(year: number): Temporal.PlainDate {
  const golden = year % 19;
  const century = Math.trunc(year / 100);
  const moon =
    (century - Math.trunc(century / 4) - Math.trunc((8 * century + 13) / 25) + 19 * golden + 15) % 30;
  const correction =
    Math.trunc(moon / 28) * (1 - Math.trunc(29 / (moon + 1)) * Math.trunc((21 - golden) / 11));
  const fullMoon = moon - correction;
  const weekday = (year + Math.trunc(year / 4) + fullMoon + 2 - century + Math.trunc(century / 4)) % 7;
  const distance = fullMoon - weekday;
  const month = 3 + Math.trunc((distance + 40) / 44);
  return new Temporal.PlainDate(year, month, distance + 28 - 31 * Math.trunc(month / 4));
}

test('Easter of each year of the Gregorian calendar is that of another algorithm', () => {
  const years = Array.from({ length: 4_100 - 1_583 }, (_, index) => 1_583 + index);
  const differing = years.filter((year) => {
    const [, , monday] = targetHolidays(year);
    return monday?.equals(easterByOudin(year).add({ days: 1 })) !== true;
  });
  expect(differing).toEqual([]);
});

describe('TARGET', () => {
  test.each([
    ['2026-01-01', false, 'New Year'],
    ['2026-01-02', true, 'a Friday'],
    ['2026-01-03', false, 'a Saturday'],
    ['2026-01-04', false, 'a Sunday'],
    ['2026-01-05', true, 'a Monday'],
    ['2026-01-06', true, 'Epiphany, a holiday of some countries only'],
    ['2026-04-02', true, 'Maundy Thursday'],
    ['2026-04-03', false, 'Good Friday'],
    ['2026-04-06', false, 'Easter Monday'],
    ['2026-04-07', true, 'the day after Easter Monday'],
    ['2026-05-01', false, 'Labour Day'],
    ['2026-05-14', true, 'Ascension Day'],
    ['2026-05-25', true, 'Whit Monday'],
    ['2026-12-24', true, 'Christmas Eve'],
    ['2026-12-25', false, 'Christmas Day'],
    ['2028-12-26', false, 'the day after Christmas Day'],
    ['2027-12-27', true, 'the Monday after a Christmas on a weekend, for which no other day is free'],
    ['2026-12-31', true, 'New Year’s Eve'],
  ])('on %s is open: %s (%s)', (date, isOpen) => {
    expect(isTargetDay(Temporal.PlainDate.from(date))).toBe(isOpen);
  });

  test('lists its holidays in order, also those on a weekend', () => {
    expect(targetHolidays(2027).map(String)).toEqual([
      '2027-01-01',
      '2027-03-26',
      '2027-03-29',
      '2027-05-01',
      '2027-12-25',
      '2027-12-26',
    ]);
  });
});
