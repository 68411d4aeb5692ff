import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { judgeRecipient } from './recipient-history.ts';

const start = Temporal.Instant.from('2027-03-03T10:00:00Z');
const at = (seconds: number): Temporal.Instant => start.add({ milliseconds: Math.round(seconds * 1_000) });

/** What is said to somebody who asks again at a second, after sends at these seconds. */
function asked(sends: readonly number[], seconds: number, isRegistered = true): 'granted' | number {
  const verdict = judgeRecipient({ sends: sends.map(at), isRegistered }, at(seconds));
  return verdict.kind === 'granted' ? 'granted' : verdict.retryAfterSeconds;
}

describe('a recipient', () => {
  it('gets the first at once', () => {
    expect(judgeRecipient({ sends: [], isRegistered: false }, start)).toEqual({
      kind: 'granted',
      sends: [start],
    });
  });

  it('waits 30, then 60, then 120 seconds, to the second', () => {
    expect(asked([0], 0)).toBe(30);
    expect(asked([0], 29.999)).toBe(1);
    expect(asked([0], 30)).toBe('granted');
    expect(asked([0, 30], 89)).toBe(1);
    expect(asked([0, 30], 90)).toBe('granted');
    expect(asked([0, 30, 90], 209)).toBe(1);
    expect(asked([0, 30, 90], 210)).toBe('granted');
    expect(asked([0, 30, 90, 210], 329)).toBe(1);
    expect(asked([0, 30, 90, 210], 330)).toBe('granted');
  });

  it('gets five in any hour, and the sixth when the first is an hour old', () => {
    const five = [0, 30, 90, 210, 330];
    expect(asked(five, 1_000)).toBe(2_600);
    expect(asked(five, 3_599)).toBe(1);
    expect(asked(five, 3_600)).toBe('granted');
  });

  it('gets three in any hour as long as nobody knows them', () => {
    expect(asked([0, 30, 90], 1_000, false)).toBe(2_600);
    expect(asked([0, 30, 90], 1_000)).toBe('granted');
    expect(asked([0, 30, 90], 3_600, false)).toBe('granted');
  });

  it('gets ten in any 24 hours', () => {
    const ten = Array.from({ length: 10 }, (_, index) => index * 7_200);
    expect(asked(ten, 80_000)).toBe(6_400);
    expect(asked(ten, 86_399)).toBe(1);
    expect(asked(ten, 86_400)).toBe('granted');
  });

  it('waits less when an older send leaves the hour meanwhile', () => {
    // The wait of 60 seconds would last until 3,650; from 3,600 on it is the first of its hour, and 30 are enough.
    expect(asked([0, 3_590], 3_595)).toBe(25);
  });

  it('waits for a send that another clock puts ahead', () => {
    expect(asked([5], 0)).toBe(35);
  });
});

const histories = fc.record({
  sends: fc.array(fc.integer({ min: 0, max: 100_000 }), { maxLength: 12 }),
  now: fc.integer({ min: 0, max: 110_000 }),
  isRegistered: fc.boolean(),
});

describe('whatever was sent before', () => {
  it('the time to wait is exact: a second earlier is refused, then it is granted', () => {
    fc.assert(
      fc.property(histories, ({ isRegistered, now, sends }) => {
        const past = sends.filter((send) => send <= now);
        const wait = asked(past, now, isRegistered);
        if (wait === 'granted') return;
        expect(wait).toBeGreaterThan(0);
        expect(asked(past, now + wait, isRegistered)).toBe('granted');
        expect(asked(past, now + wait - 1, isRegistered)).toBe(1);
      }),
      { numRuns: 2_000 },
    );
  });

  it('who keeps asking gets at most five in any hour and ten in any day, and never more is kept', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 4_000 }), { maxLength: 120 }),
        fc.boolean(),
        (steps, known) => {
          let sends: readonly Temporal.Instant[] = [];
          const granted: number[] = [];
          let seconds = 0;
          for (const step of steps) {
            seconds += step;
            const verdict = judgeRecipient({ sends, isRegistered: known }, at(seconds));
            if (verdict.kind === 'refused') continue;
            sends = verdict.sends;
            granted.push(seconds);
            expect(sends.length).toBeLessThanOrEqual(10);
            expect(granted.filter((time) => seconds - time < 3_600).length).toBeLessThanOrEqual(
              known ? 5 : 3,
            );
            expect(granted.filter((time) => seconds - time < 86_400).length).toBeLessThanOrEqual(10);
          }
        },
      ),
    );
  });
});
