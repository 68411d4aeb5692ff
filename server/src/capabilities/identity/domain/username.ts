import { normalizeEmail } from '#platform/kernel/email-address.ts';
import { reservedUsernames } from './policy.ts';

const form = /^[a-z0-9][a-z0-9._@+\-]{4,63}$/v;
const likeUserId = /^usr_/;

/** A name as it is kept: RFC 8265 UsernameCaseMapped for the letters that are allowed. Undefined for anything else. */
export function normalizeUsername(text: string): string | undefined {
  const name = text.normalize('NFC').toLowerCase();
  return form.test(name) && !likeUserId.test(name) ? name : undefined;
}

/** Names that would speak for the bank. */
export function isReservedUsername(name: string, bankName: string): boolean {
  const bank = bankName.toLowerCase().replaceAll(/[^a-z0-9]/gv, '');
  const bare = name.replaceAll(/[^a-z0-9]/gv, '');
  return reservedUsernames.has(name) || (bank.length >= 4 && bare.includes(bank));
}

/** What belongs to somebody and may be their name. */
export interface OwnContacts {
  readonly email: string | undefined;
  readonly phone: string | undefined;
  readonly customerNumber: string | undefined;
}

/**
 * Whether a name is an address or a number of somebody else. Who has it as a name would be taken for its owner: by people,
 * and wherever a contact or a customer number is accepted in place of a name.
 */
export function isForeignContact(name: string, { customerNumber, email, phone }: OwnContacts): boolean {
  const address = normalizeEmail(name)?.key;
  if (address !== undefined) return address !== (email && normalizeEmail(email)?.key);
  if (/[a-z@]/v.test(name)) return false;
  const digits = name.replaceAll(/[^0-9]/gv, '');
  const isOwnPhone = phone !== undefined && digits.length > nationalDigitsMin && phone.endsWith(bare(digits));
  return !isOwnPhone && name !== customerNumber?.toLowerCase();
}

/** Shorter ends of a number are no number. */
const nationalDigitsMin = 6;

/** The digits of a number without the prefix that a country's own spelling begins with. */
function bare(digits: string): string {
  return digits.replace(/^0+/v, '');
}
