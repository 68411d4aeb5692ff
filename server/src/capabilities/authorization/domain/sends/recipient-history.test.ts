import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { evaluateRecipient } from './recipient-history.ts';

const start = Temporal.Instant.from('2027-03-03T10:00:00Z');
const at = (seconds: number): Temporal.Instant => start.add({ milliseconds: Math.round(seconds * 1_000) });

/** Returns the verdict at a second, after sends at these seconds. */
function verdictAt(sends: readonly number[], seconds: number, isRegistered = true): 'granted' | number {
  return verdictAfterUse(sends, [], seconds, isRegistered);
}

/** The same where the codes of some of these seconds were used. */
function verdictAfterUse(
  sends: readonly number[],
  used: readonly number[],
  seconds: number,
  isRegistered = true,
): 'granted' | number {
  const history = { sends: sends.map(at), used: used.map(at), isRegistered };
  const verdict = evaluateRecipient(history, at(seconds));
  return verdict.kind === 'granted' ? 'granted' : verdict.retryAfterSeconds;
}

describe('a recipient', () => {
  it('gets the first at once', () => {
    expect(evaluateRecipient({ sends: [], used: [], isRegistered: false }, start)).toEqual({
      kind: 'granted',
      sends: [start],
    });
  });

  it('waits 30, then 60, then 120 seconds, to the second', () => {
    expect(verdictAt([0], 0)).toBe(30);
    expect(verdictAt([0], 29.999)).toBe(1);
    expect(verdictAt([0], 30)).toBe('granted');
    expect(verdictAt([0, 30], 89)).toBe(1);
    expect(verdictAt([0, 30], 90)).toBe('granted');
    expect(verdictAt([0, 30, 90], 209)).toBe(1);
    expect(verdictAt([0, 30, 90], 210)).toBe('granted');
    expect(verdictAt([0, 30, 90, 210], 329)).toBe(1);
    expect(verdictAt([0, 30, 90, 210], 330)).toBe('granted');
  });

  it('gets five in any hour, and the sixth when the first is an hour old', () => {
    const five = [0, 30, 90, 210, 330];
    expect(verdictAt(five, 1_000)).toBe(2_600);
    expect(verdictAt(five, 3_599)).toBe(1);
    expect(verdictAt(five, 3_600)).toBe('granted');
  });

  it('gets three in any hour when the recipient is unknown', () => {
    expect(verdictAt([0, 30, 90], 1_000, false)).toBe(2_600);
    expect(verdictAt([0, 30, 90], 1_000)).toBe('granted');
    expect(verdictAt([0, 30, 90], 3_600, false)).toBe('granted');
  });

  it('gets ten in any 24 hours', () => {
    const ten = Array.from({ length: 10 }, (_, index) => index * 7_200);
    expect(verdictAt(ten, 80_000)).toBe(6_400);
    expect(verdictAt(ten, 86_399)).toBe(1);
    expect(verdictAt(ten, 86_400)).toBe('granted');
  });

  it('waits less when an older send leaves the hour meanwhile', () => {
    // The wait of 60 seconds would last until 3,650; from 3,600 on it is the first of its hour, and 30 are enough.
    expect(verdictAt([0, 3_590], 3_595)).toBe(25);
  });

  it('waits for a send that another clock puts in the future', () => {
    expect(verdictAt([5], 0)).toBe(35);
  });
});

describe('a recipient who used a code', () => {
  it('gets the next one at once, however many were sent before it', () => {
    expect(verdictAfterUse([0], [0], 1)).toBe('granted');
    expect(verdictAfterUse([0, 30, 90], [90], 91)).toBe('granted');
    expect(verdictAfterUse([0, 30, 90], [30], 91)).toBe(29);
  });

  it('waits from 30 seconds on again after a code that was not used', () => {
    expect(verdictAfterUse([0, 30, 90, 95], [90], 96)).toBe(29);
    expect(verdictAfterUse([0, 30, 90, 95, 125], [90], 126)).toBe(59);
  });

  it('gets twelve in an hour when each is used, and never five more unused ones', () => {
    const twelve = Array.from({ length: 12 }, (_, index) => index * 60);
    expect(verdictAfterUse(twelve.slice(1), twelve.slice(1), 720)).toBe('granted');
    expect(verdictAfterUse(twelve, twelve, 720)).toBe(2_880);
    const unused = [100, 200, 400, 600, 800];
    expect(verdictAfterUse([0, ...unused], [0], 1_000)).toBe(2_700);
  });

  it('gets thirty in a day when each is used', () => {
    const thirty = Array.from({ length: 30 }, (_, index) => index * 600);
    expect(verdictAfterUse(thirty.slice(1), thirty.slice(1), 20_000)).toBe('granted');
    expect(verdictAfterUse(thirty, thirty, 20_000)).toBe(66_400);
  });

  it('gets three in an hour, used or not, as long as the recipient is unknown', () => {
    expect(verdictAfterUse([0, 1, 2], [0, 1, 2], 3, false)).toBe(3_597);
    expect(verdictAfterUse([0, 1], [0, 1], 2, false)).toBe('granted');
  });

  it('is not affected by the used codes of others', () => {
    expect(verdictAfterUse([0], [5], 10)).toBe(20);
  });

  it('gets the limit that refuses', () => {
    const limitOf = (sends: readonly number[], seconds: number): unknown =>
      evaluateRecipient({ sends: sends.map(at), used: [], isRegistered: true }, at(seconds));
    expect(limitOf([0], 1)).toMatchObject({ limit: 'pace' });
    expect(limitOf([0, 30, 90, 210, 330], 331)).toMatchObject({ limit: 'hour' });
    const ten = Array.from({ length: 10 }, (_, index) => index * 7_200);
    expect(limitOf(ten, 80_000)).toMatchObject({ limit: 'day' });
  });
});

const histories = fc.record({
  sends: fc.array(fc.integer({ min: 0, max: 100_000 }), { maxLength: 12 }),
  now: fc.integer({ min: 0, max: 110_000 }),
  usedEvery: fc.integer({ min: 1, max: 4 }),
  isRegistered: fc.boolean(),
});

describe('whatever was sent before', () => {
  it('the time to wait is exact: a second earlier is refused, then it is granted', () => {
    fc.assert(
      fc.property(histories, ({ isRegistered, now, sends, usedEvery }) => {
        const past = sends.filter((send) => send <= now);
        const used = usedEvery === 1 ? [] : past.filter((_, index) => index % usedEvery === 0);
        const wait = verdictAfterUse(past, used, now, isRegistered);
        if (wait === 'granted') return;
        expect(wait).toBeGreaterThan(0);
        expect(verdictAfterUse(past, used, now + wait, isRegistered)).toBe('granted');
        expect(verdictAfterUse(past, used, now + wait - 1, isRegistered)).toBe(1);
      }),
      { numRuns: 2_000 },
    );
  });

  it('repeated requests get at most five in any hour and ten in any day, and the history never holds more', () => {
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
            const verdict = evaluateRecipient({ sends, used: [], isRegistered: known }, at(seconds));
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

  it('repeated requests with some used codes get at most twelve in any hour and thirty in any day, three while unknown', () => {
    const step = fc.record({ seconds: fc.integer({ min: 1, max: 400 }), isUsed: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), fc.boolean(), (steps, known) => {
        let sends: readonly Temporal.Instant[] = [];
        const used: Temporal.Instant[] = [];
        const granted: { readonly seconds: number; readonly isUsed: boolean }[] = [];
        let now = 0;
        for (const { isUsed, seconds } of steps) {
          now += seconds;
          const verdict = evaluateRecipient({ sends, used, isRegistered: known }, at(now));
          if (verdict.kind === 'refused') continue;
          sends = verdict.sends;
          if (isUsed) used.push(at(now));
          granted.push({ seconds: now, isUsed });
          const within = granted.filter((send) => now - send.seconds < 3_600);
          expect(within.length).toBeLessThanOrEqual(known ? 12 : 3);
          expect(within.filter((send) => !send.isUsed).length).toBeLessThanOrEqual(known ? 5 : 3);
          expect(sends.length).toBeLessThanOrEqual(known ? 30 : 10);
        }
      }),
    );
  });
});
