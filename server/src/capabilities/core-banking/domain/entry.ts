import type { Temporal } from 'temporal-polyfill';
import type { Currency } from '#platform/kernel/currency.ts';
import type { Money } from '#platform/kernel/money.ts';
import type { AccountReference } from './account.ts';

/** An entry of an account, booked or still to be booked. */
export interface CoreEntry {
  /** Unique within the account; never changes and is never given again. */
  readonly entryReference: string;
  readonly status: 'booked' | 'pending';
  /** Negative when money left the account. */
  readonly amount: Money;
  /** Absent while pending. */
  readonly bookingDate?: Temporal.PlainDate;
  readonly valueDate?: Temporal.PlainDate;
  readonly balanceAfter?: Money;
  /** Of a booked entry: the pending one that it replaced. */
  readonly pendingReference?: string;
  /** Of a pending entry: the booked one that replaced it. It can still be read, but is listed no more. */
  readonly bookedReference?: string;
  readonly counterparty: Counterparty;
  /** Domain, family and sub-family of ISO 20022, such as `PMNT-ICDT-ESCT`. */
  readonly transactionCode: string;
  readonly instructionId?: string;
  readonly endToEndId?: string;
  readonly remittance?: string;
  /** Where a card was used. */
  readonly merchant?: Merchant;
}

export interface Counterparty {
  readonly name?: string;
  readonly account?: AccountReference;
  readonly agent?: string;
}

export interface Merchant {
  readonly name: string;
  readonly town?: string;
  /** ISO 18245. */
  readonly categoryCode?: string;
}

/** The entries of an account to list, newest first. */
export interface EntryQuery {
  readonly status: 'booked' | 'pending' | 'both';
  /** One sub-account of an account of several currencies. */
  readonly currency?: Currency;
  /** First and last booking date. */
  readonly from?: Temporal.PlainDate;
  readonly to?: Temporal.PlainDate;
  /** Only entries booked after this one. */
  readonly after?: string;
  /** Where the previous page ended. */
  readonly cursor?: string;
  /** At most 200. */
  readonly max: number;
}

export const entriesMax = 200;

/** A page of a list. Without a cursor it is the last one. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly cursor?: string;
}

/** The balances of an account in one currency. */
export interface CoreBalance {
  readonly currency: Currency;
  /** Sum of the booked entries. */
  readonly booked: Money;
  /** What can be spent: booked less reserved, with the credit limit. */
  readonly available: Money;
  readonly creditLimit: Money;
  /** At the end of the last closed day; absent for an account opened since. */
  readonly closing?: { readonly amount: Money; readonly day: Temporal.PlainDate };
  readonly changedAt: Temporal.Instant;
}

/** A standing order that the core lists. */
export interface CoreStandingOrder {
  readonly orderId: string;
  readonly amount: Money;
  readonly counterparty: Counterparty;
  readonly remittance?: string;
  readonly frequency: 'weekly' | 'monthly' | 'quarterly' | 'yearly';
  readonly firstOn: Temporal.PlainDate;
  readonly lastOn?: Temporal.PlainDate;
  readonly nextOn?: Temporal.PlainDate;
}

/** One unit of `from` is numerator / denominator units of `to`. */
export interface MidRate {
  readonly from: Currency;
  readonly to: Currency;
  readonly numerator: bigint;
  readonly denominator: bigint;
}
