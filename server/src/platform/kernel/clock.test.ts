import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { systemClock } from './clock.ts';

test('the system clock returns the time of the machine', () => {
  const before = Date.now();
  const now = systemClock.now().epochMilliseconds;
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(Date.now());
});

test('the system clock knows the day of each zone', () => {
  const west = systemClock.today('Pacific/Pago_Pago');
  const east = systemClock.today('Pacific/Kiritimati');
  // 25 hours apart: the eastern day is always one or two days ahead.
  expect(west.until(east).days).toBeGreaterThanOrEqual(1);
  expect(Temporal.PlainDate.compare(systemClock.today('UTC'), west)).toBeGreaterThanOrEqual(0);
});
