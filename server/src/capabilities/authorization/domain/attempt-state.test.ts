import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { type AttemptState, isAlarming, lockoutAfter } from './attempt-state.ts';

const until = Temporal.Instant.from('2027-03-03T10:30:00Z');
const attemptState: AttemptState = {
  streak: 5,
  attemptsInDay: 5,
  dailyCap: 20,
  lockoutsInDay: 1,
  lockedUntil: until,
  isSuspended: false,
};

describe('a block', () => {
  test('comes with the fifth failure in a row, not before', () => {
    const streaks = [1, 2, 3, 4].map((streak) => lockoutAfter({ ...attemptState, streak }));
    expect(streaks).toEqual([undefined, undefined, undefined, undefined]);
    expect(lockoutAfter(attemptState)).toEqual({ until, isLastWarning: false });
  });

  test('is the last warning when the next lockout is permanent', () => {
    expect(lockoutAfter({ ...attemptState, lockoutsInDay: 2 })).toEqual({ until, isLastWarning: true });
  });

  test('has no end and is no warning when it is permanent', () => {
    expect(lockoutAfter({ ...attemptState, lockoutsInDay: 3, isSuspended: true })).toEqual({
      until: undefined,
      isLastWarning: false,
    });
  });
});

test('the bank is alerted from three quarters of the daily attempts on', () => {
  const alarming = (dailyCap: number): number =>
    Array.from({ length: 21 }, (_, attemptsInDay) => attemptsInDay).findIndex((attemptsInDay) =>
      isAlarming({ ...attemptState, dailyCap, attemptsInDay }),
    );
  expect([20, 16, 11, 1].map(alarming)).toEqual([15, 12, 9, 1]);
});
