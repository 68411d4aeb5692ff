import { normalizeEmail } from '#platform/kernel/email-address.ts';
import { reservedUsernames } from './policy.ts';

const form = /^[a-z0-9][a-z0-9._@+\-]{4,63}$/v;
const likeUserId = /^usr_/;

/**
 * Returns the normalized username: RFC 8265 UsernameCaseMapped for the letters that are allowed. Undefined for any
 * other text.
 */
export function normalizeUsername(text: string): string | undefined {
  const name = text.normalize('NFC').toLowerCase();
  return form.test(name) && !likeUserId.test(name) ? name : undefined;
}

/** Returns whether a username is reserved because it would suggest an official account. */
export function isReservedUsername(name: string, bankName: string): boolean {
  const bank = bankName.toLowerCase().replaceAll(/[^a-z0-9]/gv, '');
  const bare = name.replaceAll(/[^a-z0-9]/gv, '');
  return reservedUsernames.has(name) || (bank.length >= 4 && bare.includes(bank));
}

/** Contacts of the user, which are allowed as the username. */
export interface OwnContacts {
  readonly email: string | undefined;
  readonly phone: string | undefined;
  readonly customerNumber: string | undefined;
}

/**
 * Returns whether a username is an e-mail address, a phone number or a customer number of another person. Its owner
 * would be mistaken for that person by people, and wherever a contact or a customer number is accepted in place of a
 * username.
 */
export function isForeignContact(name: string, { customerNumber, email, phone }: OwnContacts): boolean {
  const address = normalizeEmail(name)?.key;
  if (address !== undefined) return address !== (email && normalizeEmail(email)?.key);
  if (/[a-z@]/v.test(name)) return false;
  const digits = name.replaceAll(/[^0-9]/gv, '');
  const isOwnPhone = phone !== undefined && digits.length > nationalDigitsMin && phone.endsWith(bare(digits));
  return !isOwnPhone && name !== customerNumber?.toLowerCase();
}

/** Shorter digit sequences are not compared with phone numbers. */
const nationalDigitsMin = 6;

/** Returns the digits of a number without the national trunk prefix. */
function bare(digits: string): string {
  return digits.replace(/^0+/v, '');
}
