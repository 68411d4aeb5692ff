import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { randomRuns } from '#platform/testing/random-runs.ts';
import {
  type CalendarRules,
  calendarDays,
  executionDateOf,
  executionStartOf,
  settlementAt,
} from './calendar.ts';
import { type PaymentProduct, paymentProducts } from './payment-product.ts';
import { isTargetDay, targetHolidays } from './target-days.ts';

/** The closing days of TARGET, written out from the known dates of Easter; nothing here is computed. */
const listedHolidays: Readonly<Record<string, readonly string[]>> = {
  2024: ['2024-01-01', '2024-03-29', '2024-04-01', '2024-05-01', '2024-12-25', '2024-12-26'],
  2025: ['2025-01-01', '2025-04-18', '2025-04-21', '2025-05-01', '2025-12-25', '2025-12-26'],
  2026: ['2026-01-01', '2026-04-03', '2026-04-06', '2026-05-01', '2026-12-25', '2026-12-26'],
  2027: ['2027-01-01', '2027-03-26', '2027-03-29', '2027-05-01', '2027-12-25', '2027-12-26'],
  2028: ['2028-01-01', '2028-04-14', '2028-04-17', '2028-05-01', '2028-12-25', '2028-12-26'],
  2029: ['2029-01-01', '2029-03-30', '2029-04-02', '2029-05-01', '2029-12-25', '2029-12-26'],
  2030: ['2030-01-01', '2030-04-19', '2030-04-22', '2030-05-01', '2030-12-25', '2030-12-26'],
  2031: ['2031-01-01', '2031-04-11', '2031-04-14', '2031-05-01', '2031-12-25', '2031-12-26'],
  2032: ['2032-01-01', '2032-03-26', '2032-03-29', '2032-05-01', '2032-12-25', '2032-12-26'],
  2033: ['2033-01-01', '2033-04-15', '2033-04-18', '2033-05-01', '2033-12-25', '2033-12-26'],
};
const years = Object.keys(listedHolidays).map(Number);
const closedByTarget = new Set(Object.values(listedHolidays).flat());
const zones = ['Europe/Berlin', 'Europe/Lisbon', 'Europe/Athens', 'Asia/Beirut'] as const;
type Zone = (typeof zones)[number];

// The reference: milliseconds since 1970 and ISO dates as text, one day after the other, no Temporal. It shares no
// code with the product; only the clock changes come from the same tables, through Intl.
const minuteMs = 60_000;
const quarterMs = 15 * minuteMs;
const dayMs = 24 * 60 * minuteMs;

interface ReferenceRules {
  readonly product: PaymentProduct;
  readonly zone: Zone;
  readonly holidays: ReadonlySet<string>;
  readonly isEveryDay: boolean;
  /** Minutes of the day. */
  readonly cutOff: number | undefined;
  readonly cycles: readonly number[];
}

/** Offsets of a zone, each with the moment from which on it is in force, until after the last year. */
type Offsets = readonly { readonly from: number; readonly offsetMs: number }[];

function offsetsOf(zone: string): Offsets {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  const read = (at: number): number => {
    const [, sign = '+', hours = '0', minutes = '0'] =
      /GMT(?:([+-])(\d\d):(\d\d))?$/.exec(format.format(at)) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * minuteMs;
  };
  const first = Date.UTC(2023, 11, 1);
  const found = [{ from: first, offsetMs: read(first) }];
  for (let day = first; day < Date.UTC(2034, 2, 1); day += dayMs) {
    if (read(day + dayMs) === found.at(-1)?.offsetMs) continue;
    for (let at = day; at <= day + dayMs; at += quarterMs) {
      const offsetMs = read(at);
      if (offsetMs !== found.at(-1)?.offsetMs) found.push({ from: at, offsetMs });
    }
  }
  return found;
}

const offsets = new Map(zones.map((zone) => [zone, offsetsOf(zone)]));
const changesIn = (zone: Zone): Offsets => offsets.get(zone) ?? [];
const offsetAt = (zone: Zone, at: number): number =>
  changesIn(zone).findLast(({ from }) => from <= at)?.offsetMs ?? Number.NaN;
const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const localDay = (zone: Zone, at: number): string => isoDay(at + offsetAt(zone, at));
const dayAfter = (date: string): string => isoDay(Date.parse(date) + dayMs);

/** Walks from the evening before until the clocks show the day; no zone here is four hours ahead. */
function firstMoment(zone: Zone, date: string): number {
  const midnight = Date.parse(date);
  let at = midnight - 4 * 60 * minuteMs;
  while (at + offsetAt(zone, at) < midnight) at += quarterMs;
  return at;
}

/** Looks for the first moment at which the clocks show the time; if none, the time counts from the last clock before. */
function momentOf(zone: Zone, date: string, minutes: number): number {
  const shown = Date.parse(date) + minutes * minuteMs;
  const moments = [...new Set(changesIn(zone).map(({ offsetMs }) => offsetMs))]
    .map((offsetMs) => shown - offsetMs)
    .filter((at) => at + offsetAt(zone, at) === shown);
  return moments.length > 0 ? Math.min(...moments) : shown - offsetAt(zone, shown - dayMs);
}

function isOpenByTable(date: string): boolean {
  return ![0, 6].includes(new Date(date).getUTCDay()) && !closedByTarget.has(date);
}

function isOpen({ isEveryDay, holidays }: ReferenceRules, date: string): boolean {
  return isEveryDay || (isOpenByTable(date) && !holidays.has(date));
}

function referenceExecution(
  rules: ReferenceRules,
  acceptedAt: number,
  requested: string | undefined,
): string {
  const { cutOff, zone } = rules;
  const today = localDay(zone, acceptedAt);
  for (let date = today; ; date = dayAfter(date)) {
    const isMissed = date === today && cutOff !== undefined && acceptedAt >= momentOf(zone, date, cutOff);
    if (isOpen(rules, date) && !isMissed && date >= (requested ?? date)) return date;
  }
}

function referenceSettlement(rules: ReferenceRules, executedAt: number): number {
  const { cycles, zone } = rules;
  for (let date = localDay(zone, executedAt); ; date = dayAfter(date)) {
    if (!isOpen(rules, date)) continue;
    if (cycles.length === 0) return Math.max(executedAt, firstMoment(zone, date));
    const due = cycles.map((minutes) => momentOf(zone, date, minutes)).filter((at) => at > executedAt);
    if (due.length > 0) return Math.min(...due);
  }
}

function toRules({ product, zone, holidays, isEveryDay, cutOff, cycles }: ReferenceRules): CalendarRules {
  const timeOf = (minutes: number): Temporal.PlainTime =>
    new Temporal.PlainTime(Math.floor(minutes / 60), minutes % 60);
  const rules = {
    days: isEveryDay ? 'every-day' : 'target',
    cycles: cycles.map(timeOf),
    ...(cutOff === undefined ? {} : { cutOff: timeOf(cutOff) }),
  } as const;
  // The other products must not matter: each has the opposite day rule.
  const others = { days: isEveryDay ? 'target' : 'every-day', cycles: [] } as const;
  return {
    zone,
    extraHolidays: [...holidays].map((date) => Temporal.PlainDate.from(date)),
    products: {
      'sepa-credit-transfers': others,
      'instant-sepa-credit-transfers': others,
      'target-2-payments': others,
      'cross-border-credit-transfers': others,
      [product]: rules,
    },
  };
}

/** Times of the day, many of them near the hours that clocks skip or repeat. */
const anyTime = fc.oneof(
  fc.integer({ min: -5, max: 16 }).map((quarters) => (quarters * 15 + 1440) % 1440),
  fc.integer({ min: 0, max: 1439 }),
);

const daysInAll = 3_653;
const anyRules = fc.record({
  product: fc.constantFrom(...paymentProducts),
  // Runs of closed days, some of them longer than a week.
  closures: fc.array(fc.record({ day: fc.nat(daysInAll), length: fc.integer({ min: 1, max: 10 }) }), {
    maxLength: 6,
  }),
  isEveryDay: fc.boolean(),
  cutOff: fc.option(anyTime, { nil: undefined }),
  cycles: fc.array(anyTime, { maxLength: 4 }),
});

/** A moment in a year: any, near a change of the clock, or near a cut-off or a cycle. */
const anyMoment = fc.record({
  near: fc.constantFrom('nothing', 'clock-change', 'rule'),
  day: fc.nat(364),
  minutes: fc.nat(1439),
  nudgeMs: fc.constantFrom(-1, 0, 1),
  requestedAfterDays: fc.option(fc.integer({ min: -5, max: 15 }), { nil: undefined }),
});
type Moment = typeof anyMoment extends fc.Arbitrary<infer Value> ? Value : never;

function momentIn(year: number, { near, day, minutes, nudgeMs }: Moment, rules: ReferenceRules): number {
  const start = Date.UTC(year, 0, 1) + day * dayMs;
  switch (near) {
    case 'nothing':
      return start + minutes * minuteMs;
    case 'clock-change': {
      const changes = changesIn(rules.zone).filter(({ from }) => new Date(from).getUTCFullYear() === year);
      const change = changes[day % Math.max(changes.length, 1)]?.from ?? start;
      return change + ((minutes % 25) - 12) * quarterMs + nudgeMs;
    }
    case 'rule': {
      const times = [rules.cutOff ?? minutes, ...rules.cycles];
      return momentOf(rules.zone, isoDay(start), times[minutes % times.length] ?? minutes) + nudgeMs;
    }
  }
}

interface Cell {
  readonly reference: ReferenceRules;
  readonly rules: CalendarRules;
  readonly at: number;
  readonly requested: string | undefined;
}

function expectedIn({ reference, at, requested }: Cell): readonly unknown[] {
  const { cutOff, zone } = reference;
  const date = referenceExecution(reference, at, requested);
  const today = localDay(zone, at);
  const isOpenToday = isOpen(reference, today);
  return [
    date,
    firstMoment(zone, date),
    referenceSettlement(reference, at),
    [today, isOpenToday, isOpenToday && cutOff !== undefined ? momentOf(zone, today, cutOff) : undefined],
  ];
}

function actualIn({ reference: { product }, rules, at, requested }: Cell): readonly unknown[] {
  const moment = Temporal.Instant.fromEpochMilliseconds(at);
  const date = executionDateOf(rules, product, {
    acceptedAt: moment,
    ...(requested === undefined ? {} : { requested: Temporal.PlainDate.from(requested) }),
  });
  const today = moment.toZonedDateTimeISO(rules.zone).toPlainDate();
  return [
    date.toString(),
    executionStartOf(rules, date).epochMilliseconds,
    settlementAt(rules, product, moment).epochMilliseconds,
    calendarDays(rules, product, today, today).flatMap((day) => [
      day.date.toString(),
      day.isBusinessDay,
      day.cutOff?.epochMilliseconds,
    ]),
  ];
}

describe('in the years 2024 to 2033', () => {
  test.each(years)('the computed holidays of %i are the listed ones', (year) => {
    expect(targetHolidays(year).map(String)).toEqual(listedHolidays[year]);
  });

  test('TARGET is open on each day that is neither on a weekend nor listed as closed', () => {
    const wrong = Array.from({ length: daysInAll }, (_, day) =>
      isoDay(Date.UTC(2024, 0, 1) + day * dayMs),
    ).filter((date) => isTargetDay(Temporal.PlainDate.from(date)) !== isOpenByTable(date));
    expect(wrong).toEqual([]);
  });

  test('the clocks of each zone change twice a year, so that random moments near a change exist', () => {
    // Morocco has ended its changes; if a zone of this list does, another one takes its place.
    expect(zones.map((zone) => changesIn(zone).length - 1)).toEqual([20, 20, 20, 20]);
  });

  test('random rules give the dates and moments of the reference, in four zones and each year', () => {
    const cells = zones.flatMap((zone) => years.map((year) => ({ zone, year })));
    const moments = fc.array(anyMoment, { minLength: cells.length, maxLength: cells.length });
    fc.assert(
      fc.property(anyRules, moments, ({ closures, ...drawn }, drawnMoments) => {
        const holidays = new Set(
          closures.flatMap(({ day, length }) =>
            Array.from({ length }, (_, index) => isoDay(Date.UTC(2024, 0, 1) + (day + index) * dayMs)),
          ),
        );
        const rules = toRules({ ...drawn, zone: zones[0], holidays });
        const drawnCells = drawnMoments.map((moment, index): Cell => {
          const { zone, year } = cells[index] ?? { zone: zones[0], year: 2024 };
          const reference = { ...drawn, zone, holidays };
          const at = momentIn(year, moment, reference);
          const { requestedAfterDays: days } = moment;
          const requested = days === undefined ? undefined : isoDay(at + days * dayMs);
          return { reference, rules: { ...rules, zone }, at, requested };
        });
        expect(drawnCells.map(actualIn)).toEqual(drawnCells.map(expectedIn));
      }),
      { numRuns: randomRuns(1_000) },
    );
  });
});
