import fc from 'fast-check';
import { expect, test } from 'vitest';
import { currencies, exponentOf, isCurrency } from './currency.ts';

test.each([
  ['EUR', 2],
  ['HUF', 2],
  ['AFN', 2],
  ['COP', 2],
  ['LBP', 2],
  ['MRU', 2],
  ['XCG', 2],
  ['JPY', 0],
  ['ISK', 0],
  ['UYI', 0],
  ['IQD', 3],
  ['TND', 3],
  ['CLF', 4],
  ['UYW', 4],
] as const)('%s has %i decimal digits', (currency, exponent) => {
  expect(exponentOf(currency)).toBe(exponent);
});

test.each(['XDR', 'XAU', 'XXX', 'XTS', 'XSU', 'XUA', 'XBA'])(
  '%s has no minor unit and is left out',
  (code) => {
    expect(isCurrency(code)).toBe(false);
  },
);

test.each(['ANG', 'BGN', 'CUC', 'DEM', 'HRK', 'SLL', 'ZWL', 'eur', '', 'toString', '__proto__'])(
  '%j is not a currency in use',
  (code) => {
    expect(isCurrency(code)).toBe(false);
  },
);

test('the table is in alphabetical order and holds only three-letter codes', () => {
  expect(currencies).toEqual([...currencies].toSorted());
  expect(currencies.every((code) => /^[A-Z]{3}$/.test(code))).toBe(true);
});

test('any text is either in the table or refused', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[A-Z]{3}$/)), (code) => {
      expect(isCurrency(code)).toBe(currencies.some((currency) => currency === code));
    }),
  );
});
