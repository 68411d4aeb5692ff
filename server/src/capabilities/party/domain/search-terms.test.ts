import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isWithinOneTypo } from './edit-distance.ts';
import { partyNumberTypos, searchTermsOf } from './search-terms.ts';

describe('the terms of a query', () => {
  test('are folded words, each once', () => {
    expect(searchTermsOf('  Åsa  Müller-Åsa asa ').map(({ word }) => word)).toEqual(['asa', 'muller']);
  });

  test('may each be a party number; written without spaces they are one', () => {
    expect(searchTermsOf('1000000048 AB-12 Anna@home')).toEqual([
      { word: '1000000048', partyNumber: '1000000048' },
      { word: 'ab', partyNumber: 'ab-12' },
      { word: '12', partyNumber: 'ab-12' },
      { word: 'anna', partyNumber: undefined },
      { word: 'home', partyNumber: undefined },
    ]);
  });

  test('are eight at most', () => {
    expect(searchTermsOf('a b c d e f g h i j')).toHaveLength(8);
  });

  test('of signs alone are empty', () => {
    expect(searchTermsOf('-- ?')).toEqual([]);
  });
});

describe('the typos of a party number', () => {
  const digits = fc.stringMatching(/^\d{5,12}$/);

  test('are each one typo away, and not the number itself', () => {
    fc.assert(
      fc.property(digits, (number) => {
        const typos = partyNumberTypos(number);
        expect(typos.every((typo) => typo !== number && isWithinOneTypo(typo, number))).toBe(true);
      }),
    );
  });

  test('are complete', () => {
    fc.assert(
      fc.property(digits, digits, fc.nat(), fc.constantFrom(0, 1, 2, 3), (number, other, at, kind) => {
        const place = at % number.length;
        const digit = other[0] ?? '0';
        const before = number.slice(0, place);
        const typo = [
          before + number.slice(place + 1),
          before + digit + number.slice(place),
          before + digit + number.slice(place + 1),
          before + (number[place + 1] ?? '') + (number[place] ?? '') + number.slice(place + 2),
        ][kind];
        fc.pre(typo !== number);
        expect(partyNumberTypos(number)).toContain(typo);
      }),
    );
  });
});
