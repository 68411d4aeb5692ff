import { describePhone, parsePhone } from '#platform/kernel/phone-number.ts';
import type { OtpChannel } from '../literals.ts';

/** Where a message goes, as far as budgets know it. */
export interface Destination {
  /** The block of 100,000 numbers: E.164 without its last five digits. */
  readonly prefix: string;
  /** The calling code, with the first digits behind it where countries share one. */
  readonly country: string;
}

/**
 * Whoever earns by messages rents numbers side by side, in blocks of ten thousand or more; five digits put one such
 * rental into one or a few blocks, and still leave more people in a block than a bank signs up there in an hour.
 */
const digitsOfBlock = 5;

/** Satellites, networks above countries, numbers that follow a person, freephone, shared cost and premium rate. */
const codesWithoutCountry: ReadonlySet<string> = new Set([
  '800',
  '808',
  '870',
  '878',
  '881',
  '882',
  '883',
  '888',
  '979',
]);

/** Calling codes of several countries, and how many further digits tell them apart: +1 809 is not +1 212. */
const sharedCodes: ReadonlyMap<string, number> = new Map([
  ['1', 3],
  ['7', 1],
]);

/**
 * Where a number lies, or that nothing is ever sent there: only numbers that their plan gives to mobile phones are
 * written to. So premium rate, shared cost, pagers, voicemail, personal and company-wide numbers, fixed lines and
 * whatever no plan knows need no list that could miss one.
 */
export function placeOf(number: string): Destination | 'refused' {
  const canonical = parsePhone(number)?.number;
  if (canonical === undefined) return 'refused';
  const { countryCode, range } = describePhone(canonical);
  if (countryCode === undefined || codesWithoutCountry.has(countryCode)) return 'refused';
  if (range !== 'mobile' && range !== 'either') return 'refused';
  const digits = countryCode.length + (sharedCodes.get(countryCode) ?? 0);
  return { prefix: canonical.slice(0, -digitsOfBlock), country: canonical.slice(1, 1 + digits) };
}

/** Where a code goes, as far as budgets know it; only those by SMS cost anything. */
export function destinationFor(
  channel: OtpChannel,
  contact: string | undefined,
): Destination | 'refused' | undefined {
  return channel === 'sms' && contact !== undefined ? placeOf(contact) : undefined;
}
