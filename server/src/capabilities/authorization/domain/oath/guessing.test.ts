import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { dailyCap, guessValues, isWithinGoal, moneyGoal, ordinaryGoal } from './guessing.ts';
import { hotpResyncWindow } from './policy.ts';

const resync = { counter: 70, until: Temporal.Instant.from('2026-03-02T10:00:00Z') };

describe('how many values a guess is compared with', () => {
  test('is the window of a time token and the look-ahead of an event token', () => {
    expect(guessValues({ kind: 'totp', resync: undefined })).toBe(3);
    expect(guessValues({ kind: 'hotp', resync: undefined })).toBe(6);
  });

  test('is one more while a resync is remembered', () => {
    expect(guessValues({ kind: 'totp', resync })).toBe(4);
    expect(guessValues({ kind: 'hotp', resync })).toBe(7);
  });
});

describe('the daily cap', () => {
  test.each([
    [1, 20],
    [3, 20],
    [6, 16],
    // Two event tokens; an event token with a remembered resync.
    [12, 8],
    [7, 14],
    [5, 19],
    [4, 20],
    [99, 1],
    [100, 0],
  ])('of %i values is %i, for six digits as for eight with money', (values, cap) => {
    expect(dailyCap({ digits: 6, values, goal: ordinaryGoal })).toBe(cap);
    expect(dailyCap({ digits: 8, values, goal: moneyGoal })).toBe(cap);
  });

  test('refuses six digits for money', () => {
    expect(dailyCap({ digits: 6, values: 1, goal: moneyGoal })).toBe(0);
  });

  test('reaches the goal, and one more guess would not, unless it is the maximum', () => {
    const guessing = fc.record({
      digits: fc.integer({ min: 4, max: 10 }),
      values: fc.integer({ min: 1, max: 1000 }),
      goal: fc.constantFrom(ordinaryGoal, moneyGoal),
    });
    fc.assert(
      fc.property(guessing, (given) => {
        const cap = dailyCap(given);
        expect(isWithinGoal(cap, given)).toBe(true);
        expect(cap).toBeLessThanOrEqual(20);
        expect(cap === 20 || !isWithinGoal(cap + 1, given)).toBe(true);
      }),
    );
  });

  test.each([
    ['totp', 6, 1e-4],
    ['hotp', 6, 1e-4],
    ['totp', 8, 1e-6],
    ['hotp', 8, 1e-6],
  ] as const)('leaves room for guessing a whole resync of %s with %i digits', (kind, digits, chance) => {
    const values = guessValues({ kind, resync: undefined });
    const goal = digits === 6 ? ordinaryGoal : moneyGoal;
    const cap = dailyCap({ digits, values, goal });
    const pairs = (cap * (cap - 1)) / 2;
    const begun = (2 * hotpResyncWindow + 1) / 10 ** digits;
    expect((cap * values) / 10 ** digits + (pairs * begun) / 10 ** digits).toBeLessThan(chance);
  });
});
