import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { Problem } from '#platform/kernel/problem.ts';
import { dateFieldErrors, requireCurrentDate } from './date-header.ts';

const now = Temporal.Instant.from('2026-11-15T10:00:00Z');

function check(date: string | readonly string[] | undefined): string {
  try {
    requireCurrentDate({ date }, { now });
    return dateFieldErrors({ date }).length === 0 ? 'accepted' : 'unreadable';
  } catch (error) {
    return error instanceof Problem ? error.literal : String(error);
  }
}

test.each([
  undefined,
  'Sun, 15 Nov 2026 10:00:00 GMT',
  'Sun, 15 Nov 2026 09:45:00 GMT',
  'Sun, 15 Nov 2026 10:15:00 GMT',
])('%j is accepted', (date) => {
  expect(check(date)).toBe('accepted');
});

test.each([
  'Sun, 15 Nov 2026 09:44:59 GMT',
  'Sun, 15 Nov 2026 10:15:01 GMT',
  'Sun, 06 Aug 2017 15:02:37 GMT',
])('%j is of another time', (date) => {
  expect(check(date)).toBe('timestamp-invalid');
});

test.each([
  '',
  'now',
  '2026-11-15T10:00:00Z',
  'Sun, 15 Nov 2026 10:00:00 +0100',
  'Sun, 15 Nov 2026 10:00:00 GMT, Sun, 15 Nov 2026 10:00:00 GMT',
  'Sun, 99 Nov 2026 10:00:00 GMT',
  ['Sun, 15 Nov 2026 10:00:00 GMT'],
])('%j cannot be read', (date) => {
  expect(check(date)).toBe('unreadable');
});
