import { expect, test } from 'vitest';
import { areSlashesApart, unfitIn, unnumberedIn } from './payment-texts.ts';

test.each([
  ['A-1', true],
  ['a/b', true],
  ['', true],
  ['/a', false],
  ['a/', false],
  ['a//b', false],
  ['/', false],
])('slashes of %j are apart: %s', (text, areApart) => {
  expect(areSlashesApart(text)).toBe(areApart);
});

test.each([
  ['A-1 (2)', undefined],
  ['ä', 'U+00E4'],
  ['a*b', 'U+002A'],
  ['a\n', 'U+000A'],
])('the character of identifier %j that not every bank accepts is %s', (text, found) => {
  expect(unfitIn(text)).toBe(found);
});

test.each([
  ['12/34-5+', undefined],
  ['1.2', 'U+002E'],
  ['1 2', 'U+0020'],
  ['1\u200b2', 'U+200B'],
])('the character of account number %j that none has is %s', (text, found) => {
  expect(unnumberedIn(text)).toBe(found);
});
