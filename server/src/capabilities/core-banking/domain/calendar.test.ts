import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import {
  type CalendarRules,
  calendarDays,
  calendarDaysMax,
  defaultCalendarRules,
  executionDateOf,
  executionStartOf,
  isBusinessDay,
  nextBusinessDay,
  type ProductRules,
  settlementAt,
} from './calendar.ts';
import { type PaymentProduct, paymentProducts } from './payment-product.ts';

const berlin = defaultCalendarRules('Europe/Berlin');
const transfer = 'sepa-credit-transfers';
const instant = 'instant-sepa-credit-transfers';
const target2 = 'target-2-payments';
const crossBorder = 'cross-border-credit-transfers';

const day = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text);
const time = (text: string): Temporal.PlainTime => Temporal.PlainTime.from(text);
const utc = (text: string): Temporal.Instant => Temporal.Instant.from(`${text}Z`);
/** A moment in Berlin; none of those named here is skipped or repeated. */
const at = (local: string): Temporal.Instant =>
  Temporal.PlainDateTime.from(local)
    .toZonedDateTime('Europe/Berlin', { disambiguation: 'reject' })
    .toInstant();
const inBerlin = (moment: Temporal.Instant): string =>
  moment.toZonedDateTimeISO('Europe/Berlin').toPlainDateTime().toString();

/** The default rules of a zone with other ones for transfers, on every day unless said otherwise. */
function withTransferRules(zone: string, rules: Partial<ProductRules>): CalendarRules {
  const { products, ...calendar } = defaultCalendarRules(zone);
  return { ...calendar, products: { ...products, [transfer]: { days: 'every-day', cycles: [], ...rules } } };
}

test('a bank that sets no times settles transfers in five cycles a day, the last after the cut-off', () => {
  const times = Object.entries(berlin.products).map(([product, { cutOff, cycles }]) => [
    product,
    cutOff?.toString({ smallestUnit: 'minute' }),
    cycles.map((cycle) => cycle.toString({ smallestUnit: 'minute' })),
  ]);
  expect(times).toEqual([
    [transfer, '17:00', ['07:00', '10:00', '13:00', '15:30', '17:30']],
    [instant, undefined, []],
    [target2, '16:00', []],
    [crossBorder, '14:00', ['15:00']],
  ]);
});

describe('a business day', () => {
  const rules = { ...berlin, extraHolidays: [day('2026-10-05'), day('2026-12-24')] };

  test.each<[PaymentProduct, string, boolean, string]>([
    [transfer, '2026-10-02', true, '2026-10-02'],
    [transfer, '2026-10-03', false, '2026-10-06'],
    [transfer, '2026-10-05', false, '2026-10-06'],
    [crossBorder, '2026-10-05', false, '2026-10-06'],
    [target2, '2026-12-24', false, '2026-12-28'],
    [transfer, '2026-04-03', false, '2026-04-07'],
    [transfer, '2026-12-31', true, '2026-12-31'],
    [transfer, '2027-01-01', false, '2027-01-04'],
    [instant, '2026-10-03', true, '2026-10-03'],
    [instant, '2026-12-24', true, '2026-12-24'],
    [instant, '2026-12-25', true, '2026-12-25'],
  ])('of %s: %s is one: %s, the next is %s', (product, date, isOne, next) => {
    expect(isBusinessDay(rules, product, day(date))).toBe(isOne);
    expect(nextBusinessDay(rules, product, day(date)).toString()).toBe(next);
  });

  test('is searched for at most a year, because a longer closure is an error in the rules', () => {
    const rules = {
      ...berlin,
      extraHolidays: Array.from({ length: 365 }, (_, days) => day('2026-01-01').add({ days })),
    };
    expect(nextBusinessDay(rules, transfer, day('2026-01-03')).toString()).toBe('2027-01-04');
    expect(() => nextBusinessDay(rules, transfer, day('2026-01-02'))).toThrow(
      'no business day for sepa-credit-transfers within 366 days after 2026-01-02',
    );
  });
});

describe('the execution date', () => {
  const dateOf = (product: PaymentProduct, accepted: string, requested?: string): string =>
    executionDateOf(berlin, product, {
      acceptedAt: at(accepted),
      ...(requested === undefined ? {} : { requested: day(requested) }),
    }).toString();

  test.each<[PaymentProduct, string, string]>([
    [transfer, '2026-06-11T00:00:00', '2026-06-11'],
    [transfer, '2026-06-11T16:59:59.999999999', '2026-06-11'],
    [transfer, '2026-06-11T17:00:00', '2026-06-12'],
    [transfer, '2026-06-11T23:59:59.999', '2026-06-12'],
    [transfer, '2026-06-12T17:00:00', '2026-06-15'],
    [transfer, '2026-06-13T09:00:00', '2026-06-15'],
    [transfer, '2026-06-14T18:00:00', '2026-06-15'],
    [target2, '2026-06-11T15:59:59', '2026-06-11'],
    [target2, '2026-06-11T16:00:00', '2026-06-12'],
    [crossBorder, '2026-06-11T13:59:59', '2026-06-11'],
    [crossBorder, '2026-06-11T14:00:00', '2026-06-12'],
    [instant, '2026-06-13T23:59:59.999', '2026-06-13'],
    [instant, '2026-12-25T12:00:00', '2026-12-25'],
    // Maundy Thursday after the cut-off: Good Friday, the weekend and Easter Monday are closed.
    [transfer, '2026-04-02T17:00:00', '2026-04-07'],
    [transfer, '2026-12-31T17:00:00', '2027-01-04'],
  ])('of %s accepted at %s is %s', (product, accepted, expected) => {
    expect(dateOf(product, accepted)).toBe(expected);
  });

  test.each<[string, string, string, string]>([
    ['the requested business day', '2026-06-11T12:00', '2026-06-17', '2026-06-17'],
    ['the requested day also after the cut-off of today', '2026-06-11T18:00', '2026-06-12', '2026-06-12'],
    ['the first business day after a requested weekend', '2026-06-11T12:00', '2026-06-20', '2026-06-22'],
    ['today if today is requested in time', '2026-06-11T12:00', '2026-06-11', '2026-06-11'],
    ['the next business day if today is requested too late', '2026-06-12T17:00', '2026-06-12', '2026-06-15'],
    ['never before the acceptance', '2026-06-11T12:00', '2026-06-01', '2026-06-11'],
  ])('is %s', (_name, accepted, requested, expected) => {
    expect(dateOf(transfer, accepted, requested)).toBe(expected);
  });

  test('is a day of the zone of the bank', () => {
    const acceptedAt = utc('2026-06-10T22:30');
    const dates = ['Europe/Berlin', 'Europe/Lisbon', 'Europe/Athens'].map((zone) =>
      executionDateOf(defaultCalendarRules(zone), instant, { acceptedAt }).toString(),
    );
    expect(dates).toEqual(['2026-06-11', '2026-06-10', '2026-06-11']);
  });
});

describe('the settlement', () => {
  test.each<[PaymentProduct, string, string]>([
    [transfer, '2026-06-11T00:00:00', '2026-06-11T07:00:00'],
    [transfer, '2026-06-11T06:59:59.999', '2026-06-11T07:00:00'],
    [transfer, '2026-06-11T07:00:00', '2026-06-11T10:00:00'],
    [transfer, '2026-06-11T17:00:00', '2026-06-11T17:30:00'],
    [transfer, '2026-06-11T17:30:00', '2026-06-12T07:00:00'],
    [transfer, '2026-06-12T17:30:00', '2026-06-15T07:00:00'],
    [transfer, '2026-06-13T12:00:00', '2026-06-15T07:00:00'],
    [crossBorder, '2026-06-11T14:59:59', '2026-06-11T15:00:00'],
    [crossBorder, '2026-06-11T15:00:00', '2026-06-12T15:00:00'],
    [target2, '2026-06-11T17:45:00', '2026-06-11T17:45:00'],
    [target2, '2026-06-13T00:00:10', '2026-06-15T00:00:00'],
    [instant, '2026-06-13T00:00:10', '2026-06-13T00:00:10'],
    [instant, '2026-12-25T12:00:00', '2026-12-25T12:00:00'],
  ])('of %s executed at %s is at %s', (product, executed, expected) => {
    expect(inBerlin(settlementAt(berlin, product, at(executed)))).toBe(expected);
  });

  test('of every product accepted before its cut-off is on the same day under the default rules', () => {
    for (const product of paymentProducts) {
      const { cutOff = time('23:59:59') } = berlin.products[product];
      const executedAt = day('2026-06-11')
        .toZonedDateTime({ timeZone: 'Europe/Berlin', plainTime: cutOff })
        .toInstant();
      expect(inBerlin(settlementAt(berlin, product, executedAt))).toMatch(/^2026-06-11T/);
    }
  });
});

describe('the calendar of a product', () => {
  test('has a cut-off on business days only', () => {
    const days = calendarDays(berlin, transfer, day('2026-04-30'), day('2026-05-04'));
    expect(
      days.map(({ date, isBusinessDay: isOpen, cutOff }) => [
        date.toString(),
        isOpen,
        cutOff && inBerlin(cutOff),
      ]),
    ).toEqual([
      ['2026-04-30', true, '2026-04-30T17:00:00'],
      ['2026-05-01', false, undefined],
      ['2026-05-02', false, undefined],
      ['2026-05-03', false, undefined],
      ['2026-05-04', true, '2026-05-04T17:00:00'],
    ]);
  });

  test('has no cut-off for instant payments', () => {
    const days = calendarDays(berlin, instant, day('2026-12-24'), day('2026-12-26'));
    expect(days.map(({ isBusinessDay: isOpen, cutOff }) => [isOpen, cutOff])).toEqual(
      Array.from({ length: 3 }, () => [true, undefined]),
    );
  });

  test('has from 1 to 400 days', () => {
    const from = day('2026-01-01');
    const until = (days: number): number => calendarDays(berlin, transfer, from, from.add({ days })).length;
    expect(until(0)).toBe(1);
    expect(until(calendarDaysMax - 1)).toBe(400);
    expect(() => until(calendarDaysMax)).toThrow('a calendar has 1 to 400 days, not 401');
    expect(() => until(-1)).toThrow('a calendar has 1 to 400 days, not 0');
  });
});

// The changes of the clock below are past, so that no decision of a government moves them.
describe('where clocks change', () => {
  describe('an order is accepted in time until the one moment of the cut-off', () => {
    const cases: readonly (readonly [
      zone: string,
      date: string,
      cutOff: string,
      moment: string,
      why: string,
    ])[] = [
      ['Europe/Berlin', '2024-03-31', '02:00', '2024-03-31T01:00', 'skipped, the first moment of the gap'],
      ['Europe/Berlin', '2024-03-31', '02:30', '2024-03-31T01:30', 'skipped, moved to 03:30'],
      ['Europe/Berlin', '2024-03-31', '03:00', '2024-03-31T01:00', 'the first moment after the gap'],
      ['Europe/Berlin', '2024-03-31', '17:00', '2024-03-31T15:00', 'summer time since the morning'],
      ['Europe/Berlin', '2024-10-27', '01:59', '2024-10-26T23:59', 'before the repeated hour'],
      ['Europe/Berlin', '2024-10-27', '02:00', '2024-10-27T00:00', 'twice, the first'],
      ['Europe/Berlin', '2024-10-27', '02:30', '2024-10-27T00:30', 'twice, the first'],
      ['Europe/Berlin', '2024-10-27', '03:00', '2024-10-27T02:00', 'after the repeated hour'],
      ['Europe/Lisbon', '2024-03-31', '01:30', '2024-03-31T01:30', 'skipped, moved to 02:30'],
      ['Europe/Lisbon', '2024-10-27', '01:30', '2024-10-27T00:30', 'twice, the first'],
      ['Europe/Athens', '2024-03-31', '03:30', '2024-03-31T01:30', 'skipped, moved to 04:30'],
      ['Europe/Athens', '2024-10-27', '03:30', '2024-10-27T00:30', 'twice, the first'],
      ['Atlantic/Azores', '2024-03-31', '00:00', '2024-03-31T01:00', 'midnight skipped, moved to 01:00'],
      ['Atlantic/Azores', '2024-10-27', '00:30', '2024-10-27T00:30', 'twice, the first, from midnight on'],
      ['Asia/Beirut', '2024-03-31', '00:30', '2024-03-30T22:30', 'skipped from midnight on, moved to 01:30'],
      ['Asia/Beirut', '2024-10-26', '23:30', '2024-10-26T20:30', 'twice, the first, until midnight'],
      [
        'Africa/Casablanca',
        '2024-03-10',
        '02:30',
        '2024-03-10T01:30',
        'twice when Ramadan begins, the first',
      ],
      [
        'Africa/Casablanca',
        '2024-04-14',
        '02:30',
        '2024-04-14T02:30',
        'skipped when Ramadan ends, moved to 03:30',
      ],
    ];

    test.each(cases)('%s, %s %s: %sZ (%s)', (zone, date, cutOff, moment) => {
      const rules = withTransferRules(zone, { cutOff: time(cutOff) });
      const dateAt = (acceptedAt: Temporal.Instant): string =>
        executionDateOf(rules, transfer, { acceptedAt }).toString();
      const nextDate = day(date).add({ days: 1 }).toString();
      expect(calendarDays(rules, transfer, day(date), day(date))[0]?.cutOff).toEqual(utc(moment));
      // Before a cut-off at midnight it is the day before, whose own cut-off at midnight has passed.
      expect(dateAt(utc(moment).subtract({ nanoseconds: 1 }))).toBe(date);
      expect(dateAt(utc(moment))).toBe(nextDate);
      // Also in the second pass of a repeated hour, whose local times are before the cut-off again.
      expect(dateAt(utc(moment).add({ minutes: 29 }))).toBe(nextDate);
    });
  });

  test.each([
    ['Europe/Berlin', '2024-03-31', '2024-03-30T23:00', 23],
    ['Europe/Berlin', '2024-10-27', '2024-10-26T22:00', 25],
    ['Europe/Lisbon', '2024-03-31', '2024-03-31T00:00', 23],
    ['Europe/Lisbon', '2024-10-27', '2024-10-26T23:00', 25],
    ['Europe/Athens', '2024-03-31', '2024-03-30T22:00', 23],
    ['Europe/Athens', '2024-10-27', '2024-10-26T21:00', 25],
    // Begins at 01:00, because clocks skip midnight.
    ['Atlantic/Azores', '2024-03-31', '2024-03-31T01:00', 23],
    // Has midnight twice and begins with the first.
    ['Atlantic/Azores', '2024-10-27', '2024-10-27T00:00', 25],
    ['Asia/Beirut', '2024-03-31', '2024-03-30T22:00', 23],
    ['Asia/Beirut', '2024-10-26', '2024-10-25T21:00', 25],
    ['Asia/Beirut', '2024-10-27', '2024-10-26T22:00', 24],
    ['Africa/Casablanca', '2024-03-10', '2024-03-09T23:00', 25],
    ['Africa/Casablanca', '2024-04-14', '2024-04-14T00:00', 23],
  ])('in %s the execution of %s starts at %sZ, and the day has %i hours', (zone, date, start, hours) => {
    const startsAt = executionStartOf({ zone }, day(date));
    expect(startsAt).toEqual(utc(start));
    expect(executionStartOf({ zone }, day(date).add({ days: 1 }))).toEqual(startsAt.add({ hours }));
    expect(startsAt.subtract({ nanoseconds: 1 }).toZonedDateTimeISO(zone).toPlainDate()).toEqual(
      day(date).subtract({ days: 1 }),
    );
  });

  test('a skipped cycle is moved behind a cycle with a later time', () => {
    const rules = withTransferRules('Europe/Berlin', {
      cycles: [time('02:30'), time('03:00'), time('04:00')],
    });
    const settled = (executed: string): Temporal.Instant => settlementAt(rules, transfer, utc(executed));
    expect(settled('2024-03-31T00:59')).toEqual(utc('2024-03-31T01:00'));
    expect(settled('2024-03-31T01:00')).toEqual(utc('2024-03-31T01:30'));
    expect(settled('2024-03-31T01:30')).toEqual(utc('2024-03-31T02:00'));
  });

  test('a repeated cycle takes place once', () => {
    const rules = withTransferRules('Europe/Berlin', { cycles: [time('02:30')] });
    const settled = (executed: string): Temporal.Instant => settlementAt(rules, transfer, utc(executed));
    expect(settled('2024-10-27T00:29')).toEqual(utc('2024-10-27T00:30'));
    expect(settled('2024-10-27T00:30')).toEqual(utc('2024-10-28T01:30'));
    expect(settled('2024-10-27T01:29')).toEqual(utc('2024-10-28T01:30'));
  });
});
