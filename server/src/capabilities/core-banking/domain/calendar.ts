import assert from 'node:assert/strict';
import { Temporal } from 'temporal-polyfill';
import type { PaymentProduct } from './payment-product.ts';
import { isTargetDay } from './target-days.ts';

/** When a product is executed. */
export interface ProductRules {
  /** Instant payments are executed on every day of the year, whatever holidays the bank has. */
  readonly days: 'target' | 'every-day';
  /** Local time of the bank; an order accepted at or after it counts as accepted on the next business day. Absent: none. */
  readonly cutOff?: Temporal.PlainTime;
  /** Local times at which executed orders are settled, in any order; empty: at once. */
  readonly cycles: readonly Temporal.PlainTime[];
}

export interface CalendarRules {
  /** IANA name of the bank's time zone. */
  readonly zone: string;
  /** Days on which the bank is closed beside those of TARGET. */
  readonly extraHolidays: readonly Temporal.PlainDate[];
  readonly products: Readonly<Record<PaymentProduct, ProductRules>>;
}

/** A longer closure is an error in the rules; the limit ends the search for a business day. */
const closedDaysMax = 366;
/** A year and the weeks around it. */
export const calendarDaysMax = 400;

/**
 * Returns the rules of a bank that has set none. Each product with cycles has one after its cut-off, so that an order
 * accepted in time is settled on the same day, and one missed still reaches the creditor's bank on the next business
 * day, as PSD2 art. 83 demands. The times fit TARGET, which closes at 18:00 Central European Time and at 17:00 for
 * payments of customers; they are local times of the bank, so a bank whose clock is behind sets earlier ones.
 */
export function defaultCalendarRules(zone: string): CalendarRules {
  return {
    zone,
    extraHolidays: [],
    products: {
      'sepa-credit-transfers': {
        days: 'target',
        cutOff: new Temporal.PlainTime(17),
        cycles: [
          // Before opening hours, for orders of weekends and nights.
          new Temporal.PlainTime(7),
          new Temporal.PlainTime(10),
          new Temporal.PlainTime(13),
          new Temporal.PlainTime(15, 30),
          new Temporal.PlainTime(17, 30),
        ],
      },
      'instant-sepa-credit-transfers': { days: 'every-day', cycles: [] },
      'target-2-payments': { days: 'target', cutOff: new Temporal.PlainTime(16), cycles: [] },
      'cross-border-credit-transfers': {
        days: 'target',
        cutOff: new Temporal.PlainTime(14),
        cycles: [new Temporal.PlainTime(15)],
      },
    },
  };
}

/** Tells whether the bank executes orders of a product on a day. */
export function isBusinessDay(
  { extraHolidays, products }: CalendarRules,
  product: PaymentProduct,
  date: Temporal.PlainDate,
): boolean {
  switch (products[product].days) {
    case 'every-day':
      return true;
    case 'target':
      return isTargetDay(date) && !extraHolidays.some((holiday) => holiday.equals(date));
  }
}

/** Returns the day itself if it is a business day of the product, otherwise the first one after it. */
export function nextBusinessDay(
  rules: CalendarRules,
  product: PaymentProduct,
  date: Temporal.PlainDate,
): Temporal.PlainDate {
  for (let days = 0; days <= closedDaysMax; days += 1) {
    const candidate = date.add({ days });
    if (isBusinessDay(rules, product, candidate)) return candidate;
  }
  assert.fail(`no business day for ${product} within ${closedDaysMax} days after ${date.toString()}`);
}

/** When an order was accepted, and the day on which the customer wants it executed. */
export interface OrderDates {
  readonly acceptedAt: Temporal.Instant;
  readonly requested?: Temporal.PlainDate;
}

/**
 * Returns the day on which an order is executed: the requested day or the first business day after it, never before
 * the day of acceptance, and never on that day if the order was accepted at or after the cut-off.
 */
export function executionDateOf(
  rules: CalendarRules,
  product: PaymentProduct,
  { acceptedAt, requested }: OrderDates,
): Temporal.PlainDate {
  const accepted = localDateOf(rules, acceptedAt);
  const cutOff = cutOffOf(rules, product, accepted);
  const isTooLate = cutOff !== undefined && Temporal.Instant.compare(acceptedAt, cutOff) >= 0;
  const earliest = isTooLate ? accepted.add({ days: 1 }) : accepted;
  const isLater = requested !== undefined && Temporal.PlainDate.compare(requested, earliest) > 0;
  return nextBusinessDay(rules, product, isLater ? requested : earliest);
}

/**
 * Returns the moment from which on orders of a day are executed: its first local moment, which is 01:00 where clocks
 * skip midnight. It has passed for an order that is executed on the day of its acceptance; such an order is due at once.
 */
export function executionStartOf(
  { zone }: Pick<CalendarRules, 'zone'>,
  executionDate: Temporal.PlainDate,
): Temporal.Instant {
  return executionDate.toZonedDateTime(zone).toInstant();
}

/**
 * Returns when an order executed at a moment is settled: at once, or in the next cycle; an order executed in the moment
 * of a cycle waits for the one after it. On a closed day, which begins while a late order is executed, nothing is settled:
 * the order waits for the first cycle, or the first moment, of the next business day. The local day of the result is the
 * value date of a creditor at another bank.
 */
export function settlementAt(
  rules: CalendarRules,
  product: PaymentProduct,
  executedAt: Temporal.Instant,
): Temporal.Instant {
  const executed = localDateOf(rules, executedAt);
  const day = nextBusinessDay(rules, product, executed);
  const { cycles } = rules.products[product];
  if (cycles.length === 0) return day.equals(executed) ? executedAt : executionStartOf(rules, day);
  return (
    firstCycleAfter(executedAt, { rules, cycles, day }) ??
    // Every cycle of a later day is after the moment of execution.
    firstCycleAfter(executedAt, {
      rules,
      cycles,
      day: nextBusinessDay(rules, product, day.add({ days: 1 })),
    }) ??
    assert.fail(`no cycle of ${product} after ${executedAt.toString()}`)
  );
}

interface CyclesOfDay {
  readonly rules: CalendarRules;
  readonly cycles: readonly Temporal.PlainTime[];
  readonly day: Temporal.PlainDate;
}

/** Compares moments, not local times: where clocks skip an hour, a cycle in it is moved behind cycles with a later time. */
function firstCycleAfter(
  executedAt: Temporal.Instant,
  { rules, cycles, day }: CyclesOfDay,
): Temporal.Instant | undefined {
  return cycles
    .map((time) => momentOf(rules, day, time))
    .filter((moment) => Temporal.Instant.compare(moment, executedAt) > 0)
    .toSorted((one, other) => Temporal.Instant.compare(one, other))
    .at(0);
}

/** A day in the calendar of a product. */
export interface CalendarDay {
  readonly date: Temporal.PlainDate;
  readonly isBusinessDay: boolean;
  /** Orders accepted from this moment on are executed on a later day. Undefined on a closed day, or without a cut-off. */
  readonly cutOff: Temporal.Instant | undefined;
}

/** Returns the calendar of a product from a day to another, both included. */
export function calendarDays(
  rules: CalendarRules,
  product: PaymentProduct,
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
): readonly CalendarDay[] {
  const length = from.until(to, { largestUnit: 'days' }).days + 1;
  assert(
    length >= 1 && length <= calendarDaysMax,
    `a calendar has 1 to ${calendarDaysMax} days, not ${length}`,
  );
  return Array.from({ length }, (_, days) => {
    const date = from.add({ days });
    const isOpen = isBusinessDay(rules, product, date);
    return { date, isBusinessDay: isOpen, cutOff: isOpen ? cutOffOf(rules, product, date) : undefined };
  });
}

function cutOffOf(
  rules: CalendarRules,
  product: PaymentProduct,
  date: Temporal.PlainDate,
): Temporal.Instant | undefined {
  const { cutOff } = rules.products[product];
  return cutOff === undefined ? undefined : momentOf(rules, date, cutOff);
}

/**
 * Returns the one moment of a local time on a day. A time that clocks skip is later by the length of the gap; of a time
 * that exists twice, the first counts. So each day has each cut-off and each cycle once, and an order accepted after
 * another one is never executed before it.
 */
function momentOf(
  { zone }: CalendarRules,
  date: Temporal.PlainDate,
  time: Temporal.PlainTime,
): Temporal.Instant {
  return date.toPlainDateTime(time).toZonedDateTime(zone, { disambiguation: 'compatible' }).toInstant();
}

function localDateOf({ zone }: CalendarRules, moment: Temporal.Instant): Temporal.PlainDate {
  return moment.toZonedDateTimeISO(zone).toPlainDate();
}
