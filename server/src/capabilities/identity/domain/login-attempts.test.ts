import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import {
  isClosing,
  isThirdPartyClass,
  type LoginAttempts,
  outcomeOf,
  thirdPartyClass,
  wasClosed,
} from './login-attempts.ts';

const until = Temporal.Instant.from('2026-11-15T10:15:00Z');

test('each failure leaves one attempt less, and the fifth locks', () => {
  for (let failures = 1; failures < 5; failures += 1)
    expect(outcomeOf({ failures, failuresInRow: failures, locks: 0, lockedUntil: undefined })).toEqual({
      kind: 'counted',
      attemptsLeft: 5 - failures,
    });
  expect(outcomeOf({ failures: 5, failuresInRow: 5, locks: 1, lockedUntil: until })).toEqual({
    kind: 'locked',
    until,
    isLastWarning: false,
  });
});

test('locks warn from the ninetieth failure in a row on; the hundredth closes, and looks like any other', () => {
  const guard = (failuresInRow: number): LoginAttempts => ({
    failures: 5,
    failuresInRow,
    locks: 17,
    lockedUntil: until,
  });
  expect(outcomeOf(guard(89))).toMatchObject({ kind: 'locked', isLastWarning: false });
  expect(outcomeOf(guard(90))).toMatchObject({ kind: 'locked', isLastWarning: true });
  expect(outcomeOf(guard(99))).toMatchObject({ kind: 'locked', isLastWarning: true });
  for (const count of [100, 101, 1_000])
    expect(outcomeOf(guard(count))).toEqual({ kind: 'locked', until, isLastWarning: false });
  expect([99, 100, 101].map((count) => isClosing(guard(count)))).toEqual([false, true, false]);
  expect([99, 100, 101, 500].map((count) => wasClosed(guard(count)))).toEqual([false, false, true, true]);
});

test('each third party has a class of its own, which is no class of browsers', () => {
  const classes = ['PSDDE-BAFIN-1', 'PSDDE-BAFIN-2'].map(thirdPartyClass);
  expect(new Set(classes).size).toBe(2);
  const browsers = ['paired', 'other', 'temporary'] as const;
  expect(classes.every(isThirdPartyClass)).toBe(true);
  expect(browsers.some(isThirdPartyClass)).toBe(false);
});
