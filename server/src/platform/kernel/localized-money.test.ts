import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currencies } from './currency.ts';
import { localizedMoney } from './localized-money.ts';
import { formatMoney, type Money } from './money.ts';

const locales = ['en-GB', 'de', 'nl', 'fr', 'ar-u-nu-latn'] as const;
const anyMoney = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }), fc.constantFrom(...currencies))
  .map(([minor, currency]): Money => ({ minor, currency }));

describe('an amount in the format of a locale', () => {
  it.each([
    ['en-GB', { minor: 124_950n, currency: 'EUR' }, '€1,249.50'],
    ['de', { minor: 124_950n, currency: 'EUR' }, '1.249,50\u00a0€'],
    ['nl', { minor: 124_950n, currency: 'EUR' }, '€\u00a01.249,50'],
    ['en-GB', { minor: 800n, currency: 'JPY' }, 'JP¥800'],
    ['en-GB', { minor: 1_234_567n, currency: 'BHD' }, 'BHD\u00a01,234.567'],
    ['en-GB', { minor: 124_950n, currency: 'HUF' }, 'HUF\u00a01,249.50'],
  ] as const)('in %s of %o is %s', (locale, money, expected) => {
    expect(localizedMoney(money, locale, 'symbol')).toBe(expected);
  });

  it('may have the code of its currency, or none', () => {
    const money = { minor: 124_950n, currency: 'EUR' } as const;
    expect(localizedMoney(money, 'en-GB', 'code')).toBe('EUR\u00a01,249.50');
    expect(localizedMoney(money, 'en-GB', 'none')).toBe('1,249.50');
  });

  it('has every digit of the amount, also beyond 2^53, in every locale and currency', () => {
    fc.assert(
      fc.property(anyMoney, fc.constantFrom(...locales), (money, locale) => {
        const digits = localizedMoney(money, locale, 'none').replaceAll(/\D/g, '');
        expect(digits).toBe(formatMoney(money).replace('.', ''));
      }),
    );
  });
});
