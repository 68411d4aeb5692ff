import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { blockCredit } from './policy.ts';
import { creditOf, creditReturnsAt, type HourTally } from './send-credit.ts';

const noon = Temporal.Instant.from('2027-03-03T12:00:00Z');
const tally = (hoursAgo: number, sent: number, used: number): HourTally => ({
  hour: noon.subtract({ hours: hoursAgo }),
  sent,
  used,
});
const left = (...hours: readonly HourTally[]): number => creditOf(hours, blockCredit, noon).left;

describe('the credit of a destination', () => {
  it('is 20 where nothing was sent, and one less for each that is sent', () => {
    expect(left()).toBe(20);
    expect(left(tally(0, 1, 0))).toBe(19);
    expect(left(tally(0, 20, 0))).toBe(0);
    expect(left(tally(0, 12, 0), tally(1, 8, 0))).toBe(0);
  });

  it('gets two back for each that is used, up to 100 more than at the start', () => {
    expect(left(tally(0, 20, 1))).toBe(2);
    expect(left(tally(0, 20, 20))).toBe(40);
    expect(left(tally(0, 500, 500))).toBe(120);
  });

  it('restores unused codes after six hours and keeps earned credit for a day', () => {
    expect(left(tally(5, 20, 0))).toBe(0);
    expect(left(tally(6, 20, 0))).toBe(20);
    expect(left(tally(23, 30, 30))).toBe(50);
    expect(left(tally(24, 30, 30))).toBe(20);
  });

  it('returns with the hour in which the first unused code expires', () => {
    const hours = [tally(0, 5, 0), tally(4, 15, 0)];
    expect(creditReturnsAt(hours, blockCredit, noon)).toEqual(noon.add({ hours: 2 }));
    const later = [tally(0, 20, 0)];
    expect(creditReturnsAt(later, blockCredit, noon)).toEqual(noon.add({ hours: 6 }));
  });

  it('allows at most the start credit and two for each used code, in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 400 }), (sends) => {
        let sent = 0;
        let used = 0;
        for (const isSend of sends) {
          if (!isSend) used = Math.min(used + 1, sent);
          else if (left(tally(0, sent, used)) >= 1) sent += 1;
        }
        expect(sent).toBeLessThanOrEqual(blockCredit.start + 2 * used);
      }),
    );
  });
});

/** mulberry32: a deterministic generator, for the same traffic every time. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Traffic {
  readonly perHour: number;
  readonly share: number;
  readonly seed: number;
  /** Additional codes in the first minute of this hour. */
  readonly burst?: { readonly hour: number; readonly size: number };
}

const simulatedHours = 30;
const hourStarts = Array.from({ length: simulatedHours }, (_, index) => noon.add({ hours: index }));

/**
 * Simulates a day of a number range: people type their codes after 10 to 180 seconds, or never. Returns how many of how
 * many were refused.
 */
function refusedOf({ burst, perHour, seed, share }: Traffic): {
  readonly refused: number;
  readonly request: number;
} {
  const random = randomFrom(seed);
  const hours = hourStarts.map((hour) => ({ hour, sent: 0, used: 0 }));
  let uses: readonly { readonly atSecond: number; readonly note: () => void }[] = [];
  let [request, refused] = [0, 0];
  const ask = (second: number): void => {
    for (const { atSecond, note } of uses) if (atSecond <= second) note();
    uses = uses.filter(({ atSecond }) => atSecond > second);
    const now = hours[Math.floor(second / 3_600)];
    if (now === undefined) throw new Error('beyond the end');
    const credit = creditOf(hours.slice(0, hours.indexOf(now) + 1), blockCredit, now.hour);
    request += 1;
    if (credit.left < 1) {
      refused += 1;
      return;
    }
    now.sent += 1;
    const note = (): void => {
      now.used += 1;
    };
    if (random() < share) uses = [...uses, { atSecond: second + 10 + random() * 170, note }];
  };
  hours.forEach((_, hour) => {
    const seconds = Array.from({ length: perHour }, () => (hour + random()) * 3_600);
    if (burst?.hour === hour)
      seconds.push(...Array.from({ length: burst.size }, () => hour * 3_600 + random() * 60));
    for (const second of seconds.toSorted((one, other) => one - other)) ask(second);
  });
  return { request, refused };
}

describe('honest traffic', () => {
  it.each([
    { perHour: 2, share: 0.7 },
    { perHour: 20, share: 0.7 },
    { perHour: 150, share: 0.7 },
    { perHour: 60, share: 0.95 },
  ])('of $perHour an hour, $share of it used, is never refused', (traffic) => {
    for (let seed = 1; seed <= 4; seed += 1) expect(refusedOf({ ...traffic, seed }).refused).toBe(0);
  });

  it.each([0.7, 0.85, 0.95])(
    '60 within a minute are no attack where a share of %s was used before',
    (share) => {
      for (let seed = 1; seed <= 4; seed += 1) {
        expect(refusedOf({ perHour: 10, share, seed, burst: { hour: 20, size: 60 } }).refused).toBe(0);
      }
    },
  );

  it('is refused where hardly any code is used: that is no honest traffic', () => {
    const { request, refused } = refusedOf({ perHour: 60, share: 0.1, seed: 1 });
    expect(refused).toBeGreaterThan(request * 0.8);
  });
});
