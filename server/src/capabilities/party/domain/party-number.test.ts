import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasCheckDigitMod11And10 } from '#platform/kernel/check-digits.ts';
import { isPartyNumber, partyNumberFrom } from './party-number.ts';

test.each([
  [100_000_004n, '1000000048'],
  [0n, '0000000006'],
  [999_999_999n, '9999999991'],
])('the serial %i makes the number %s', (serial, number) => {
  expect(partyNumberFrom(serial)).toBe(number);
});

test('every serial makes a unique number of ten digits with a valid check digit', () => {
  const serial = fc.bigInt({ min: 0n, max: 999_999_999n });
  fc.assert(
    fc.property(serial, serial, (one, other) => {
      const number = partyNumberFrom(one);
      expect(number).toMatch(/^[0-9]{10}$/);
      expect(hasCheckDigitMod11And10(number)).toBe(true);
      expect(isPartyNumber(number)).toBe(true);
      expect(partyNumberFrom(other) === number).toBe(one === other);
    }),
  );
});

test.each([-1n, 1_000_000_000n])('the serial %i is invalid', (serial) => {
  expect(() => partyNumberFrom(serial)).toThrow(/nine digits/);
});

test.each([
  ['1', true],
  ['CIF-0042-a', true],
  ['x'.repeat(35), true],
  ['', false],
  ['x'.repeat(36), false],
  ['1000000048\n', false],
  ['10 00', false],
  ['10/00', false],
  ['é', false],
])('%j can be a party number: %s', (text, can) => {
  expect(isPartyNumber(text)).toBe(can);
});
