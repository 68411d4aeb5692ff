import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { outcomeOf } from './login-guard.ts';

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

test('from the ninetieth in a row on a lock warns, and at the hundredth only the bank helps', () => {
  const locked = (failuresInRow: number): unknown =>
    outcomeOf({ failures: 5, failuresInRow, locks: 17, lockedUntil: until });
  expect(locked(89)).toMatchObject({ kind: 'locked', isLastWarning: false });
  expect(locked(90)).toMatchObject({ kind: 'locked', isLastWarning: true });
  expect(locked(99)).toMatchObject({ kind: 'locked', isLastWarning: true });
  expect([locked(100), locked(101)]).toEqual([{ kind: 'stopped' }, { kind: 'stopped' }]);
  expect(outcomeOf({ failures: 1, failuresInRow: 100, locks: 20, lockedUntil: undefined })).toEqual({
    kind: 'stopped',
  });
});
