import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { messageKinds } from './literals.ts';
import { purgeTime } from './retention.ts';

const createdAt = Temporal.Instant.from('2026-11-16T12:34:56.789Z');
const expiresAt = Temporal.Instant.from('2026-11-16T12:39:56.789Z');

test('a code is purged when it expires', () => {
  expect(purgeTime({ createdAt, expiresAt, messageKind: 'one-time-password' })).toEqual(expiresAt);
});

test.each(['statement', 'notice'] as const)(
  'a %s is retained for ten years, like accounting records',
  (messageKind) => {
    expect(purgeTime({ createdAt, expiresAt, messageKind })).toEqual(
      Temporal.Instant.from('2036-11-16T12:34:56.789Z'),
    );
  },
);

test.each(messageKinds.filter((kind) => !['one-time-password', 'statement', 'notice'].includes(kind)))(
  'a %s is retained for two years',
  (messageKind) => {
    expect(purgeTime({ createdAt, expiresAt, messageKind })).toEqual(
      Temporal.Instant.from('2028-11-16T12:34:56.789Z'),
    );
  },
);

test('a message of a leap day is purged on the last day of February in a common year', () => {
  const leapDay = Temporal.Instant.from('2028-02-29T10:00:00Z');
  expect(purgeTime({ createdAt: leapDay, expiresAt, messageKind: 'alert' })).toEqual(
    Temporal.Instant.from('2030-02-28T10:00:00Z'),
  );
});
