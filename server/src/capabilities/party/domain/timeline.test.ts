import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayAt } from '../testing/fact-samples.suite.ts';
import { changeFrom, correctOn, nextChangeAfter, type Timeline, valueOn } from './timeline.ts';

/** Dates are among the first thirty days, so that the value of the last day is valid for ever. */
const lastDate = 29;
const horizon = Array.from({ length: 35 }, (_, day) => day);

/** One day of the oracle: the value, and the entry it comes from. */
type Cell = { readonly entry: number; readonly value: unknown } | undefined;
type Calendar = readonly Cell[];

interface Step {
  readonly kind: 'change' | 'correction';
  readonly day: number;
  /** The day of the request. */
  readonly today: number;
  readonly value: unknown;
}

/** Writes an entry into the calendar, day after day, until another entry begins. */
function changed(calendar: Calendar, { day: from, today, value }: Step, entry: number): Calendar {
  const next = calendar.findIndex(
    (cell, day) =>
      day > Math.max(from, today) && cell !== undefined && cell.entry !== calendar[day - 1]?.entry,
  );
  const isWritten = (day: number): boolean => day >= from && (next === -1 || day < next);
  const written = value === undefined ? undefined : { entry, value };
  return calendar.map((cell, day) => (isWritten(day) ? written : cell));
}

/** Overwrites every day of the entry that contains this day. */
function corrected(calendar: Calendar, step: Step, entry: number): Calendar {
  const wrong = calendar[step.day]?.entry;
  if (wrong === undefined) return changed(calendar, { ...step, today: step.day }, entry);
  const written = step.value === undefined ? undefined : { entry: wrong, value: step.value };
  return calendar.map((cell) => (cell?.entry === wrong ? written : cell));
}

function applied(steps: readonly Step[]): { readonly timeline: Timeline; readonly calendar: Calendar } {
  let timeline: Timeline = [];
  let calendar: Calendar = horizon.map(() => undefined);
  for (const [entry, step] of steps.entries()) {
    const isChange = step.kind === 'change';
    const when = { from: dayAt(step.day), today: dayAt(step.today) };
    timeline = isChange
      ? changeFrom(timeline, when, step.value)
      : correctOn(timeline, dayAt(step.day), step.value);
    calendar = (isChange ? changed : corrected)(calendar, step, entry);
  }
  return { timeline, calendar };
}

const anySteps = fc.array(
  fc.record({
    kind: fc.constantFrom('change' as const, 'correction' as const),
    // Few days, so that entries often start on the same one.
    day: fc.oneof(fc.nat(lastDate), fc.nat(5)),
    today: fc.nat(lastDate),
    value: fc.constantFrom('a', 'b', { c: 1 }, undefined),
  }),
  { maxLength: 12 },
);

describe('after any changes and corrections', () => {
  test('every day has the value of the calendar', () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const { calendar, timeline } = applied(steps);
        expect(horizon.map((day) => valueOn(timeline, dayAt(day)))).toEqual(
          calendar.map((cell) => cell?.value),
        );
        expect(valueOn(timeline, dayAt(-1))).toBeUndefined();
        expect(valueOn(timeline, dayAt(100_000))).toEqual(calendar.at(-1)?.value);
      }),
      { numRuns: 2_000 },
    );
  });

  test('the next change is the next day on which an entry begins or ends', () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const { calendar, timeline } = applied(steps);
        for (const day of [-1, ...horizon]) {
          const next = calendar.findIndex(
            (cell, other) => other > day && cell?.entry !== calendar[other - 1]?.entry,
          );
          expect(nextChangeAfter(timeline, dayAt(day))).toBe(next === -1 ? undefined : dayAt(next));
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test('segments ascend, have at least one day, and never overlap', () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const { timeline } = applied(steps);
        for (const [index, { from, until, value }] of timeline.entries()) {
          const next = timeline[index + 1];
          expect(value).toBeDefined();
          expect(until === undefined || from < until).toBe(true);
          expect(next === undefined || (until !== undefined && until <= next.from)).toBe(true);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test('the previous timeline is not modified', () => {
    fc.assert(
      fc.property(anySteps, anySteps, (steps, more) => {
        const { timeline } = applied(steps);
        const copy = structuredClone(timeline);
        for (const { day, today, value } of more) {
          changeFrom(timeline, { from: dayAt(day), today: dayAt(today) }, value);
          correctOn(timeline, dayAt(day), value);
        }
        expect(timeline).toEqual(copy);
      }),
    );
  });
});

describe('a timeline with an entry on day 10 and one on day 20', () => {
  const timeline: Timeline = [
    { from: dayAt(10), until: dayAt(20), value: 'first' },
    { from: dayAt(20), until: undefined, value: 'second' },
  ];
  const valuesOf = (after: Timeline): unknown[] =>
    [5, 10, 15, 20, 25].map((day) => valueOn(after, dayAt(day)));

  test.each([
    ['before both', 5, 'new', ['new', 'first', 'first', 'second', 'second']],
    ['the day of the first', 10, 'new', [undefined, 'new', 'new', 'second', 'second']],
    ['between them', 15, 'new', [undefined, 'first', 'new', 'second', 'second']],
    ['the day of the second', 20, 'new', [undefined, 'first', 'first', 'new', 'new']],
    ['after both', 25, 'new', [undefined, 'first', 'first', 'second', 'new']],
    ['the end of the first', 15, undefined, [undefined, 'first', undefined, 'second', 'second']],
    ['the end of the second', 25, undefined, [undefined, 'first', 'first', 'second', undefined]],
    ['an end before both', 5, undefined, [undefined, 'first', 'first', 'second', 'second']],
  ])('accepts a change from %s', (_what, day, value, values) => {
    expect(valuesOf(changeFrom(timeline, { from: dayAt(day), today: dayAt(0) }, value))).toEqual(values);
  });

  test.each([
    ['on the first day of the second', 20, [undefined, 'first', 'new', 'new', 'new']],
    ['between them', 17, [undefined, 'first', 'new', 'second', 'second']],
    ['after both', 25, [undefined, 'first', 'new', 'new', 'new']],
  ])('lets a change from day 15 be effective today, when today is %s', (_what, today, values) => {
    const after = changeFrom(timeline, { from: dayAt(15), today: dayAt(today) }, 'new');
    expect(valuesOf(after)).toEqual(values);
  });

  test.each([
    ['before both', 5, 'new', ['new', 'first', 'first', 'second', 'second']],
    ['on the first', 15, 'new', [undefined, 'new', 'new', 'second', 'second']],
    ['on the first day of the second', 20, 'new', [undefined, 'first', 'first', 'new', 'new']],
    ['that removes the first', 10, undefined, [undefined, undefined, undefined, 'second', 'second']],
  ])('accepts a correction %s', (_what, day, value, values) => {
    expect(valuesOf(correctOn(timeline, dayAt(day), value))).toEqual(values);
  });
});
