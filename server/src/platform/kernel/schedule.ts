import { Temporal } from 'temporal-polyfill';
import { omitUndefined } from '#platform/kernel/members.ts';

/** SPEC xs2a 2.4 */
export const frequencies = [
  'Daily',
  'Weekly',
  'EveryTwoWeeks',
  'Monthly',
  'EveryTwoMonths',
  'Quarterly',
  'SemiAnnual',
  'Annual',
  'MonthlyVariable',
] as const;
export type Frequency = (typeof frequencies)[number];

export const executionRules = ['following', 'preceding'] as const;
export type ExecutionRule = (typeof executionRules)[number];

/** When a standing order pays. */
export interface Schedule {
  readonly startDate: Temporal.PlainDate;
  /** The last day on which it may pay; absent: until it is ended. */
  readonly endDate?: Temporal.PlainDate;
  readonly frequency: Frequency;
  /** Where a planned day is none of business; absent: `following`. */
  readonly executionRule?: ExecutionRule;
  /** Day of the month, or of the week from Monday on; absent: that of the first day. */
  readonly dayOfExecution?: number;
  /** For `MonthlyVariable`. */
  readonly monthsOfExecution?: readonly number[];
}

/** A schedule as it is approved, kept and reported: the days are texts, and what was left open is filled. */
export interface KeptSchedule {
  readonly startDate: string;
  readonly endDate?: string;
  readonly frequency: Frequency;
  readonly executionRule?: ExecutionRule;
  readonly dayOfExecution?: string;
  readonly monthsOfExecution?: readonly string[];
}

export function keptSchedule(schedule: Schedule): KeptSchedule {
  const { dayOfExecution, endDate, executionRule, frequency, monthsOfExecution, startDate } = schedule;
  return omitUndefined({
    startDate: startDate.toString(),
    endDate: endDate?.toString(),
    frequency,
    executionRule,
    dayOfExecution: dayOfExecution?.toString(),
    monthsOfExecution: monthsOfExecution?.map(String),
  });
}

/** Returns the schedule that was kept. */
export function scheduleIn(kept: KeptSchedule): Schedule {
  const { dayOfExecution, endDate, executionRule, frequency, monthsOfExecution, startDate } = kept;
  return omitUndefined({
    startDate: Temporal.PlainDate.from(startDate),
    endDate: endDate === undefined ? undefined : Temporal.PlainDate.from(endDate),
    frequency,
    executionRule,
    dayOfExecution: dayOfExecution === undefined ? undefined : Number(dayOfExecution),
    monthsOfExecution: monthsOfExecution?.map(Number),
  });
}

const everyDays: Readonly<Partial<Record<Frequency, number>>> = { Daily: 1, Weekly: 7, EveryTwoWeeks: 14 };
const everyMonths: Readonly<Partial<Record<Frequency, number>>> = {
  Monthly: 1,
  EveryTwoMonths: 2,
  Quarterly: 3,
  SemiAnnual: 6,
  Annual: 12,
  MonthlyVariable: 1,
};

/**
 * Returns the day that a schedule plans next, after one that it has planned; without one its first, which is the first
 * fitting day from `startDate` on. Undefined after its end. A day that a month does not have is its last one.
 */
export function nextPlannedDay(
  schedule: Schedule,
  after: Temporal.PlainDate | undefined,
): Temporal.PlainDate | undefined {
  const { endDate, frequency } = schedule;
  const days = everyDays[frequency];
  const day = days === undefined ? nextInMonths(schedule, after) : nextInDays(schedule, after, days);
  if (day === undefined) return undefined;
  return endDate !== undefined && Temporal.PlainDate.compare(day, endDate) > 0 ? undefined : day;
}

/**
 * Returns how many payments of a standing order count where it is compared with one payment: all until its end, or those
 * of a year if it has none.
 */
export function countedExecutions(schedule: Schedule): number {
  const { startDate, frequency } = schedule;
  const { endDate = startDate.add({ years: 1 }).subtract({ days: 1 }) } = schedule;
  const first = nextPlannedDay({ ...schedule, endDate }, undefined);
  if (first === undefined) return 0;
  const days = everyDays[frequency];
  // An order may pay daily for centuries; months are few enough to be counted one by one.
  if (days !== undefined) return Math.floor(first.until(endDate, { largestUnit: 'days' }).days / days) + 1;
  let count = 0;
  for (
    let day: Temporal.PlainDate | undefined = first;
    day !== undefined;
    day = nextPlannedDay({ ...schedule, endDate }, day)
  )
    count += 1;
  return count;
}

function nextInDays(
  { dayOfExecution, frequency, startDate }: Schedule,
  after: Temporal.PlainDate | undefined,
  days: number,
): Temporal.PlainDate {
  if (after !== undefined) return after.add({ days });
  if (frequency === 'Daily' || dayOfExecution === undefined) return startDate;
  return startDate.add({ days: (dayOfExecution - startDate.dayOfWeek + daysOfWeek) % daysOfWeek });
}

const daysOfWeek = 7;
const monthsOfYear = 12;

function nextInMonths(
  schedule: Schedule,
  after: Temporal.PlainDate | undefined,
): Temporal.PlainDate | undefined {
  const { frequency, monthsOfExecution, startDate } = schedule;
  const isWanted = (month: Temporal.PlainYearMonth): boolean =>
    frequency !== 'MonthlyVariable' || monthsOfExecution?.includes(month.month) === true;
  const step = after === undefined ? 1 : (everyMonths[frequency] ?? 1);
  const first = (after ?? startDate).toPlainYearMonth();
  // The month of the last day is over; that of the first day may still have one.
  const skipped = after === undefined ? 0 : step;
  for (let months = skipped; months <= skipped + monthsOfYear; months += step) {
    const month = first.add({ months });
    const day = dayIn(schedule, month);
    if (isWanted(month) && Temporal.PlainDate.compare(day, startDate) >= 0) return day;
  }
  return undefined;
}

function dayIn({ dayOfExecution, startDate }: Schedule, month: Temporal.PlainYearMonth): Temporal.PlainDate {
  const day = Math.min(dayOfExecution ?? startDate.day, month.daysInMonth);
  return month.toPlainDate({ day });
}

/** How far a planned day may move. */
export const shiftDaysMax = 15;

/**
 * Returns the business day on which a planned day is executed, as the rule says; in the other direction where the rule
 * leads before the first or after the last day. Undefined where the period has none, and for daily orders on days that
 * are none of business: the next business day has its own.
 */
export function executionDayOf(
  schedule: Schedule,
  planned: Temporal.PlainDate,
  isBusinessDay: (day: Temporal.PlainDate) => boolean,
): Temporal.PlainDate | undefined {
  const { endDate, executionRule = 'following', frequency, startDate } = schedule;
  if (isBusinessDay(planned)) return planned;
  if (frequency === 'Daily') return undefined;
  const steps = executionRule === 'following' ? [1, -1] : [-1, 1];
  const found = steps.map((step) => nearest(planned, step, isBusinessDay));
  return found.find(
    (day) =>
      day !== undefined &&
      Temporal.PlainDate.compare(day, startDate) >= 0 &&
      (endDate === undefined || Temporal.PlainDate.compare(day, endDate) <= 0),
  );
}

function nearest(
  from: Temporal.PlainDate,
  step: number,
  isBusinessDay: (day: Temporal.PlainDate) => boolean,
): Temporal.PlainDate | undefined {
  for (let moved = 1; moved <= shiftDaysMax; moved += 1) {
    const day = from.add({ days: step * moved });
    if (isBusinessDay(day)) return day;
  }
  return undefined;
}
