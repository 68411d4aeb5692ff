import { accountFields, type NamedAccount } from './access.ts';

const [shownFirst, shownLast] = [4, 4];

/** Returns the number of an account with its middle masked, for staff who compare it with what a customer says. */
export function maskedAccount(account: NamedAccount): string {
  const field = accountFields.find((one) => account[one] !== undefined);
  const number = (field && account[field]) ?? '';
  const hidden = Math.max(number.length - shownFirst - shownLast, 0);
  const masked = `${number.slice(0, shownFirst)}${'*'.repeat(hidden)}${number.slice(shownFirst + hidden)}`;
  return account.currency === undefined ? masked : `${masked} ${account.currency}`;
}
