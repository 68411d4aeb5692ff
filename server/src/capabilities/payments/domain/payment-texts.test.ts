import { expect, test } from 'vitest';
import { isIdentifier } from './payment-texts.ts';

test.each([
  ['A-1', true],
  ['a/b', true],
  ['', true],
  ['/a', false],
  ['a/', false],
  ['a//b', false],
  ['/', false],
  ['ä', false],
  ['a*b', false],
  ['a\n', false],
])('%j is an identifier: %s', (text, isOne) => {
  expect(isIdentifier(text)).toBe(isOne);
});
