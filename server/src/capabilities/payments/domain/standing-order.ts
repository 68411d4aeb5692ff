import { Temporal } from 'temporal-polyfill';
import { executionDayOf, nextPlannedDay, type Schedule } from '#platform/kernel/schedule.ts';
import type { PaymentReason, PaymentState } from './payment.ts';

/** What is done next about a planned day of a standing order. */
export type StandingStep =
  /** Nothing before this day: it is too early, or the day is one of execution and still to come. */
  | { readonly kind: 'wait'; readonly until: Temporal.PlainDate }
  /** The day has no execution. */
  | { readonly kind: 'skip' }
  | { readonly kind: 'execute'; readonly day: Temporal.PlainDate };

/**
 * How many days ahead a planned day is moved to a business day: calendars of later years are not known yet, and no day
 * moves further than this.
 */
export const leadDays = 30;

/** Returns what is done about a planned day. The calendar is asked about days around it alone, and only when they are near. */
export function standingStep(
  schedule: Schedule,
  planned: Temporal.PlainDate,
  {
    isBusinessDay,
    today,
  }: {
    readonly today: Temporal.PlainDate;
    readonly isBusinessDay: (day: Temporal.PlainDate) => boolean;
  },
): StandingStep {
  if (isFar(planned, today)) return { kind: 'wait', until: planned.subtract({ days: leadDays }) };
  const day = executionDayOf(schedule, planned, isBusinessDay);
  // The calendar may still change until the day has come.
  if (day === undefined)
    return Temporal.PlainDate.compare(planned, today) > 0
      ? { kind: 'wait', until: planned }
      : { kind: 'skip' };
  return Temporal.PlainDate.compare(day, today) > 0 ? { kind: 'wait', until: day } : { kind: 'execute', day };
}

/** Returns whether a day is too far ahead for the calendar. */
export function isFar(planned: Temporal.PlainDate, today: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(planned, today.add({ days: leadDays })) > 0;
}

/** Returns the first planned day from a day on: days before the approval of an order are left out, never made up for. */
export function firstPlannedDay(
  schedule: Schedule,
  from: Temporal.PlainDate,
): Temporal.PlainDate | undefined {
  let planned = nextPlannedDay(schedule, undefined);
  while (planned !== undefined && Temporal.PlainDate.compare(planned, from) < 0)
    planned = nextPlannedDay(schedule, planned);
  return planned;
}

/**
 * Reasons that the next day will have as well, as long as nobody does something about them. Missing money is none: the
 * next day may have it.
 */
const lasting: ReadonlySet<PaymentReason> = new Set([
  'AC01',
  'AC03',
  'AC04',
  'AC06',
  'AC07',
  'AM03',
  'AM09',
  'DS0C',
]);

/** Returns whether an order is suspended by an execution that failed for this reason. */
export function isSuspending(reason: PaymentReason | undefined): boolean {
  return reason !== undefined && lasting.has(reason);
}

/** What became of the executions of an order. */
export interface ExecutionCounts {
  readonly executed: number;
  readonly stopped: number;
}

/** Returns the state of an order that has run to its end. */
export function endOfOrder({ executed, stopped }: ExecutionCounts): PaymentState {
  // Its days were none of business, or before its approval.
  if (executed + stopped === 0) return { status: 'RJCT', reason: 'DT01' };
  if (executed === 0) return { status: 'RJCT', reason: 'MS03' };
  return { status: stopped === 0 ? 'ACSC' : 'PART', reason: undefined };
}
