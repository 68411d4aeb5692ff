import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { mailboxStatuses } from './literals.ts';
import { archivedBefore, mailboxSpan, stateAfterReading, summaryOf } from './mailbox.ts';

const timeZone = 'Europe/Berlin';
const instant = (text: string): Temporal.Instant => Temporal.Instant.from(text);
const context = { now: instant('2026-11-15T10:00:00Z'), timeZone };
const spanOf = (from?: string, to?: string, at = context): string => {
  const span = mailboxSpan(
    {
      from: from === undefined ? undefined : instant(from),
      to: to === undefined ? undefined : instant(to),
    },
    at,
  );
  return typeof span === 'string' ? span : `${span.from.toString()} ${span.to.toString()}`;
};

describe('the time range of a list', () => {
  test('is ninety days up to the end of today at the bank, and never reaches beyond now', () => {
    // The day of the bank ends at 23:00 UTC; ninety days before, daylight saving time applies.
    expect(spanOf()).toBe('2026-08-17T22:00:00Z 2026-11-15T10:00:00Z');
  });

  test('uses the date at the bank, not UTC', () => {
    const late = { ...context, now: instant('2026-11-15T23:30:00Z') };
    expect(spanOf(undefined, undefined, late)).toBe('2026-08-18T22:00:00Z 2026-11-15T23:30:00Z');
  });

  test('begins ninety days before a given end', () => {
    expect(spanOf(undefined, '2026-06-30T12:00:00Z')).toBe('2026-04-01T12:00:00Z 2026-06-30T12:00:00Z');
  });

  test('may begin today or at its end, but not after it', () => {
    expect(spanOf('2026-11-15T22:59:59Z')).toBe('2026-11-15T22:59:59Z 2026-11-15T10:00:00Z');
    expect(spanOf('2026-11-15T23:00:00.001Z')).toBe('from-after-to');
    expect(spanOf('2026-01-02T00:00:00Z', '2026-01-02T00:00:00Z')).toBe(
      '2026-01-02T00:00:00Z 2026-01-02T00:00:00Z',
    );
    expect(spanOf('2026-01-02T00:00:00.001Z', '2026-01-02T00:00:00Z')).toBe('from-after-to');
  });

  test('is three years long at most', () => {
    expect(spanOf('2023-01-02T00:00:00Z', '2026-01-02T00:00:00Z')).toBe(
      '2023-01-02T00:00:00Z 2026-01-02T00:00:00Z',
    );
    expect(spanOf('2023-01-01T23:59:59Z', '2026-01-02T00:00:00Z')).toBe('span-too-long');
  });

  test('stays within the range of a database timestamp', () => {
    expect(spanOf(undefined, '0001-01-01T00:00:00Z')).toBe('0001-01-01T00:00:00Z 0001-01-01T00:00:00Z');
    expect(spanOf('2026-11-15T00:00:00Z', '9999-12-31T23:59:59.999Z')).toBe('span-too-long');
  });

  test('is ordered, within three years and not in the future, for any request', () => {
    const moment = fc
      .integer({ min: -62_135_596_800_000, max: 253_402_300_799_999 })
      .map((ms) => Temporal.Instant.fromEpochMilliseconds(ms));
    fc.assert(
      fc.property(
        fc.option(moment, { nil: undefined }),
        fc.option(moment, { nil: undefined }),
        (from, to) => {
          const span = mailboxSpan({ from, to }, context);
          if (typeof span === 'string') return;
          expect(Temporal.Instant.compare(span.to, context.now)).toBeLessThanOrEqual(0);
          expect(span.from.epochMilliseconds).toBeGreaterThanOrEqual(-62_135_596_800_000);
          expect(span.to.epochMilliseconds - span.from.epochMilliseconds).toBeLessThanOrEqual(
            1_097 * 86_400_000,
          );
        },
      ),
    );
  });
});

describe('archiving by age', () => {
  test('means ninety days before today at the bank', () => {
    expect(archivedBefore(undefined, context).toString()).toBe('2026-08-16T22:00:00Z');
    const late = { ...context, now: instant('2026-11-15T23:30:00Z') };
    expect(archivedBefore(undefined, late).toString()).toBe('2026-08-17T22:00:00Z');
  });

  test('means the start of the given day', () => {
    expect(archivedBefore(Temporal.PlainDate.from('2026-11-01'), context).toString()).toBe(
      '2026-10-31T23:00:00Z',
    );
    expect(archivedBefore(Temporal.PlainDate.from('0001-01-01'), context).toString()).toBe(
      '0001-01-01T00:00:00Z',
    );
  });
});

test.each([
  ['unread', false, { status: 'read', isRead: true }],
  ['archived', false, { status: 'archived', isRead: true }],
  ['read', true, undefined],
  ['archived', true, undefined],
] as const)('reading a message in status %s, read before: %s, results in %j', (status, isRead, after) => {
  expect(stateAfterReading({ status, isRead })).toEqual(after);
});

describe('a summary', () => {
  test('has every requested status once and in the requested order, zero counts included', () => {
    const counts = new Map([['read', 3]] as const);
    expect(summaryOf(counts, ['archived', 'read', 'archived'])).toEqual([
      { status: 'archived', count: 0 },
      { status: 'read', count: 3 },
    ]);
    expect(summaryOf(counts, mailboxStatuses)).toHaveLength(3);
  });
});
