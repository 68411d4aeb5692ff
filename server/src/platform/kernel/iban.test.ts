import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkDigitsMod97 } from './check-digits.ts';
import { ibanSpelling, isIban } from './iban.ts';

/** The examples of the ISO 13616 registry. */
const examples = [
  'DE89370400440532013000',
  'NL91ABNA0417164300',
  'GB29NWBK60161331926819',
  'FR1420041010050500013M02606',
  'NO9386011117947',
  'MT84MALT011000012345MTLCAST001S',
];

describe('an IBAN', () => {
  test.each(examples)('%s is valid', (iban) => {
    expect(isIban(iban)).toBe(true);
  });

  test.each(examples)('%s has one canonical form, however it is printed', (iban) => {
    const printed = iban.match(/.{1,4}/gv)?.join(' ') ?? '';
    expect([ibanSpelling(printed), ibanSpelling(iban.toLowerCase()), ibanSpelling(iban)]).toEqual([
      iban,
      iban,
      iban,
    ]);
  });

  test.each([
    ['empty', ''],
    ['a digit wrong', 'DE89370400440532013001'],
    ['two digits swapped', 'DE89370400440532031000'],
    [
      'too long for its country, with check digits of its own',
      `DE${digitsFor('DE', '0370400440532013000')}0370400440532013000`,
    ],
    ['of no country that has them', `US${digitsFor('US', '370400440532013000')}370400440532013000`],
    ['small letters', 'de89370400440532013000'],
    ['spaces', 'DE89 3704 0044 0532 0130 00'],
    ['a name of an object', 'constructor'],
  ])('is invalid: %s', (_, text) => {
    expect(isIban(text)).toBe(false);
  });

  test('has exactly one pair of check digits', () => {
    const bban = fc.stringMatching(/^[0-9]{18}$/);
    fc.assert(
      fc.property(bban, (digits) => {
        const pairs = Array.from({ length: 100 }, (_, pair) => String(pair).padStart(2, '0'));
        expect(pairs.filter((pair) => isIban(`DE${pair}${digits}`))).toHaveLength(1);
      }),
    );
  });

  test('is not normalized from letters outside ASCII', () => {
    // The capital of a dotless i is an I.
    expect(ibanSpelling('FI2112345600000785ı')).toBe('FI2112345600000785ı');
    expect(ibanSpelling('DE89\u00A03704')).toBe('DE89\u00A03704');
  });
});

function digitsFor(country: string, bban: string): string {
  return checkDigitsMod97(`${bban}${country}`);
}
