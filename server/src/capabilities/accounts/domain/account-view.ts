import type { Currency } from '#platform/kernel/currency.ts';

/** SPEC xs2a 6.6: an account of several currencies is shown as one, as one for each currency, or both. */
export type CurrencyLevel = 'SUBACCOUNT' | 'AGGREGATION' | 'AGGREGATION_AND_SUBACCOUNT';

/** What decides how an account is shown. */
interface HeldAccount {
  readonly currencies: readonly Currency[];
  readonly status: 'open' | 'blocked' | 'closed';
}

/** An account in one of its currencies, or as a whole. */
export interface AccountPart<Account> {
  readonly account: Account;
  /** Undefined for an account of several currencies as a whole. */
  readonly currency: Currency | undefined;
}

/** Returns the parts in which the bank shows an account; one of a single currency has one part. Closed ones have none. */
export function partsOf<Account extends HeldAccount>(
  account: Account,
  level: CurrencyLevel,
): readonly AccountPart<Account>[] {
  const { currencies, status } = account;
  if (status === 'closed') return [];
  const parts = currencies.map((currency): AccountPart<Account> => ({ account, currency }));
  if (currencies.length === 1 || level === 'SUBACCOUNT') return parts;
  const whole: AccountPart<Account> = { account, currency: undefined };
  return level === 'AGGREGATION' ? [whole] : [whole, ...parts];
}

/** Returns the balances of a part; a whole account has those of all its currencies. */
export function balancesOfPart<Balance extends { readonly currency: string }>(
  { currency }: { readonly currency: string | undefined },
  balances: readonly Balance[],
): readonly Balance[] {
  return balances.filter((balance) => isOfPart({ currency }, balance));
}

/** Returns whether an amount belongs to a part. */
export function isOfPart(
  { currency }: { readonly currency: string | undefined },
  amount: { readonly currency: string },
): boolean {
  return currency === undefined || amount.currency === currency;
}
