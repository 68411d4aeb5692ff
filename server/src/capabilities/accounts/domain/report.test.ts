import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { bookingStatuses, planReport, type ReportChoices, type SentReport } from './report.ts';

const day = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text);
const everything: ReportChoices = {
  bookingStatuses: new Set(bookingStatuses),
  isEntryReferenceSupported: true,
  isDeltaSupported: true,
  pageMax: 100,
};
const sent = (more: Partial<SentReport>): SentReport => ({
  bookingStatus: 'booked',
  deltaList: false,
  ...more,
});
const from = day('2026-11-01');

describe('a report', () => {
  test.each([
    ['by days', { dateFrom: from }, { kind: 'day', day: from }],
    ['after an entry', { entryReferenceFrom: '7', dateFrom: from }, { kind: 'entry', reference: '7' }],
    ['since the last one', { deltaList: true, dateFrom: from }, { kind: 'last-report' }],
  ] as const)('%s begins there', (_, more, start) => {
    expect(planReport(sent(more), everything)).toMatchObject({ entries: { start, pageSize: 20 } });
  });

  test.each([
    ['without a beginning', {}, { parameter: 'dateFrom', kind: 'missing' }],
    [
      'with two beginnings',
      { deltaList: true, entryReferenceFrom: '7' },
      { parameter: 'deltaList', kind: 'combined' },
    ],
    [
      'that ends before it begins',
      { dateFrom: from, dateTo: day('2026-10-31') },
      { parameter: 'dateTo', kind: 'reversed' },
    ],
    [
      'by the number of a page',
      { dateFrom: from, pageIndex: 1 },
      { parameter: 'pageIndex', kind: 'unsupported' },
    ],
  ] as const)('%s is a fault', (_, more, fault) => {
    expect(planReport(sent(more), everything)).toEqual(fault);
  });

  test('of one day is a report', () => {
    expect(planReport(sent({ dateFrom: from, dateTo: from, pageIndex: 0 }), everything)).toMatchObject({
      entries: { start: { day: from, to: from } },
    });
  });

  test('has pages that the bank allows', () => {
    expect(planReport(sent({ dateFrom: from, itemsPerPage: 5_000 }), everything)).toMatchObject({
      entries: { pageSize: 100 },
    });
  });
});

describe('a bank that offers less', () => {
  const less = { ...everything, isDeltaSupported: false, isEntryReferenceSupported: false };

  test.each(['deltaList', 'entryReferenceFrom'] as const)('refuses %s unless there are days', (parameter) => {
    const more = parameter === 'deltaList' ? { deltaList: true } : { entryReferenceFrom: '7' };
    expect(planReport(sent(more), less)).toEqual({ parameter, kind: 'unsupported' });
    expect(planReport(sent({ ...more, dateFrom: from }), less)).toMatchObject({
      entries: { start: { kind: 'day', day: from } },
    });
  });

  test.each(bookingStatuses)('refuses %s by itself', (bookingStatus) => {
    const others = new Set(bookingStatuses.filter((one) => one !== bookingStatus));
    const choices = { ...everything, bookingStatuses: others };
    expect(planReport(sent({ bookingStatus, dateFrom: from }), choices)).toEqual({
      parameter: 'bookingStatus',
      kind: 'unsupported',
    });
  });
});

test.each([
  ['booked', true, false],
  ['pending', true, false],
  ['both', true, false],
  ['information', false, true],
  ['all', true, true],
] as const)('%s has entries: %s, standing orders: %s', (bookingStatus, hasEntries, hasStandingOrders) => {
  const plan = planReport(sent({ bookingStatus, dateFrom: from }), everything);
  expect(plan).toMatchObject({ hasStandingOrders });
  expect('entries' in plan).toBe(hasEntries);
});

test('standing orders need no beginning', () => {
  expect(planReport(sent({ bookingStatus: 'information' }), everything)).toEqual({ hasStandingOrders: true });
});
