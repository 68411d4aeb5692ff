import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Currency, currencies, exponentOf } from './currency.ts';
import {
  add,
  allocate,
  compareMoney,
  formatMoney,
  isZero,
  type Money,
  multiplyByRatio,
  parseMoney,
  parseSignedMoney,
  type Rounding,
  subtract,
  sum,
} from './money.ts';

const money = (amount: string, currency: Currency = 'EUR'): Money => {
  const parsed = parseSignedMoney({ currency, amount });
  if (parsed === undefined) throw new Error(`bad amount in test: ${amount}`);
  return parsed;
};
const eur = (minor: bigint): Money => ({ minor, currency: 'EUR' });

const anyCurrency = fc.constantFrom(...currencies);
const anyMinor = fc.bigInt({ min: -(10n ** 18n) + 1n, max: 10n ** 18n - 1n });
const eurAmounts = anyMinor.map(eur);

describe('parsing and formatting', () => {
  test.each([
    ['EUR', '1249.5', 124_950n, '1249.50'],
    ['EUR', '7', 700n, '7.00'],
    ['EUR', '0.05', 5n, '0.05'],
    ['HUF', '1249.50', 124_950n, '1249.50'],
    ['IQD', '1.234', 1234n, '1.234'],
    ['JPY', '800', 800n, '800'],
    ['CLF', '99999999999999.9999', 999_999_999_999_999_999n, '99999999999999.9999'],
    ['EUR', '007', 700n, '7.00'],
  ])('%s %s is parsed exactly', (currency, amount, minor, written) => {
    const parsed = parseMoney({ currency, amount });
    expect(parsed).toEqual({ currency, minor });
    expect(parsed && formatMoney(parsed)).toBe(written);
  });

  test.each([
    ['EUR', '1.005'],
    ['JPY', '1.0'],
    ['IQD', '1.0000'],
    ['EUR', '-1'],
    ['EUR', '+1'],
    ['EUR', '1.'],
    ['EUR', '.5'],
    ['EUR', '1,5'],
    ['EUR', '1e3'],
    ['EUR', ' 1'],
    ['EUR', '1\n'],
    ['EUR', ''],
    ['EUR', '٣'],
    ['EUR', '123456789012345'],
    ['XDR', '1'],
    ['eur', '1'],
    ['toString', '1'],
  ])('%s %j is refused', (currency, amount) => {
    expect(parseMoney({ currency, amount })).toBeUndefined();
  });

  test('only the signed parser accepts a minus, and only one', () => {
    expect(parseSignedMoney({ currency: 'EUR', amount: '-0.05' })).toEqual(eur(-5n));
    expect(parseSignedMoney({ currency: 'EUR', amount: '0.05' })).toEqual(eur(5n));
    expect(parseSignedMoney({ currency: 'EUR', amount: '-0' })).toEqual(eur(0n));
    expect(parseSignedMoney({ currency: 'EUR', amount: '--1' })).toBeUndefined();
    expect(parseSignedMoney({ currency: 'EUR', amount: '-' })).toBeUndefined();
  });

  test('a formatted amount is parsed to the same amount, in every currency, with exactly its digits', () => {
    fc.assert(
      fc.property(anyCurrency, anyMinor, (currency, minor) => {
        const exponent = exponentOf(currency);
        const limit = 10n ** BigInt(14 + exponent);
        const amount = { minor: minor % limit, currency };
        const text = formatMoney(amount);
        expect(text.split('.')[1]?.length ?? 0).toBe(exponent);
        expect(parseSignedMoney({ currency, amount: text })).toEqual(amount);
      }),
    );
  });

  test('parsing any text never throws and never yields a negative amount', () => {
    const nearly = fc.stringMatching(/^-?[0-9]{0,15}\.?[0-9]{0,5}$/);
    fc.assert(
      fc.property(anyCurrency, fc.oneof(fc.string(), nearly), (currency, amount) => {
        const parsed = parseMoney({ currency, amount });
        expect(parsed === undefined || parsed.minor >= 0n).toBe(true);
      }),
    );
  });

  test('every parsed amount fits a 64-bit column', () => {
    const largest = parseMoney({ currency: 'UYW', amount: '99999999999999.9999' });
    expect((largest?.minor ?? 0n) < 2n ** 63n).toBe(true);
  });
});

describe('arithmetic', () => {
  test('addition and subtraction undo each other', () => {
    fc.assert(
      fc.property(eurAmounts, eurAmounts, (left, right) => {
        expect(subtract(add(left, right), right)).toEqual(left);
        expect(add(left, right)).toEqual(add(right, left));
        expect(isZero(subtract(left, left))).toBe(true);
      }),
    );
  });

  test('a sum is exact where a float is not', () => {
    expect(formatMoney(sum([money('0.10'), money('0.20')]))).toBe('0.30');
    expect(formatMoney(sum([money('90071992547409.93'), money('0.01')]))).toBe('90071992547409.94');
  });

  test('a sum of no amounts is an internal error', () => {
    expect(() => sum([])).toThrow('at least one amount');
  });

  test('currencies never mix', () => {
    const usd = money('1', 'USD');
    for (const mix of [add, subtract, compareMoney]) {
      expect(() => mix(money('1'), usd)).toThrow('different currencies');
    }
    expect(() => sum([money('1'), money('2'), usd])).toThrow('different currencies');
  });

  test('comparison orders by amount', () => {
    fc.assert(
      fc.property(eurAmounts, eurAmounts, (left, right) => {
        expect(Math.sign(compareMoney(left, right))).toBe(-compareMoney(right, left) + 0);
        expect(compareMoney(left, right) < 0).toBe(left.minor < right.minor);
        expect(compareMoney(left, left)).toBe(0);
      }),
    );
  });
});

describe('allocation', () => {
  const minors = (amounts: readonly Money[]): bigint[] => amounts.map((amount) => amount.minor);

  test('remaining units go to the largest remainders, the earlier part first', () => {
    expect(minors(allocate(eur(100n), [1n, 1n, 1n]))).toEqual([34n, 33n, 33n]);
    expect(minors(allocate(eur(5n), [3n, 7n]))).toEqual([2n, 3n]);
    expect(minors(allocate(eur(10n), [1n, 0n, 2n]))).toEqual([3n, 0n, 7n]);
    expect(minors(allocate(eur(-100n), [1n, 1n, 1n]))).toEqual([-34n, -33n, -33n]);
  });

  test('invalid parts are an internal error', () => {
    for (const parts of [[], [0n, 0n], [2n, -1n]]) {
      expect(() => allocate(eur(1n), parts)).toThrow('parts are not negative');
    }
  });

  test('shares add up to the whole, and none is a full unit away from its exact share', () => {
    const parts = fc
      .array(fc.bigInt({ min: 0n, max: 10_000n }), { minLength: 1, maxLength: 20 })
      .filter((list) => list.some((part) => part > 0n));
    fc.assert(
      fc.property(eurAmounts, parts, (whole, list) => {
        const shares = allocate(whole, list);
        expect(sum(shares)).toEqual(whole);
        const total = list.reduce((left, right) => left + right, 0n);
        shares.forEach((share, index) => {
          const error = share.minor * total - whole.minor * (list[index] ?? 0n);
          expect(error < total && error > -total).toBe(true);
        });
      }),
    );
  });
});

describe('multiplication by a ratio', () => {
  test.each<[Rounding, bigint, bigint]>([
    ['half-even', 5n, 2n],
    ['half-even', 7n, 4n],
    ['half-even', -5n, -2n],
    ['half-up', 5n, 3n],
    ['half-up', -5n, -3n],
    ['down', 7n, 3n],
    ['down', -7n, -3n],
  ])('%s rounds half of %i to %i', (rounding, minor, expected) => {
    expect(multiplyByRatio(eur(minor), 1n, 2n, rounding).minor).toBe(expected);
  });

  test('an exact result is the same under every rounding', () => {
    fc.assert(
      fc.property(anyMinor, fc.bigInt({ min: 1n, max: 1_000_000n }), (minor, factor) => {
        for (const rounding of ['half-even', 'half-up', 'down'] as const) {
          expect(multiplyByRatio(eur(minor * factor), 1n, factor, rounding)).toEqual(eur(minor));
        }
      }),
    );
  });

  test('halves are at most half a unit off, down never leaves zero', () => {
    const factors = fc.bigInt({ min: -1_000_000n, max: 1_000_000n });
    const divisors = fc.bigInt({ min: 1n, max: 1_000_000n });
    fc.assert(
      fc.property(anyMinor, factors, divisors, (minor, numerator, denominator) => {
        const exact = minor * numerator;
        const errorOf = (rounding: Rounding): bigint =>
          multiplyByRatio(eur(minor), numerator, denominator, rounding).minor * denominator - exact;
        for (const rounding of ['half-even', 'half-up'] as const) {
          const twice = errorOf(rounding) * 2n;
          expect(twice <= denominator && twice >= -denominator).toBe(true);
        }
        const towardsZero = exact < 0n ? errorOf('down') : -errorOf('down');
        expect(towardsZero >= 0n && towardsZero < denominator).toBe(true);
      }),
    );
  });

  test('a denominator that is not positive is an internal error', () => {
    expect(() => multiplyByRatio(eur(1n), 1n, 0n, 'down')).toThrow('denominator');
  });
});
