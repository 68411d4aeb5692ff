import { ibanSpelling } from '#platform/kernel/iban.ts';

/** An account as a third party names it: exactly one identifier, and the currency where an account has several. */
export interface NamedAccount {
  readonly iban?: string;
  readonly bban?: string;
  readonly pan?: string;
  readonly maskedPan?: string;
  readonly msisdn?: string;
  readonly currency?: string;
}

export const accountFields = ['iban', 'bban', 'pan', 'maskedPan', 'msisdn'] as const;
export type AccountField = (typeof accountFields)[number];

/** Returns the identifier of an account; undefined unless there is exactly one, of a kind that the bank knows. */
export function identifierOf(
  account: NamedAccount,
  supported: readonly AccountField[],
): { readonly field: AccountField; readonly id: string } | undefined {
  const [field, ...others] = accountFields.filter((name) => account[name] !== undefined);
  if (field === undefined || others.length > 0 || !supported.includes(field)) return undefined;
  return { field, id: account[field] ?? '' };
}

/** Returns whether two references name one account in the same words. The currency is another question. */
export function isSameAccount(one: NamedAccount, other: NamedAccount): boolean {
  return accountFields.every((field) => spelling(field, one[field]) === spelling(field, other[field]));
}

function spelling(field: AccountField, id: string | undefined): string | undefined {
  return field === 'iban' && id !== undefined ? ibanSpelling(id) : id;
}

const [panFirst, panLast] = [6, 4];

/** Returns the number of a card with its middle masked: the whole number of a card is never kept. */
export function maskedCard(number: string): string {
  const signs = number.replaceAll(/[\s\-]/gv, '');
  const hidden = Math.max(signs.length - panFirst - panLast, 0);
  return `${signs.slice(0, panFirst)}${'*'.repeat(hidden)}${signs.slice(panFirst + hidden)}`;
}

/** Returns the last four signs of a card. */
export function cardEnding(number: string): string {
  return number.slice(-panLast);
}

const [shownFirst, shownLast] = [4, 4];

/** Returns the number of an account with its middle masked, for staff who compare it with what a customer says. */
export function maskedAccount(account: NamedAccount): string {
  const field = accountFields.find((one) => account[one] !== undefined);
  const number = (field && account[field]) ?? '';
  const hidden = Math.max(number.length - shownFirst - shownLast, 0);
  const masked = `${number.slice(0, shownFirst)}${'*'.repeat(hidden)}${number.slice(shownFirst + hidden)}`;
  return account.currency === undefined ? masked : `${masked} ${account.currency}`;
}
