import { Temporal } from 'temporal-polyfill';
import type { SentPayment } from './check-payment.ts';
import type { PaymentFault } from './payment-fault.ts';
import type { ProductRules } from './products.ts';

/** The day of the bank, and how far ahead it accepts orders. */
export interface DateChoices {
  /** Today in the time zone of the bank. */
  readonly today: Temporal.PlainDate;
  /** 0: no limit beside `horizonDays`. */
  readonly validityDaysMax: number;
}

/** Calendars are known for this time ahead. */
const horizonDays = 366;

/** Returns the faults of the requested day. Whether it is a business day is no fault: the bank then takes the next one. */
export function checkDates(
  { requestedExecutionDate, requestedExecutionTime }: SentPayment,
  { isDated }: ProductRules,
  { today, validityDaysMax }: DateChoices,
): readonly PaymentFault[] {
  const time: readonly PaymentFault[] =
    requestedExecutionTime === undefined
      ? []
      : [dateFault('requestedExecutionTime', 'A time of execution is not offered; leave it out.')];
  if (requestedExecutionDate === undefined) return time;
  const requested = Temporal.PlainDate.from(requestedExecutionDate);
  const isToday = requested.equals(today);
  if (!isDated && !isToday)
    return [...time, dateFault('requestedExecutionDate', 'This product is executed at once; leave it out.')];
  if (Temporal.PlainDate.compare(requested, today) < 0)
    return [...time, dateFault('requestedExecutionDate', 'Must not be in the past.')];
  const daysMax = validityDaysMax === 0 ? horizonDays : Math.min(validityDaysMax, horizonDays);
  if (Temporal.PlainDate.compare(requested, today.add({ days: daysMax })) > 0)
    return [...time, dateFault('requestedExecutionDate', `Must be within ${daysMax} days.`)];
  return time;
}

function dateFault(member: string, message: string): PaymentFault {
  return { at: [member], code: 'format', message, kind: 'execution-date' };
}

/** Returns the day on which the payer wants the payment executed, if it is not today. */
export function futureDateOf(
  { requestedExecutionDate }: SentPayment,
  today: Temporal.PlainDate,
): Temporal.PlainDate | undefined {
  if (requestedExecutionDate === undefined) return undefined;
  const requested = Temporal.PlainDate.from(requestedExecutionDate);
  return requested.equals(today) ? undefined : requested;
}
