import { type Currency, exponentOf } from './currency.ts';
import { lruCache } from './lru-cache.ts';
import { formatMoney, type Money } from './money.ts';

/** `symbol`: `€1,249.50`; `code`: `EUR 1,249.50`; `none`: `1,249.50`. */
type CurrencyDisplay = 'symbol' | 'code' | 'none';

type NumericText = `${number}`;

interface NumberWriter {
  format(value: NumericText): string;
}

const writersMax = 2_000;
const writers = lruCache<NumberWriter>(writersMax);

/**
 * Formats an amount with the separators of a locale and exactly the digits of its currency. Pages, documents and
 * messages use this one function, so that a customer reads the same amount everywhere.
 */
export function localizedMoney(money: Money, locale: string, display: CurrencyDisplay): string {
  const text = formatMoney(money);
  return isNumeric(text) ? writerOf(locale, money.currency, display).format(text) : text;
}

function isNumeric(text: string): text is NumericText {
  return /^-?\d+(?:\.\d+)?$/.test(text);
}

function writerOf(locale: string, currency: Currency, display: CurrencyDisplay): NumberWriter {
  const name = `${locale} ${currency} ${display}`;
  const writer = writers.get(name) ?? createWriter(locale, currency, display);
  writers.set(name, writer);
  return writer;
}

function createWriter(locale: string, currency: Currency, display: CurrencyDisplay): NumberWriter {
  const digits = exponentOf(currency);
  // oxlint-disable-next-line no-restricted-globals -- only separators and signs; the digits come from our own table
  return new Intl.NumberFormat(locale, {
    ...(display === 'none'
      ? { style: 'decimal' }
      : { style: 'currency', currency, currencyDisplay: display }),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
