import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkDigitMod11And10,
  checkDigitsMod97,
  hasCheckDigitMod11And10,
  hasCheckDigitsMod97,
  hasLuhnDigit,
} from './check-digits.ts';

const digits = fc.stringMatching(/^[0-9]{1,30}$/);
const alphanumeric = fc.stringMatching(/^[0-9A-Z]{1,30}$/);

/** One position of the text changed into another character of the alphabet. */
function altered(text: string, index: number, alphabet: string, step: number): string {
  const at = index % text.length;
  const value = alphabet.indexOf(text.charAt(at));
  const other = alphabet.charAt((value + 1 + (step % (alphabet.length - 1))) % alphabet.length);
  return text.slice(0, at) + other + text.slice(at + 1);
}

describe('MOD 11,10', () => {
  test.each([
    ['0794', '5'],
    ['100000004', '8'],
  ])('of %s is %s', (text, check) => {
    expect(checkDigitMod11And10(text)).toBe(check);
    expect(hasCheckDigitMod11And10(`${text}${check}`)).toBe(true);
  });

  test('follows the formula of the standard: the sum of the terms is 1 modulo 10', () => {
    fc.assert(
      fc.property(digits, (text) => {
        const all = `${text}${checkDigitMod11And10(text)}`;
        const beforeLast = Array.from(all.slice(0, -1), Number).reduce((product, digit) => {
          const sum = (product + digit) % 10 || 10;
          return (sum * 2) % 11;
        }, 10);
        expect((beforeLast + Number(all.slice(-1))) % 10).toBe(1);
      }),
    );
  });

  test('detects every wrong digit', () => {
    fc.assert(
      fc.property(digits, fc.nat(100), fc.nat(100), (text, index, step) => {
        const right = `${text}${checkDigitMod11And10(text)}`;
        expect(hasCheckDigitMod11And10(right)).toBe(true);
        expect(hasCheckDigitMod11And10(altered(right, index, '0123456789', step))).toBe(false);
      }),
    );
  });

  test.each(['', '5', '12a', '١٢'])('%j has none', (text) => {
    expect(hasCheckDigitMod11And10(text)).toBe(false);
  });
});

describe('MOD 97-10', () => {
  test('of 794 is 44, as in the standard', () => {
    expect(checkDigitsMod97('794')).toBe('44');
  });

  test('is 1 modulo 97 with letters written as numbers', () => {
    fc.assert(
      fc.property(alphanumeric, (text) => {
        const all = `${text}${checkDigitsMod97(text)}`;
        const number = Array.from(all, (character) => String(Number.parseInt(character, 36))).join('');
        expect(BigInt(number) % 97n).toBe(1n);
        expect(hasCheckDigitsMod97(all)).toBe(true);
      }),
    );
  });

  test('detects every wrong digit and every wrong letter', () => {
    fc.assert(
      fc.property(digits, fc.nat(100), fc.nat(100), (text, index, step) => {
        const right = `${text}${checkDigitsMod97(text)}`;
        expect(hasCheckDigitsMod97(altered(right, index, '0123456789', step))).toBe(false);
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z]{1,18}$/), fc.nat(17), fc.nat(100), (text, index, step) => {
        const wrong = altered(text, index, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', step);
        expect(hasCheckDigitsMod97(`${wrong}${checkDigitsMod97(text)}`)).toBe(false);
      }),
    );
  });

  test.each(['', '44', 'ABC', 'abc44', '79-44'])('%j has none', (text) => {
    expect(hasCheckDigitsMod97(text)).toBe(false);
  });
});

describe('the Luhn digit', () => {
  test.each([
    ['4111111111111111', true],
    ['4111111111111112', false],
    ['79927398713', true],
    ['', false],
    ['0', false],
    ['12x', false],
  ])('of %j: %s', (text, right) => {
    expect(hasLuhnDigit(text)).toBe(right);
  });

  test('is one out of ten, whatever precedes it', () => {
    fc.assert(
      fc.property(digits, (text) => {
        expect(Array.from('0123456789').filter((digit) => hasLuhnDigit(text + digit))).toHaveLength(1);
      }),
    );
  });
});
