import { expect, test } from 'vitest';
import { isSameEmployee } from './employee-id.ts';

test.each([
  ['e-1', 'e-1', true],
  ['J.Doe', 'j.dOE', true],
  ['e-1', 'e-10', false],
  ['e-1', 'e-1 ', false],
])('%s and %s name one employee: %s', (one, other, isSame) => {
  expect(isSameEmployee(one, other)).toBe(isSame);
});
