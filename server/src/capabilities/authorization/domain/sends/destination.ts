import { describePhone, parsePhone } from '#platform/kernel/phone-number.ts';
import type { OtpChannel } from '../literals.ts';

/** Destination of a text message, as send limits count it. */
export interface Destination {
  /** The range of 100,000 numbers: E.164 without its last five digits. */
  readonly prefix: string;
  /** The calling code, with the first digits after it where countries share one. */
  readonly country: string;
}

/**
 * Attackers who earn by messages rent adjacent numbers, in ranges of ten thousand or more; five digits put one rental
 * into one or a few ranges, and still leave more people in a range than a bank signs up there in an hour.
 */
const digitsOfRange = 5;

/** Satellite and international networks, personal numbers, freephone, shared cost and premium rate. */
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

/** Calling codes of several countries, and how many further digits distinguish them: +1 809 is not +1 212. */
const sharedCodes: ReadonlyMap<string, number> = new Map([
  ['1', 3],
  ['7', 1],
]);

/**
 * Returns the destination of a number, or `refused` where nothing is ever sent. Only numbers that their numbering plan
 * assigns to mobile phones are allowed, so premium rate, shared cost, pagers, voicemail, personal and company-wide
 * numbers, fixed lines and unassigned numbers need no list that could be incomplete.
 */
export function destinationOf(number: string): Destination | 'refused' {
  const canonical = parsePhone(number)?.number;
  if (canonical === undefined) return 'refused';
  const { countryCode, range } = describePhone(canonical);
  if (countryCode === undefined || codesWithoutCountry.has(countryCode)) return 'refused';
  if (range !== 'mobile' && range !== 'either') return 'refused';
  const digits = countryCode.length + (sharedCodes.get(countryCode) ?? 0);
  return { prefix: canonical.slice(0, -digitsOfRange), country: canonical.slice(1, 1 + digits) };
}

/** Returns the destination of a code; undefined for e-mail, which costs nothing. */
export function destinationFor(
  channel: OtpChannel,
  contact: string | undefined,
): Destination | 'refused' | undefined {
  return channel === 'sms' && contact !== undefined ? destinationOf(contact) : undefined;
}
