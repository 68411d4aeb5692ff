import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isTrivialPattern, repeatedBlock } from './trivial-patterns.ts';

describe('a pattern', () => {
  test.each([
    'aaaaaaaaaaaaaaa',
    '               ',
    'abababababababab',
    'xK4!xK4!xK4!xK4!',
    'abcdefghijklmno',
    'onmlkjihgfedcba',
    '123456789012345',
    '098765432109876',
    'qwertyuiopasdfgh',
    'QWERTZUIOPÜ12345',
    'azertyuiop123456',
    '1qaz2wsx3edc4rfv',
    '!@#$%^&*()_+1234',
    'aaaabbbbccccdddd',
    '112233445566778899',
    'a1b2c3d4e5f6g7h8',
    'йцукенгшщзхъ123',
    'qwerty',
    '12345',
    'abc',
    '111',
  ])('%j is trivial', (text) => {
    expect(isTrivialPattern(text)).toBe(true);
  });

  test.each([
    '',
    'ab',
    'Rex',
    'coco',
    'bubbles',
    'tortoise-lamp-47',
    'my cat eats green apples',
    'vK7#pLq2!zRw9$Tm',
    'correct horse battery staple',
    '847261930582716',
  ])('%j is not', (text) => {
    expect(isTrivialPattern(text)).toBe(false);
  });

  test('is found however often a short block is repeated', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z0-9 ]{1,8}$/),
        fc.integer({ min: 15, max: 128 }),
        (block, length) => {
          expect(isTrivialPattern(block.repeat(128).slice(0, length))).toBe(true);
        },
      ),
    );
  });

  test('is not found in fifteen random characters', () => {
    const sign = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789');
    // Each character at most once and shuffled: a run of three is rare, ten fewer pieces are practically impossible.
    fc.assert(
      fc.property(fc.uniqueArray(sign, { minLength: 15, maxLength: 15 }), (signs) => {
        const sorted = signs.toSorted();
        fc.pre(signs.join() !== sorted.join() && signs.join() !== sorted.toReversed().join());
        const far = signs.toSorted((one, other) => (hashOf(one) < hashOf(other) ? -1 : 1));
        expect(isTrivialPattern(far.join(''))).toBe(false);
      }),
    );
  });
});

/** An order in which adjacent characters of the alphabet and of the keyboard are far apart. */
function hashOf(sign: string): number {
  return 'k4zq8bm1xw6dh3tn9eg0pr5cu7lj2yoavfsi'.indexOf(sign);
}

describe('the repeated block', () => {
  test.each([
    ['', ''],
    ['abc', 'abc'],
    ['abcabc', 'abc'],
    ['abcab', 'abc'],
    ['aaaa', 'a'],
    ['🐈🐕🐈🐕', '🐈🐕'],
  ])('of %j is %j', (text, block) => {
    expect(repeatedBlock(text)).toBe(block);
  });

  test('gives the text when repeated, and has none shorter', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ab]{1,20}$/), (text) => {
        const block = repeatedBlock(text);
        const gives = (one: string): boolean => one.repeat(text.length).startsWith(text);
        expect(gives(block)).toBe(true);
        for (let length = 1; length < block.length; length += 1)
          expect(gives(text.slice(0, length))).toBe(false);
      }),
    );
  });
});
