import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { omitUndefined } from '#platform/kernel/members.ts';
import { type NaiveSchedule, naiveExecutions } from '#platform/testing/naive-schedule.suite.ts';
import { randomRuns } from '#platform/testing/random-runs.ts';
import { executionDayOf, frequencies, nextPlannedDay, type Schedule } from './schedule.ts';

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
