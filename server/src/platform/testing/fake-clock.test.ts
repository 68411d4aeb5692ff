import { expect, test } from 'vitest';
import { fakeClock } from './fake-clock.ts';

const start = '2026-03-28T22:30:00Z';

test('the clock does not advance by itself', () => {
  const clock = fakeClock(start);
  expect(clock.now().equals(clock.now())).toBe(true);
  clock.advance({ seconds: 5 });
  expect(clock.now().toString()).toBe('2026-03-28T22:30:05Z');
  clock.advance({ milliseconds: -5000 });
  expect(clock.now().toString()).toBe(start);
});

test('days and months can be advanced', () => {
  const clock = fakeClock(start);
  clock.advance({ months: 1, days: 2 });
  expect(clock.now().toString()).toBe('2026-04-30T22:30:00Z');
});

test('the clock jumps to a given instant', () => {
  const clock = fakeClock(start);
  clock.set('2030-01-01T00:00:00+01:00');
  expect(clock.now().toString()).toBe('2029-12-31T23:00:00Z');
});

test('the day is that of the requested zone', () => {
  const clock = fakeClock(start);
  clock.advance({ hours: 1 });
  expect(clock.today('UTC').toString()).toBe('2026-03-28');
  expect(clock.today('Europe/Belgrade').toString()).toBe('2026-03-29');
});
