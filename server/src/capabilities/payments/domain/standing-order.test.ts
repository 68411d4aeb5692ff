import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import type { Schedule } from '#platform/kernel/schedule.ts';
import { type PaymentReason, reasonTexts } from './payment.ts';
import { endOfOrder, firstPlannedDay, isSuspending, standingStep } from './standing-order.ts';

const day = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text);
const isBusinessDay = (one: Temporal.PlainDate): boolean => one.dayOfWeek <= 5;
const weekly: Schedule = { startDate: day('2026-11-01'), frequency: 'Weekly' };
const step = (planned: string, today: string, schedule = weekly) => {
  const found = standingStep(schedule, day(planned), { today: day(today), isBusinessDay });
  return found.kind === 'skip'
    ? 'skip'
    : `${found.kind} ${('day' in found ? found.day : found.until).toString()}`;
};

describe('a planned day', () => {
  test.each([
    ['is left alone while it is far', '2026-12-31', '2026-11-02', 'wait 2026-12-01'],
    ['waits for itself', '2026-11-18', '2026-11-02', 'wait 2026-11-18'],
    ['waits for the business day after it', '2026-11-15', '2026-11-15', 'wait 2026-11-16'],
    ['is near from 30 days ahead on', '2026-12-18', '2026-11-18', 'wait 2026-12-18'],
    ['is far up to 31 days ahead', '2026-12-18', '2026-11-17', 'wait 2026-11-18'],
    ['is executed on its day', '2026-11-18', '2026-11-18', 'execute 2026-11-18'],
    ['is executed later if nobody was there', '2026-11-18', '2026-11-25', 'execute 2026-11-18'],
  ])('%s', (_, planned, today, expected) => {
    expect(step(planned, today)).toBe(expected);
  });

  test('is executed before a weekend by an order that wants that, and left out by a daily one', () => {
    expect(step('2026-11-15', '2026-11-13', { ...weekly, executionRule: 'preceding' })).toBe(
      'execute 2026-11-13',
    );
    expect(step('2026-11-15', '2026-11-14', { ...weekly, frequency: 'Daily' })).toBe('wait 2026-11-15');
    expect(step('2026-11-15', '2026-11-15', { ...weekly, frequency: 'Daily' })).toBe('skip');
  });
});

test('the first day is the first one from the approval on', () => {
  const first = (from: string, more: Partial<Schedule> = {}) =>
    firstPlannedDay({ ...weekly, ...more }, day(from))?.toString();
  expect(first('2026-10-20')).toBe('2026-11-01');
  expect(first('2026-11-08')).toBe('2026-11-08');
  expect(first('2026-11-09')).toBe('2026-11-15');
  expect(first('2026-11-09', { endDate: day('2026-11-10') })).toBeUndefined();
});

test('an order is suspended for reasons that last, and only for these', () => {
  const codes = Object.keys(reasonTexts).filter((code): code is PaymentReason => code in reasonTexts);
  expect(codes.filter(isSuspending)).toEqual([
    'AC01',
    'AC03',
    'AC04',
    'AC06',
    'AC07',
    'AM03',
    'AM09',
    'DS0C',
  ]);
  expect(isSuspending(undefined)).toBe(false);
});

test.each([
  [3, 0, 'ACSC undefined'],
  [2, 1, 'PART undefined'],
  [2, 2, 'PART undefined'],
  [0, 2, 'RJCT MS03'],
  [0, 0, 'RJCT DT01'],
])('an order of which %i days were executed and %i stopped ends as %s', (executed, stopped, expected) => {
  const { reason, status } = endOfOrder({ executed, stopped });
  expect(`${status} ${reason}`).toBe(expected);
});
