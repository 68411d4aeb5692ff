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
