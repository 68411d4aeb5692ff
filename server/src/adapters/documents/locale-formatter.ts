import { Temporal } from 'temporal-polyfill';
import { groupedByFour } from '#platform/kernel/iban.ts';
import { localizedMoney } from '#platform/kernel/localized-money.ts';
import { lruCache } from '#platform/kernel/lru-cache.ts';
import { type Money, parseSignedMoney } from '#platform/kernel/money.ts';
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
  const momentWriters = lruCache<TimeWriter>(writersMax);

  function momentWriter(timeZone: string): TimeWriter {
    const writer =
      momentWriters.get(timeZone) ??
      timeWriter(locale, { ...longDay, hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone });
    momentWriters.set(timeZone, writer);
    return writer;
  }

  return {
    money: (value) => localizedMoney(toMoney(value), locale, 'symbol'),
    figure: (value) => localizedMoney(toMoney(value), locale, 'none'),
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
  return groupedByFour(value);
}

/** Uses the minus sign, which is as wide as a plus and does not allow a line break. */
export function typeset(amount: string): string {
  return amount.replace('-', '\u2212');
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
