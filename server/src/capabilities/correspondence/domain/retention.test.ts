import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { messageKinds } from './literals.ts';
import { forgottenAt } from './retention.ts';

const createdAt = Temporal.Instant.from('2026-11-16T12:34:56.789Z');
const expiresAt = Temporal.Instant.from('2026-11-16T12:39:56.789Z');

test('a code is forgotten with its end', () => {
  expect(forgottenAt({ createdAt, expiresAt, messageKind: 'one-time-password' })).toEqual(expiresAt);
});

test.each(['statement', 'notice'] as const)('a %s is kept ten years, as bank books are', (messageKind) => {
  expect(forgottenAt({ createdAt, expiresAt, messageKind })).toEqual(
    Temporal.Instant.from('2036-11-16T12:34:56.789Z'),
  );
});

test.each(messageKinds.filter((kind) => !['one-time-password', 'statement', 'notice'].includes(kind)))(
  'a %s is kept two years',
  (messageKind) => {
    expect(forgottenAt({ createdAt, expiresAt, messageKind })).toEqual(
      Temporal.Instant.from('2028-11-16T12:34:56.789Z'),
    );
  },
);

test('what was written on a leap day is forgotten on the last day of a February without one', () => {
  const leapDay = Temporal.Instant.from('2028-02-29T10:00:00Z');
  expect(forgottenAt({ createdAt: leapDay, expiresAt, messageKind: 'alert' })).toEqual(
    Temporal.Instant.from('2030-02-28T10:00:00Z'),
  );
});
