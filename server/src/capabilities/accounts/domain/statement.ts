import type { Temporal } from 'temporal-polyfill';
import type { Currency } from '#platform/kernel/currency.ts';
import { add, type Money, subtract } from '#platform/kernel/money.ts';

/** A booked entry, as a statement has it. */
export interface StatementEntry {
  readonly entryReference: string;
  readonly amount: Money;
  readonly bookingDate?: Temporal.PlainDate;
  readonly valueDate?: Temporal.PlainDate;
  readonly balanceAfter?: Money;
  readonly counterparty: {
    readonly name?: string;
    readonly account?: { readonly scheme: string; readonly id: string };
    readonly agent?: string;
  };
  /** Domain, family and sub-family of ISO 20022, such as `PMNT-ICDT-ESCT`. */
  readonly transactionCode: string;
  readonly endToEndId?: string;
  readonly remittance?: string;
  readonly merchant?: { readonly name: string; readonly town?: string };
}

/** The entries of an account in one currency over a period, with the balances before and after them. */
export interface CurrencyStatement {
  readonly currency: Currency;
  readonly opening: Money;
  readonly closing: Money;
  /** Oldest first, as a statement lists them. */
  readonly entries: readonly StatementEntry[];
}

/** A statement of an account. */
export interface Statement {
  /** At most 35 characters. */
  readonly statementId: string;
  readonly createdAt: Temporal.Instant;
  readonly from: Temporal.PlainDate;
  readonly to: Temporal.PlainDate;
  readonly account: { readonly iban?: string; readonly bban?: string };
  readonly parts: readonly CurrencyStatement[];
}

/** Returns the statement of a currency from its entries, newest first; undefined where the core gives no balances. */
export function currencyStatement(
  currency: Currency,
  newestFirst: readonly StatementEntry[],
): CurrencyStatement | undefined {
  const entries = newestFirst.toReversed();
  const [oldest] = entries;
  if (oldest?.balanceAfter === undefined) return undefined;
  const opening = subtract(oldest.balanceAfter, oldest.amount);
  const closing = entries.reduce((balance, { amount }) => add(balance, amount), opening);
  return { currency, opening, closing, entries };
}
