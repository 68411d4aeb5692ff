import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { type AttemptState, isAlarming, lockoutAfter } from './attempt-state.ts';

const until = Temporal.Instant.from('2027-03-03T10:30:00Z');
const guard: AttemptState = {
  streak: 5,
  triesInDay: 5,
  dailyCap: 20,
  blocksInDay: 1,
  lockedUntil: until,
  isSuspended: false,
};

describe('a block', () => {
  test('comes with the fifth failure in a row, not before', () => {
    const streaks = [1, 2, 3, 4].map((streak) => lockoutAfter({ ...guard, streak }));
    expect(streaks).toEqual([undefined, undefined, undefined, undefined]);
    expect(lockoutAfter(guard)).toEqual({ until, isLastWarning: false });
  });

  test('is the last warning when the next one is for good', () => {
    expect(lockoutAfter({ ...guard, blocksInDay: 2 })).toEqual({ until, isLastWarning: true });
  });

  test('for good has no end and is no warning any more', () => {
    expect(lockoutAfter({ ...guard, blocksInDay: 3, isSuspended: true })).toEqual({
      until: undefined,
      isLastWarning: false,
    });
  });
});

test('somebody looks from three quarters of the attempts of a day on', () => {
  const alarming = (dailyCap: number): number =>
    Array.from({ length: 21 }, (_, triesInDay) => triesInDay).findIndex((triesInDay) =>
      isAlarming({ ...guard, dailyCap, triesInDay }),
    );
  expect([20, 16, 11, 1].map(alarming)).toEqual([15, 12, 9, 1]);
});
