import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasLength } from './text-length.ts';

test.each([
  ['', 0, 3, true],
  ['', 1, 3, false],
  ['a', 1, 3, true],
  ['abc', 1, 3, true],
  ['abcd', 1, 3, false],
  ['abcdefgh', 1, 3, false],
  ['ab', 3, 3, false],
  // One character, two units.
  ['😀😀😀', 1, 3, true],
  ['😀😀😀😀', 1, 3, false],
  ['😀', 2, 3, false],
  ['a😀😀', 3, 3, true],
])('whether %j has %d to %d characters: %s', (text, min, max, expected) => {
  expect(hasLength(text, { min, max })).toBe(expected);
});

test('the length of a text is its number of characters, whatever their script', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'é', '漢', '😀', '\ud800'), { maxLength: 12 }),
      fc.nat(12),
      fc.nat(12),
      (signs, min, more) => {
        const max = min + more;
        // With spaces between them no two halves join into one character.
        const text = signs.join(' ');
        const length = Math.max(2 * signs.length - 1, 0);
        expect(hasLength(text, { min, max })).toBe(length >= min && length <= max);
      },
    ),
  );
});
