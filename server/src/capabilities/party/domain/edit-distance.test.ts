import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deletionsOf, isMistyped, isWithinOneTypo } from './edit-distance.ts';

/** The Damerau-Levenshtein distance (each pair of neighbours swapped at most once), as in textbooks. */
function distance(one: string, other: string): number {
  const a = Array.from(one);
  const b = Array.from(other);
  const table = new Map<string, number>();
  const at = (row: number, column: number): number =>
    table.get(`${row} ${column}`) ?? Number.POSITIVE_INFINITY;
  const best = (row: number, column: number): number => {
    if (row === 0 || column === 0) return row + column;
    const same = a[row - 1] === b[column - 1];
    const swapped = row > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
    return Math.min(
      at(row - 1, column) + 1,
      at(row, column - 1) + 1,
      at(row - 1, column - 1) + (same ? 0 : 1),
      swapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
    );
  };
  for (let row = 0; row <= a.length; row += 1) {
    for (let column = 0; column <= b.length; column += 1) {
      table.set(`${row} ${column}`, best(row, column));
    }
  }
  return at(a.length, b.length);
}

// Few letters, so that words are often close to each other.
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '𠮷'), maxLength: 7 });

/** A word, and another that results from it by one or two typos. */
const pair = fc.oneof(
  fc.tuple(word, word),
  fc.tuple(word, fc.nat(7), fc.nat(2), word).map(([text, place, removed, put]): [string, string] => {
    const letters = Array.from(text);
    return [text, letters.toSpliced(place, removed, ...Array.from(put).slice(0, 2)).join('')];
  }),
);

describe('one typo', () => {
  test.each([
    ['meier', 'meier', true],
    ['meier', 'maier', true],
    ['meier', 'meer', true],
    ['meier', 'meierr', true],
    ['meier', 'emeier', true],
    ['meier', 'meire', true],
    ['meier', 'mieer', true],
    ['meier', 'mayer', false],
    ['meier', 'miere', false],
    ['ab', 'ba', true],
    ['abc', 'cba', false],
    ['', '', true],
    ['', 'a', true],
    ['', 'ab', false],
    ['𠮷野', '野', true],
    ['𠮷野', '野𠮷', true],
    ['𠮷野', '吉野', true],
  ])('between %j and %j: %s', (one, other, close) => {
    expect(isWithinOneTypo(one, other)).toBe(close);
  });

  test('is a distance of one, in both directions', () => {
    fc.assert(
      fc.property(pair, ([one, other]) => {
        expect(isWithinOneTypo(one, other)).toBe(distance(one, other) <= 1);
        expect(isWithinOneTypo(other, one)).toBe(isWithinOneTypo(one, other));
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('deletions', () => {
  test.each([
    ['', []],
    ['a', ['']],
    ['aa', ['a']],
    ['abc', ['bc', 'ac', 'ab']],
    ['a𠮷', ['𠮷', 'a']],
  ])('of %j are %j', (text, deletions) => {
    expect(deletionsOf(text)).toEqual(deletions);
  });

  test('are one letter shorter and distinct', () => {
    fc.assert(
      fc.property(word, (text) => {
        const deletions = deletionsOf(text);
        expect(new Set(deletions).size).toBe(deletions.length);
        for (const left of deletions) {
          expect(Array.from(left)).toHaveLength(Array.from(text).length - 1);
          expect(distance(left, text)).toBe(1);
        }
      }),
    );
  });

  test('of two words within one typo have one in common', () => {
    fc.assert(
      fc.property(pair, ([one, other]) => {
        fc.pre(isWithinOneTypo(one, other));
        const ways = new Set([one, ...deletionsOf(one)]);
        expect([other, ...deletionsOf(other)].some((way) => ways.has(way))).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('a mistyped word', () => {
  test.each([
    ['felx', 'felix', true],
    ['felix', 'felx', true],
    ['felixx', 'felix', true],
    ['fleix', 'felix', true],
    ['meer', 'beer', false],
    ['ann', 'anna', false],
    ['flx', 'felix', false],
  ])('%s for %s: %s', (term, word, isIt) => {
    expect(isMistyped(term, word)).toBe(isIt);
  });
});
