import { expect, test } from 'vitest';
import { equalBytes } from './equal-bytes.ts';

test.each([
  ['', '', true],
  ['same', 'same', true],
  ['same', 'sama', false],
  ['same', 'same and more', false],
  ['', 'x', false],
])('%j and %j: %s', (one, other, isEqual) => {
  expect(equalBytes(Buffer.from(one), Buffer.from(other))).toBe(isEqual);
});
