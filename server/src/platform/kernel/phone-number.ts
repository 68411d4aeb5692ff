import { isSupportedCountry, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** What the numbering plan of its country says about a number; only the range is always present. */
export interface PhoneDescription {
  readonly countryCode?: string;
  readonly nationalDestinationCode?: string;
  readonly subscriberNumber?: string;
  readonly range: PhoneRange;
}

/** A toll-free or shared-cost line counts as `landline`: any range of a known plan except mobile phones. */
export type PhoneRange = 'mobile' | 'landline' | 'either' | 'unknown';

const e164 = /^\+[1-9][0-9]{6,14}$/;
const separators = /[\s\p{Pd}\(\)\[\].]/gv;

/**
 * Parses a telephone number to ITU-T E.164; undefined if the text is not one. A number without its country uses the
 * plan of the default country. If the plan is known, a wrong trunk prefix is dropped: +49 (0)30 becomes +4930.
 */
export function parsePhone(text: string, defaultCountry?: string): { readonly number: string } | undefined {
  const compact = text.replace(separators, '');
  if (compact.startsWith('+')) return e164.test(compact) ? { number: planned(compact) } : undefined;
  if (defaultCountry === undefined || !/^[0-9]+$/.test(compact) || !isSupportedCountry(defaultCountry)) {
    return undefined;
  }
  const number = parsePhoneNumberFromString(compact, defaultCountry)?.number;
  return number !== undefined && e164.test(number) ? { number } : undefined;
}

/** Returns the parts of a number that its plan defines. */
export function describePhone(number: string): PhoneDescription {
  const known = parsePhoneNumberFromString(number);
  if (known === undefined) return { range: 'unknown' };
  const countryCode = known.countryCallingCode;
  const national = number.slice(1 + countryCode.length);
  const destination = destinationCode(known, national);
  const range = rangeOf(known);
  return destination === undefined
    ? { countryCode, subscriberNumber: national, range }
    : {
        countryCode,
        nationalDestinationCode: destination,
        subscriberNumber: national.slice(destination.length),
        range,
      };
}

/** Whether a number can be that of a mobile phone: not if its plan is known and lists it elsewhere, or not at all. */
export function mayBeMobile(number: string): boolean {
  const known = parsePhoneNumberFromString(number);
  return known === undefined || ['mobile', 'either'].includes(rangeOf(known));
}

function planned(number: string): string {
  const known = parsePhoneNumberFromString(number);
  return known?.isValid() === true ? known.number : number;
}

/** Returns the first group of a formatted number if there are more; a number in one group has no such code. */
function destinationCode(known: PhoneNumber, national: string): string | undefined {
  const [, first, ...rest] = known.formatInternational().split(/[^0-9+]+/);
  return first !== undefined && rest.length > 0 && national.startsWith(first) ? first : undefined;
}

function rangeOf(known: PhoneNumber): PhoneRange {
  const type = known.getType();
  if (type === undefined) return 'unknown';
  if (type === 'FIXED_LINE_OR_MOBILE') return 'either';
  return type === 'MOBILE' ? 'mobile' : 'landline';
}
