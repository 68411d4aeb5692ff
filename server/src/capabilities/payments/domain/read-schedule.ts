import { Temporal } from 'temporal-polyfill';
import { omitUndefined } from '#platform/kernel/members.ts';
import {
  executionRules,
  type Frequency,
  frequencies,
  nextPlannedDay,
  type Schedule,
} from '#platform/kernel/schedule.ts';
import type { PaymentFault } from './payment-fault.ts';

/** Members of a standing order that say when it pays, as a third party sends them. SPEC xs2a 3.6, 3.7 */
export interface SentSchedule {
  /** Absent: today. SPEC xs2a-2026 1.4 */
  readonly startDate?: string;
  readonly endDate?: string;
  readonly frequency?: string;
  readonly executionRule?: string;
  readonly dayOfExecution?: string;
  readonly monthsOfExecution?: readonly string[];
}

/** A schedule, or what is wrong with it. */
export type ReadSchedule =
  | { readonly kind: 'schedule'; readonly schedule: Schedule }
  | { readonly kind: 'faults'; readonly faults: readonly PaymentFault[] };

/** Reads when a standing order pays. The dates have the form of dates: the schema of the request has checked them. */
export function readSchedule(sent: SentSchedule, today: Temporal.PlainDate): ReadSchedule {
  const frequency = frequencyIn(sent);
  const rule = executionRules.find((one) => one === sent.executionRule);
  const faults = [
    ...(frequency === undefined ? [enumFault('frequency', frequencies)] : []),
    ...(sent.executionRule !== undefined && rule === undefined
      ? [enumFault('executionRule', executionRules)]
      : []),
    ...dayFaults(sent, frequency),
    ...monthFaults(sent, frequency),
    ...dateFaults(sent, today),
  ];
  if (frequency === undefined || faults.length > 0) return { kind: 'faults', faults };
  const schedule: Schedule = omitUndefined({
    startDate: startOf(sent, today),
    endDate: sent.endDate === undefined ? undefined : Temporal.PlainDate.from(sent.endDate),
    frequency,
    executionRule: rule,
    dayOfExecution: sent.dayOfExecution === undefined ? undefined : Number(sent.dayOfExecution),
    monthsOfExecution: sent.monthsOfExecution?.map(Number),
  });
  return nextPlannedDay(schedule, undefined) === undefined
    ? { kind: 'faults', faults: [periodFault('No day of execution is in this period.')] }
    : { kind: 'schedule', schedule };
}

/** Older clients spell it in lower case. SPEC xs2a 2.4 */
function frequencyIn({ frequency = '' }: SentSchedule): Frequency | undefined {
  const wanted = frequency.toLowerCase();
  return frequencies.find((one) => one.toLowerCase() === wanted);
}

function startOf({ startDate }: SentSchedule, today: Temporal.PlainDate): Temporal.PlainDate {
  return startDate === undefined ? today : Temporal.PlainDate.from(startDate);
}

const daysOfWeek = 7;
const daysOfMonth = 31;
const monthsMax = 12;

/** The specification leaves open what a day of a week is: here from Monday, 1, to Sunday, 7. */
// GAP: the meaning of dayOfExecution for weekly orders is not specified. ADR-0101
function dayFaults(
  { dayOfExecution }: SentSchedule,
  frequency: Frequency | undefined,
): readonly PaymentFault[] {
  if (dayOfExecution === undefined) return [];
  if (frequency === 'Daily')
    return [fault('dayOfExecution', 'A daily order has no day of execution; leave it out.')];
  const isWeekly = frequency === 'Weekly' || frequency === 'EveryTwoWeeks';
  return isNumberUpTo(dayOfExecution, isWeekly ? daysOfWeek : daysOfMonth)
    ? []
    : [fault('dayOfExecution', `Must be a day from 1 to ${isWeekly ? daysOfWeek : daysOfMonth}.`)];
}

function isNumberUpTo(text: string, max: number): boolean {
  return /^\d{1,2}$/v.test(text) && Number(text) >= 1 && Number(text) <= max;
}

function monthFaults(
  { monthsOfExecution: months }: SentSchedule,
  frequency: Frequency | undefined,
): readonly PaymentFault[] {
  if (frequency !== 'MonthlyVariable')
    return months === undefined
      ? []
      : [fault('monthsOfExecution', 'Only for MonthlyVariable; leave it out.')];
  if (months === undefined || months.length === 0)
    return [{ at: ['monthsOfExecution'], code: 'required', message: 'Field is required.' }];
  const isValid =
    months.length < monthsMax &&
    new Set(months.map(Number)).size === months.length &&
    months.every((month) => isNumberUpTo(month, monthsMax));
  return isValid ? [] : [fault('monthsOfExecution', 'Must be up to 11 different months from 1 to 12.')];
}

/** Nobody plans further ahead, and days after the year 9999 cannot be written. */
const startYearsMax = 10;

function dateFaults(sent: SentSchedule, today: Temporal.PlainDate): readonly PaymentFault[] {
  const start = startOf(sent, today);
  if (Temporal.PlainDate.compare(start, today) < 0) return [fault('startDate', 'Must not be in the past.')];
  if (Temporal.PlainDate.compare(start, today.add({ years: startYearsMax })) > 0)
    return [fault('startDate', `Must be within ${startYearsMax} years.`)];
  const isEndFirst =
    sent.endDate !== undefined &&
    Temporal.PlainDate.compare(Temporal.PlainDate.from(sent.endDate), start) < 0;
  return isEndFirst ? [periodFault('Must not be before the first day.')] : [];
}

function fault(member: string, message: string): PaymentFault {
  return { at: [member], code: 'format', message };
}

function periodFault(message: string): PaymentFault {
  return { at: ['endDate'], code: 'format', message, kind: 'period' };
}

function enumFault(member: string, values: readonly string[]): PaymentFault {
  return { at: [member], code: 'enum', message: `Must be one of ${values.join(', ')}.` };
}
