import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkDigitsMod97 } from '#platform/kernel/check-digits.ts';
import { isLei } from './lei.ts';

test('eighteen characters with their check digits are valid; with others not', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z0-9]{18}$/), fc.integer({ min: 0, max: 99 }), (body, number) => {
      const check = String(number).padStart(2, '0');
      expect(isLei(`${body}${check}`)).toBe(check === checkDigitsMod97(body));
      expect(isLei(`${body}${checkDigitsMod97(body)}`)).toBe(true);
    }),
  );
});

test.each(['', '529900T8BM49AURSDO5', '529900t8bm49aursdo55', '529900T8BM49AURSDO55 ', '794', '79444'])(
  '%j is invalid',
  (text) => {
    expect(isLei(text)).toBe(false);
  },
);

test('a published one is valid', () => {
  expect(isLei('529900T8BM49AURSDO55')).toBe(true);
});
