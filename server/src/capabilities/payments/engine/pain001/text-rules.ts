import { hasLength } from '#platform/kernel/text-length.ts';
import type { ContentFault } from './fault-list.ts';

/** Checks the text of an element or attribute, without white space around it. */
export type TextRule = (text: string) => ContentFault | undefined;

const tooShort: ContentFault = { code: 'too-short', message: 'Must not be empty.' };

/** A text of 1 to `max` characters. */
export function maxText(max: number): TextRule {
  const tooLong: ContentFault = { code: 'too-long', message: `At most ${max} characters.` };
  return (text) => {
    if (text === '') return tooShort;
    return hasLength(text, { min: 1, max }) ? undefined : tooLong;
  };
}

/** A text of a fixed form. */
export function pattern(form: RegExp, message: string): TextRule {
  const fault: ContentFault = { code: 'pattern', message };
  return (text) => (form.test(text) ? undefined : fault);
}

/** One of several codes. */
export function codes(...values: readonly string[]): TextRule {
  const fault: ContentFault = { code: 'enum', message: `Must be ${values.join(', ')}.` };
  return (text) => (values.includes(text) ? undefined : fault);
}

const max35 = maxText(35);
const slashes: ContentFault = {
  code: 'pattern',
  message: 'An identifier must not begin or end with a slash, nor have two slashes in sequence.',
};

/** Identifiers go through the clearing, where slashes separate values. SPEC xs2a 4.4 */
export const identifier: TextRule = (text) =>
  max35(text) ?? (/^\/|\/\/|\/$/.test(text) ? slashes : undefined);

/** A day without a time zone: with one, it is not certain which day of the bank is meant. */
export const date: TextRule = (text) =>
  isDay(text)
    ? undefined
    : { code: 'format', message: 'Must be a day such as 2026-11-15, without a time zone.' };

const dateTimeForm =
  /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?$/;

/** A time in local form or with an offset. */
export const dateTime: TextRule = (text) =>
  isDay(dateTimeForm.exec(text)?.[1] ?? '')
    ? undefined
    : { code: 'format', message: 'Must be a date and time such as 2026-11-15T10:30:00+01:00.' };

const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

function isDay(text: string): boolean {
  const [, year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  const leapDay = month === 2 && isLeapYear(year) ? 1 : 0;
  return year > 0 && day >= 1 && day <= (daysOfMonths[month - 1] ?? 0) + leapDay;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

const decimalForm = /^[0-9]{1,18}(?:\.[0-9]{1,5})?$/;
/** Digits of an amount before and after the decimal point. */
const digitsMax = 18;

/** An amount of any currency; how many decimals the currency has is a rule of the product. */
export const amount: TextRule = (text) =>
  decimalForm.test(text) && text.replace('.', '').length <= digitsMax
    ? undefined
    : { code: 'pattern', message: 'Must have up to 18 digits, at most 5 of them after a decimal point.' };

export const controlSum: TextRule = pattern(
  /^[0-9]{1,18}(?:\.[0-9]{1,17})?$/,
  'Must have up to 18 digits, at most 17 of them after a decimal point.',
);
export const count: TextRule = pattern(/^[0-9]{1,15}$/, 'Must be a number of up to 15 digits.');
export const boolean: TextRule = codes('true', 'false', '1', '0');
export const country: TextRule = pattern(/^[A-Z]{2}$/, 'Must be a country code of two capital letters.');
export const currency: TextRule = pattern(/^[A-Z]{3}$/, 'Must be a currency code of three capital letters.');
export const lei: TextRule = pattern(/^[A-Z0-9]{18}[0-9]{2}$/, 'Must be a legal entity identifier.');
export const uetr: TextRule = pattern(
  /^[a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[89ab][a-f0-9]{3}-[a-f0-9]{12}$/,
  'Must be a UUID of version 4 in lower case.',
);
/** Without white space: see `ibanText`. */
export const iban: TextRule = (text) => ibanForm(ibanText(text));
const ibanForm = pattern(/^[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}$/, 'Must be an IBAN.');
export const bic: TextRule = pattern(
  /^[A-Z]{6}[A-Z2-9][A-NP-Z0-9](?:[A-Z0-9]{3})?$/,
  'Must be a BIC of 8 or 11 characters.',
);
/** Version 09 allows digits in the first four characters. */
export const bicfi: TextRule = pattern(
  /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/,
  'Must be a BIC of 8 or 11 characters.',
);

/** Returns an IBAN without white space; the standard's own example has some. */
export function ibanText(text: string): string {
  return text.replaceAll(/[ \t\r\n]/g, '');
}
