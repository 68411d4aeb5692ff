import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { omitUndefined } from '#platform/kernel/members.ts';
import { type NaiveSchedule, naiveExecutions } from '#platform/testing/naive-schedule.suite.ts';
import { randomRuns } from '#platform/testing/random-runs.ts';
import {
  countedExecutions,
  executionDayOf,
  frequencies,
  keptSchedule,
  nextPlannedDay,
  type Schedule,
  scheduleIn,
  shiftDaysMax,
} from './schedule.ts';

const date = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text);
const isWorkday = (day: Temporal.PlainDate): boolean => day.dayOfWeek <= 5;

function firstDays(schedule: Schedule, count: number): readonly string[] {
  const found: string[] = [];
  for (
    let planned = nextPlannedDay(schedule, undefined);
    planned !== undefined && found.length < count;
    planned = nextPlannedDay(schedule, planned)
  ) {
    const day = executionDayOf(schedule, planned, isWorkday);
    if (day !== undefined) found.push(day.toString());
  }
  return found;
}

describe('a schedule', () => {
  test.each([
    [
      'the last day of each month',
      { frequency: 'Monthly', dayOfExecution: 31 },
      ['2024-01-31', '2024-02-29', '2024-04-01'],
    ],
    [
      'a day that has passed in the first month',
      { frequency: 'Quarterly', dayOfExecution: 5 },
      ['2024-02-05', '2024-05-06', '2024-08-05'],
    ],
    [
      'the business day before',
      { frequency: 'Monthly', dayOfExecution: 31, executionRule: 'preceding' },
      ['2024-01-31', '2024-02-29', '2024-03-29'],
    ],
    [
      'two months of a year',
      { frequency: 'MonthlyVariable', dayOfExecution: 2, monthsOfExecution: [3, 9] },
      ['2024-03-04', '2024-09-02', '2025-03-03'],
    ],
    [
      'a day of the week',
      { frequency: 'Weekly', dayOfExecution: 1 },
      ['2024-01-22', '2024-01-29', '2024-02-05'],
    ],
    ['every second week', { frequency: 'EveryTwoWeeks' }, ['2024-01-17', '2024-01-31', '2024-02-14']],
    ['every business day', { frequency: 'Daily' }, ['2024-01-17', '2024-01-18', '2024-01-19', '2024-01-22']],
  ] as const)('pays on %s', (_, more, days) => {
    expect(firstDays({ startDate: date('2024-01-17'), ...more }, days.length)).toEqual(days);
  });

  test('never pays before its first or after its last day: it then moves in the other direction', () => {
    const saturday = {
      startDate: date('2024-06-01'),
      frequency: 'Monthly',
      executionRule: 'preceding',
    } as const;
    expect(firstDays(saturday, 2)).toEqual(['2024-06-03', '2024-07-01']);
    const ended = {
      startDate: date('2024-05-25'),
      endDate: date('2024-08-25'),
      frequency: 'Monthly',
    } as const;
    expect(firstDays(ended, 9)).toEqual(['2024-05-27', '2024-06-25', '2024-07-25', '2024-08-23']);
    const weekend = {
      startDate: date('2024-06-01'),
      endDate: date('2024-06-02'),
      frequency: 'Weekly',
    } as const;
    expect(firstDays(weekend, 9)).toEqual([]);
  });

  test('equals a naive calendar that looks at each day', () => {
    const days = fc
      .integer({ min: 0, max: 3_000 })
      .map((count) => date('2024-01-01').add({ days: count }).toString());
    const schedules: fc.Arbitrary<NaiveSchedule> = fc.constantFrom(...frequencies).chain((frequency) =>
      fc.record({
        startDate: days,
        endDate: fc.option(days, { nil: undefined }),
        frequency: fc.constant(frequency),
        executionRule: fc.constantFrom('following' as const, 'preceding' as const, undefined),
        dayOfExecution: fc.option(fc.integer({ min: 1, max: frequency.includes('Week') ? 7 : 31 }), {
          nil: undefined,
        }),
        monthsOfExecution:
          frequency === 'MonthlyVariable'
            ? fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 11 })
            : fc.constant(undefined),
      }),
    );
    fc.assert(
      fc.property(schedules, (naive) => {
        const { endDate, startDate, ...rest } = naive;
        const schedule: Schedule = omitUndefined({
          ...rest,
          startDate: date(startDate),
          endDate: endDate === undefined ? undefined : date(endDate),
        });
        const wanted = naiveExecutions(naive, '2034-12-31', (day) => isWorkday(date(day)));
        const count = Math.min(wanted.length, 60);
        expect(firstDays(schedule, count)).toEqual(wanted.slice(0, count).map(({ day }) => day));
      }),
      { numRuns: randomRuns(100) },
    );
  });
});

describe('the planned days', () => {
  const planned = (more: Omit<Schedule, 'startDate'>, start: string, count: number): readonly string[] => {
    const schedule = { startDate: date(start), ...more };
    const days: string[] = [];
    for (
      let day = nextPlannedDay(schedule, undefined);
      day !== undefined && days.length < count;
      day = nextPlannedDay(schedule, day)
    )
      days.push(day.toString());
    return days;
  };

  test.each([
    ['Daily', ['2026-01-31', '2026-02-01', '2026-02-02']],
    ['Weekly', ['2026-01-31', '2026-02-07', '2026-02-14']],
    ['EveryTwoWeeks', ['2026-01-31', '2026-02-14', '2026-02-28']],
    ['Monthly', ['2026-01-31', '2026-02-28', '2026-03-31']],
    ['EveryTwoMonths', ['2026-01-31', '2026-03-31', '2026-05-31']],
    ['Quarterly', ['2026-01-31', '2026-04-30', '2026-07-31']],
    ['SemiAnnual', ['2026-01-31', '2026-07-31', '2027-01-31']],
    ['Annual', ['2026-01-31', '2027-01-31', '2028-01-31']],
  ] as const)('of %s are', (frequency, days) => {
    expect(planned({ frequency }, '2026-01-31', 3)).toEqual(days);
  });

  test('of chosen months may be neighbours, or lie a year ahead', () => {
    const chosen = { frequency: 'MonthlyVariable', dayOfExecution: 2 } as const;
    expect(planned({ ...chosen, monthsOfExecution: [3, 4] }, '2026-01-17', 3)).toEqual([
      '2026-03-02',
      '2026-04-02',
      '2027-03-02',
    ]);
    expect(planned({ ...chosen, monthsOfExecution: [1] }, '2026-01-17', 2)).toEqual([
      '2027-01-02',
      '2028-01-02',
    ]);
    expect(planned({ ...chosen, monthsOfExecution: [] }, '2026-01-17', 2)).toEqual([]);
    expect(planned(chosen, '2026-01-17', 2)).toEqual([]);
  });

  test('include the last day of the order, and a daily order begins on its first one', () => {
    const weekly = { frequency: 'Weekly', endDate: date('2026-02-07') } as const;
    expect(planned(weekly, '2026-01-31', 9)).toEqual(['2026-01-31', '2026-02-07']);
    expect(planned({ frequency: 'Daily', dayOfExecution: 3 }, '2026-01-31', 1)).toEqual(['2026-01-31']);
  });
});

describe('a planned day that is none of business', () => {
  const planned = date('2026-06-10');
  const around: Schedule = { startDate: date('2026-01-01'), frequency: 'Monthly' };
  const without =
    (...closed: readonly string[]) =>
    (day: Temporal.PlainDate) =>
      !closed.includes(day.toString());
  const moved = (more: Partial<Schedule>, isOpen: (day: Temporal.PlainDate) => boolean) =>
    executionDayOf({ ...around, ...more }, planned, isOpen)?.toString();

  test('moves by the one day that it must', () => {
    const isOpen = without('2026-06-10');
    expect(moved({}, isOpen)).toBe('2026-06-11');
    expect(moved({ executionRule: 'following' }, isOpen)).toBe('2026-06-11');
    expect(moved({ executionRule: 'preceding' }, isOpen)).toBe('2026-06-09');
  });

  test('moves to the first and to the last day of the order, and not further', () => {
    const isOpen = without('2026-06-10');
    expect(moved({ endDate: date('2026-06-11') }, isOpen)).toBe('2026-06-11');
    expect(moved({ endDate: planned }, isOpen)).toBe('2026-06-09');
    const before = { executionRule: 'preceding' } as const;
    expect(moved({ ...before, startDate: date('2026-06-09') }, isOpen)).toBe('2026-06-09');
    expect(moved({ ...before, startDate: planned }, isOpen)).toBe('2026-06-11');
    expect(moved({ startDate: planned, endDate: planned }, isOpen)).toBeUndefined();
  });

  test('moves by as many days as allowed, and not by one more', () => {
    const openOn = (days: number) => (day: Temporal.PlainDate) => day.equals(planned.add({ days }));
    expect(shiftDaysMax).toBe(15);
    for (const days of [shiftDaysMax, -shiftDaysMax])
      expect(moved({}, openOn(days))).toBe(planned.add({ days }).toString());
    for (const days of [shiftDaysMax + 1, -shiftDaysMax - 1]) expect(moved({}, openOn(days))).toBeUndefined();
  });
});

test('a schedule is kept as texts, and is the same again when it is read', () => {
  const startDate = date('2026-01-31');
  const whole: Schedule = {
    startDate,
    endDate: date('2027-01-31'),
    frequency: 'MonthlyVariable',
    executionRule: 'preceding',
    dayOfExecution: 5,
    monthsOfExecution: [3, 9],
  };
  expect(keptSchedule(whole)).toStrictEqual({
    startDate: '2026-01-31',
    endDate: '2027-01-31',
    frequency: 'MonthlyVariable',
    executionRule: 'preceding',
    dayOfExecution: '5',
    monthsOfExecution: ['3', '9'],
  });
  const least: Schedule = { startDate, frequency: 'Daily' };
  expect(keptSchedule(least)).toStrictEqual({ startDate: '2026-01-31', frequency: 'Daily' });
  for (const schedule of [whole, least]) expect(scheduleIn(keptSchedule(schedule))).toStrictEqual(schedule);
});

test('counts what is planned until the end of an order, or within a year', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...frequencies),
      fc.integer({ min: 0, max: 400 }),
      fc.option(fc.integer({ min: 0, max: 900 }), { nil: undefined }),
      (frequency, offset, length) => {
        const startDate = date('2026-01-01').add({ days: offset });
        const lastDay = startDate.add({ years: 1 }).subtract({ days: 1 });
        const endDate = length === undefined ? lastDay : startDate.add({ days: length });
        const months = frequency === 'MonthlyVariable' ? { monthsOfExecution: [2, 3, 11] } : {};
        const schedule = { startDate, frequency, ...months };
        let count = 0;
        for (
          let day = nextPlannedDay({ ...schedule, endDate }, undefined);
          day !== undefined;
          day = nextPlannedDay({ ...schedule, endDate }, day)
        )
          count += 1;
        expect(countedExecutions(length === undefined ? schedule : { ...schedule, endDate })).toBe(count);
      },
    ),
    { numRuns: randomRuns(1_000) },
  );
});
