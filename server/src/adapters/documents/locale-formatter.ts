import { Temporal } from 'temporal-polyfill';
import { type Currency, exponentOf } from '#platform/kernel/currency.ts';
import { lruCache } from '#platform/kernel/lru-cache.ts';
import { formatMoney, type Money, parseSignedMoney } from '#platform/kernel/money.ts';
import { parseTimestamp } from '#platform/kernel/timestamp.ts';
import { isDay } from './validate-data.ts';
import { dataNotValid, isRecord, templateNotValid } from './worker-protocol.ts';

const writersMax = 500;

/** Formats amounts, dates and times of one locale, independent of the machine's locale. */
export interface LocaleFormatter {
  /** With its currency: `€ 1.249,50`. */
  readonly money: (value: unknown) => string;
  /** Without its currency: `1.249,50`. */
  readonly figure: (value: unknown) => string;
  /** `3 March 2027`. */
  readonly day: (value: unknown) => string;
  /** `03/03/2027`. */
  readonly shortDay: (value: unknown) => string;
  /** `3 March 2027 at 14:05 CET`. */
  readonly moment: (value: unknown, timeZone: unknown) => string;
  /** `**** 4300`, in characters of the GSM alphabet. */
  readonly masked: (value: unknown) => string;
  /** `NL91 ABNA 0417 1643 00`. */
  readonly grouped: (value: unknown) => string;
}

type NumericText = `${number}`;

interface NumberWriter {
  format(value: NumericText): string;
}

interface TimeStyle {
  readonly timeZone: string;
  readonly day: 'numeric' | '2-digit';
  readonly month: 'long' | '2-digit';
  readonly year: 'numeric';
  readonly hour?: 'numeric';
  readonly minute?: '2-digit';
  readonly timeZoneName?: 'short';
}

interface TimeWriter {
  format(epochMilliseconds: number): string;
}

const known = lruCache<LocaleFormatter>(writersMax);

/** Creates the formatter of a locale; an unknown locale is an error of the template. */
export function localeFormatter(locale: string): LocaleFormatter {
  const seen = known.get(locale);
  if (seen !== undefined) return seen;
  const written = createLocaleFormatter(locale);
  known.set(locale, written);
  return written;
}

const longDay = { day: 'numeric', month: 'long', year: 'numeric' } as const;

function createLocaleFormatter(tag: string): LocaleFormatter {
  const locale = conventionsOf(tag);
  const long = timeWriter(locale, { ...longDay, timeZone: 'UTC' });
  const short = timeWriter(locale, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' });
  const amounts = amountWriters(locale);
  const momentWriters = lruCache<TimeWriter>(writersMax);

  function momentWriter(timeZone: string): TimeWriter {
    const writer =
      momentWriters.get(timeZone) ??
      timeWriter(locale, { ...longDay, hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone });
    momentWriters.set(timeZone, writer);
    return writer;
  }

  return {
    money: (value) => amounts.full(toMoney(value)),
    figure: (value) => amounts.figure(toMoney(value)),
    day: (value) => long.format(toMidnight(value)),
    shortDay: (value) => short.format(toMidnight(value)),
    moment(value, timeZone) {
      if (typeof timeZone !== 'string') throw templateNotValid('moment needs a time zone');
      const instant = typeof value === 'string' ? parseTimestamp(value) : undefined;
      if (instant === undefined) throw dataNotValid('', 'date-time');
      return momentWriter(timeZone).format(instant.epochMilliseconds);
    },
    masked,
    grouped,
  };
}

/**
 * English without a country would use the conventions of the United States, where 03/04 is a day in March. Portico uses
 * British English.
 */
function conventionsOf(locale: string): string {
  return locale === 'en' ? 'en-GB' : locale;
}

/** Reads an amount of template data. */
export function moneyOf(value: unknown): Money | undefined {
  if (!isRecord(value)) return undefined;
  const { amount, currency } = value;
  if (typeof amount !== 'string' || typeof currency !== 'string') return undefined;
  return parseSignedMoney({ amount, currency });
}

function toMoney(value: unknown): Money {
  const money = moneyOf(value);
  if (money === undefined) throw dataNotValid('', 'money');
  return money;
}

function toMidnight(value: unknown): number {
  if (typeof value !== 'string' || !isDay(value)) throw dataNotValid('', 'date');
  return Temporal.PlainDate.from(value).toZonedDateTime('UTC').epochMilliseconds;
}

const shownCharacters = 4;

function masked(value: unknown): string {
  if (typeof value !== 'string') throw dataNotValid('', 'masked');
  const characters = Array.from(value.replaceAll(/\s/g, ''));
  // A number of four characters would be shown in full.
  const shown = characters.length > shownCharacters ? characters.slice(-shownCharacters).join('') : '';
  return `**** ${shown}`.trimEnd();
}

function grouped(value: unknown): string {
  if (typeof value !== 'string') throw dataNotValid('', 'grouped');
  return value.replaceAll(/\s/g, '').replaceAll(/.{4}(?=.)/gu, '$& ');
}

/** Uses the minus sign, which is as wide as a plus and does not allow a line break. */
export function typeset(amount: string): string {
  return amount.replace('-', '\u2212');
}

interface AmountWriters {
  full(money: Money): string;
  figure(money: Money): string;
}

function amountWriters(locale: string): AmountWriters {
  const writers = new Map<string, NumberWriter>();
  const writer = (style: 'currency' | 'decimal', currency: Currency): NumberWriter => {
    const name = `${style} ${currency}`;
    const made = writers.get(name) ?? numberWriter(locale, { style, currency });
    writers.set(name, made);
    return made;
  };
  const write = (style: 'currency' | 'decimal', money: Money): string => {
    const text = formatMoney(money);
    return isNumeric(text) ? writer(style, money.currency).format(text) : text;
  };
  return { full: (money) => write('currency', money), figure: (money) => write('decimal', money) };
}

function isNumeric(text: string): text is NumericText {
  return /^-?\d+(?:\.\d+)?$/.test(text);
}

function numberWriter(
  locale: string,
  { style, currency }: { style: 'currency' | 'decimal'; currency: Currency },
): NumberWriter {
  const digits = exponentOf(currency);
  // oxlint-disable-next-line no-restricted-globals -- only separators and signs; the digits come from our own table
  return new Intl.NumberFormat(locale, {
    style,
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

function timeWriter(locale: string, options: TimeStyle): TimeWriter {
  try {
    // Some locales have another calendar; bank dates are Gregorian.
    // oxlint-disable-next-line no-restricted-globals -- the kernel has no date names
    return new Intl.DateTimeFormat(locale, { ...options, calendar: 'gregory' });
  } catch {
    // The only way to detect that a locale or a time zone is unknown.
    throw templateNotValid(`locale or time zone: ${locale}, ${options.timeZone}`);
  }
}
