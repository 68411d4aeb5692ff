import { isCurrency } from '#platform/kernel/currency.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { formatMoney } from '#platform/kernel/money.ts';
import type { KeptPosition } from './bulk-payment.ts';
import { type AccountField, accountFields } from './check-accounts.ts';
import type { NamedAccount } from './single-payment.ts';

/** Who a creditor is to the owner of the debited account. Signing rules tell them apart. */
export type Standing = 'same-customer' | 'same-bank' | 'elsewhere';

/** Sums of the transfers to one payee in one currency. */
export interface CreditorSums {
  readonly scheme: string;
  readonly id: string;
  /** BIC of the bank; absent for an IBAN, which names it. */
  readonly agent?: string;
  readonly currency: string;
  readonly total: bigint;
  readonly largest: bigint;
  readonly count: number;
  readonly standing: Standing;
}

interface Sums {
  count: number;
  total: bigint;
  largest: bigint;
  readonly first: CreditorSums;
}

/** Returns the positions of a bulk: one for each currency and standing, in the order in which they appear. */
export function positionsOf(creditors: Iterable<CreditorSums>): readonly KeptPosition[] {
  const positions = new Map<string, Sums>();
  for (const one of creditors) {
    const key = `${one.currency} ${one.standing}`;
    const sums = positions.get(key) ?? { count: 0, total: 0n, largest: 0n, first: one };
    positions.set(key, sums);
    sums.count += one.count;
    sums.total += one.total;
    if (one.largest > sums.largest) sums.largest = one.largest;
  }
  return [...positions.values()].map(({ count, first, largest, total }) =>
    omitUndefined({
      count,
      total: moneyText(total, first.currency),
      largest: moneyText(largest, first.currency),
      creditorAccount: accountOf(first),
      creditorAgent: first.agent,
    }),
  );
}

function moneyText(minor: bigint, currency: string): KeptPosition['total'] {
  if (!isCurrency(currency)) throw new Error('a currency that is none was not refused');
  return { currency, amount: formatMoney({ minor, currency }) };
}

function accountOf({ id, scheme }: CreditorSums): NamedAccount {
  const field: AccountField | undefined = accountFields.find((one) => one === scheme);
  if (field === undefined) throw new Error('an account without an identifier was not refused');
  return field === 'other' ? { other: { identification: id } } : { [field]: id };
}
