import type { Temporal } from 'temporal-polyfill';
import { type CalendarRules, calendarDays } from '#capabilities/core-banking/index.ts';
import type { Rhythm } from './habit.ts';

/** The parts of a date, read once: the plan of a history asks for them a million times. */
export interface DateParts {
  readonly month: number;
  readonly day: number;
  /** Monday is 1. */
  readonly weekday: number;
  readonly daysInMonth: number;
}

/** A day of the demo bank. */
export interface DemoDay extends DateParts {
  readonly date: Temporal.PlainDate;
  /** As ids name it. */
  readonly text: string;
  /** Days since 1970, as draws name it. */
  readonly number: number;
  /** The first moment of the day, in milliseconds. */
  readonly startMs: number;
  /**
   * Days whose payments are executed on this one: the day itself and the closed days before it; none on a closed day.
   */
  readonly executes: readonly DateParts[];
}

/** Returns the days from one to another, both included. */
export function demoDays(
  rules: CalendarRules,
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
): readonly DemoDay[] {
  const days: DemoDay[] = [];
  const length = from.until(to, { largestUnit: 'days' }).days + 1;
  const firstNumber = dayNumber(from);
  let waiting = closedBefore(rules, from).map(partsOf);
  for (let index = 0; index < length; index += 1) {
    const date = from.add({ days: index });
    const parts = partsOf(date);
    waiting = [...waiting, parts];
    const isOpen = isBusinessDay(rules, date);
    days.push({
      ...parts,
      date,
      text: date.toString(),
      number: firstNumber + index,
      startMs: date.toZonedDateTime(rules.zone).epochMilliseconds,
      executes: isOpen ? waiting : [],
    });
    if (isOpen) waiting = [];
  }
  return days;
}

const dayMs = 86_400_000;

/** Returns the days from 1970 to a date. */
export function dayNumber(date: Temporal.PlainDate): number {
  return date.toZonedDateTime('UTC').epochMilliseconds / dayMs;
}

function partsOf(date: Temporal.PlainDate): DateParts {
  const { day, dayOfWeek: weekday, daysInMonth, month } = date;
  return { day, weekday, daysInMonth, month };
}

function isBusinessDay(rules: CalendarRules, date: Temporal.PlainDate): boolean {
  return calendarDays(rules, 'sepa-credit-transfers', date, date)[0]?.isBusinessDay === true;
}

/** The closed days directly before a day. */
function closedBefore(rules: CalendarRules, date: Temporal.PlainDate): readonly Temporal.PlainDate[] {
  const before = date.subtract({ days: 1 });
  return isBusinessDay(rules, before) ? [] : [...closedBefore(rules, before), before];
}

/** Returns whether something with a rhythm happens on a day. Months shorter than the day have it on their last. */
export function isDue(rhythm: Rhythm, { executes }: DemoDay): boolean {
  return executes.some(({ day, daysInMonth, month, weekday }) => {
    if ('weekly' in rhythm) return weekday === rhythm.weekly;
    const isMonth = rhythm.months === undefined || rhythm.months.includes(month);
    return isMonth && day === Math.min(rhythm.monthly, daysInMonth);
  });
}
