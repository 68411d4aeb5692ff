import { expect, test } from 'vitest';
import { isSilent } from './dormancy.ts';

test.each([
  ['on the first day of the period', '2025-11-19', false],
  ['a day before it', '2025-11-18', true],
  ['today', '2026-11-19', false],
])('activity %s', (_, lastOn, silent) => {
  expect(isSilent({ lastOn }, { months: 12, today: '2026-11-19' })).toBe(silent);
});

test('a period of whole months ends in a shorter month on its last day', () => {
  const period = { months: 3, today: '2026-05-31' };
  expect(isSilent({ lastOn: '2026-02-28' }, period)).toBe(false);
  expect(isSilent({ lastOn: '2026-02-27' }, period)).toBe(true);
});
