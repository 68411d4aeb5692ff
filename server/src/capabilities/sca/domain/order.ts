import { type CanonicalValue, canonicalJson } from '#platform/kernel/canonical-json.ts';
import type { Currency } from '#platform/kernel/currency.ts';
import { formatMoney, type Money, sum } from '#platform/kernel/money.ts';
import type { KeptSchedule } from '#platform/kernel/schedule.ts';
import { type BulkPayees, bulkPayeesValue, type PayeeCheck, payeeCheckValue } from './payee-check.ts';

/** Account as the third party names it. */
export interface AccountReference {
  readonly scheme: 'iban' | 'bban' | 'pan' | 'maskedPan' | 'msisdn' | 'other';
  readonly id: string;
  /** One sub-account of an account of several currencies. */
  readonly currency?: string;
}

/** One credit transfer. */
export interface Transfer {
  readonly amount: Money;
  readonly creditorName: string;
  readonly creditorAccount: AccountReference;
  /** BIC of the creditor's bank. */
  readonly creditorAgent?: string;
  readonly remittance?: string;
  readonly endToEndId?: string;
  /** Absent if the payee was not checked. */
  readonly payeeCheck?: PayeeCheck;
}

/** What a third party tells its customer about: the payee of a transfer, or those of a bulk. */
export type PayeeNotice = Transfer | BulkPayees;

interface OrderBase {
  /** The id of the resource: the approval of one order is none of an equal one. */
  readonly id: string;
}

interface PaymentBase extends OrderBase {
  readonly product: string;
  readonly debtorAccount: AccountReference;
  /** SHA-256 of the submitted document, in hexadecimal: everything in it is approved, shown or not. */
  readonly documentHash: string;
}

export interface SinglePayment extends PaymentBase {
  readonly kind: 'payment';
  readonly transfer: Transfer;
  readonly requestedExecutionDate?: string;
}

/**
 * Many transfers in one order. It may be ten thousand of them, so it has their totals and hashes; the hashes cover every
 * transfer.
 */
export interface BulkPayment extends PaymentBase {
  readonly kind: 'bulk-payment';
  readonly count: number;
  readonly positions: readonly [BulkPosition, ...BulkPosition[]];
  /** SHA-256 over all transfers in their order, in hexadecimal. */
  readonly entriesHash: string;
  /** SHA-256 over the sorted texts of all payees, in hexadecimal. */
  readonly accountsHash: string;
  readonly requestedExecutionDate?: string;
  /** Absent if the payees were not checked. */
  readonly payees?: BulkPayees;
}

/** Transfers of a bulk that signing rules see alike: of one currency, to creditors of one standing at the bank. */
export interface BulkPosition {
  readonly count: number;
  readonly total: Money;
  readonly largest: Money;
  /** Of one of the creditors. */
  readonly creditorAccount: AccountReference;
  /** BIC of that creditor's bank, for an account without an IBAN. */
  readonly creditorAgent?: string;
}

export interface PeriodicPayment extends PaymentBase {
  readonly kind: 'periodic-payment';
  readonly transfer: Transfer;
  readonly schedule: KeptSchedule;
}

export type Payment = SinglePayment | BulkPayment | PeriodicPayment;

export interface Cancellation extends OrderBase {
  readonly kind: 'payment-cancellation';
  readonly payment: Payment;
}

/** What a consent lets the third party read. */
export interface AccountAccess {
  readonly accounts: readonly AccountReference[];
  readonly balances: readonly AccountReference[];
  readonly transactions: readonly AccountReference[];
  /** All accounts, without a list. */
  readonly all?: 'available-accounts' | 'available-accounts-with-balance' | 'everything';
  readonly withOwnerName: boolean;
}

export interface AccountConsent extends OrderBase {
  readonly kind: 'consent';
  readonly access: AccountAccess;
  readonly isRecurring: boolean;
  readonly validUntil: string;
  readonly frequencyPerDay: number;
}

export interface FundsConsent extends OrderBase {
  readonly kind: 'funds-confirmation-consent';
  readonly account: AccountReference;
  /** The last digits of a card, if the consent is for one. */
  readonly cardEnding?: string;
}

export interface Basket extends OrderBase {
  readonly kind: 'signing-basket';
  readonly members: readonly [BasketMember, ...BasketMember[]];
}
export type BasketMember = Payment | AccountConsent;

/**
 * What a customer approves. Page, message, digest and instruction are all made from it, so that what is shown, signed and
 * sent is one thing.
 */
export type Order = Payment | Cancellation | AccountConsent | FundsConsent | Basket;
export type OrderKind = Order['kind'];

/** Returns the canonical text of an order: every member, once. Its hash is what is signed. */
export function canonicalOrder(order: Order): string {
  return canonicalJson(valueOf(order));
}

function valueOf(order: Order): CanonicalValue {
  switch (order.kind) {
    case 'payment':
      return {
        ...paymentBase(order),
        ...transferValue(order.transfer),
        requestedExecutionDate: order.requestedExecutionDate,
      };
    case 'bulk-payment':
      return bulkValue(order);
    case 'periodic-payment':
      return { ...paymentBase(order), ...transferValue(order.transfer), ...order.schedule };
    case 'payment-cancellation':
      return { kind: order.kind, id: order.id, payment: valueOf(order.payment) };
    case 'consent':
      return consentValue(order);
    case 'funds-confirmation-consent':
      return {
        kind: order.kind,
        id: order.id,
        account: accountValue(order.account),
        cardEnding: order.cardEnding,
      };
    case 'signing-basket':
      return { kind: order.kind, id: order.id, members: order.members.map(valueOf) };
  }
}

type ValueObject = { readonly [name: string]: CanonicalValue | undefined };

function paymentBase({ debtorAccount, documentHash, id, kind, product }: Payment): ValueObject {
  return { kind, id, product, debtorAccount: accountValue(debtorAccount), documentHash };
}

function transferValue(transfer: Transfer): ValueObject {
  const { amount, creditorAccount, creditorAgent, creditorName, endToEndId, payeeCheck, remittance } =
    transfer;
  return {
    instructedAmount: moneyValue(amount),
    creditorName,
    creditorAccount: accountValue(creditorAccount),
    creditorAgent,
    remittance,
    endToEndId,
    payeeCheck: payeeCheck && payeeCheckValue(payeeCheck),
  };
}

function bulkValue(order: BulkPayment): ValueObject {
  const { accountsHash, count, entriesHash, payees, positions, requestedExecutionDate } = order;
  return {
    ...paymentBase(order),
    count,
    positions: positions.map((position) => ({
      count: position.count,
      total: moneyValue(position.total),
      largest: moneyValue(position.largest),
      creditorAccount: accountValue(position.creditorAccount),
      creditorAgent: position.creditorAgent,
    })),
    entriesHash,
    accountsHash,
    requestedExecutionDate,
    payees: payees && bulkPayeesValue(payees),
  };
}

function moneyValue(money: Money): CanonicalValue {
  return { currency: money.currency, amount: formatMoney(money) };
}

function accountValue({ currency, id, scheme }: AccountReference): CanonicalValue {
  return currency === undefined ? { [scheme]: id } : { [scheme]: id, currency };
}

function consentValue(consent: AccountConsent): CanonicalValue {
  const { access, frequencyPerDay, id, isRecurring, kind, validUntil } = consent;
  return {
    kind,
    id,
    access: {
      accounts: access.accounts.map(accountValue),
      balances: access.balances.map(accountValue),
      transactions: access.transactions.map(accountValue),
      all: access.all,
      withOwnerName: access.withOwnerName,
    },
    isRecurring,
    validUntil,
    frequencyPerDay,
  };
}

/** Returns the transfers that an order names one by one; none for a consent or a bulk. */
export function transfersOf(order: Order): readonly Transfer[] {
  switch (order.kind) {
    case 'payment':
    case 'periodic-payment':
      return [order.transfer];
    case 'payment-cancellation':
      return transfersOf(order.payment);
    case 'signing-basket':
      return order.members.flatMap(transfersOf);
    case 'bulk-payment':
    case 'consent':
    case 'funds-confirmation-consent':
      return [];
  }
}

/** Returns the bulks in an order. */
export function bulksOf(order: Order): readonly BulkPayment[] {
  switch (order.kind) {
    case 'bulk-payment':
      return [order];
    case 'payment-cancellation':
      return bulksOf(order.payment);
    case 'signing-basket':
      return order.members.flatMap(bulksOf);
    case 'payment':
    case 'periodic-payment':
    case 'consent':
    case 'funds-confirmation-consent':
      return [];
  }
}

/** Returns how many transfers an order has, those of its bulks included. */
export function transferCountOf(order: Order): number {
  return bulksOf(order).reduce((count, bulk) => count + bulk.count, transfersOf(order).length);
}

/** Returns the accounts that an order debits or opens, each once, in the order in which they are named. */
export function ownAccountsOf(order: Order): readonly AccountReference[] {
  const named = namedAccounts(order);
  return [...new Map(named.map((account) => [canonicalJson(accountValue(account)), account])).values()];
}

function namedAccounts(order: Order): readonly AccountReference[] {
  switch (order.kind) {
    case 'payment':
    case 'periodic-payment':
    case 'bulk-payment':
      return [order.debtorAccount];
    case 'payment-cancellation':
      return namedAccounts(order.payment);
    case 'signing-basket':
      return order.members.flatMap(namedAccounts);
    case 'consent':
      return [...order.access.accounts, ...order.access.balances, ...order.access.transactions];
    case 'funds-confirmation-consent':
      return [order.account];
  }
}

/** What repeats in a basket: the sums of its standing orders with one rhythm. */
export interface Repeats {
  readonly frequency: string;
  readonly totals: readonly Money[];
}

/** Returns what repeats in a basket, by rhythm in the order in which they appear. */
export function repeatsOf({ members }: Basket): readonly Repeats[] {
  const standing = members.filter((member) => member.kind === 'periodic-payment');
  const byFrequency = Map.groupBy(standing, ({ schedule }) => schedule.frequency);
  return [...byFrequency].map(([frequency, orders]) => ({
    frequency,
    totals: sumsOf(orders.map(({ transfer }) => transfer.amount)),
  }));
}

/** Returns the sum of an order for each currency, in the order in which the currencies appear. */
export function totalsOf(order: Order): readonly Money[] {
  return sumsOf(amountsOf(order));
}

function sumsOf(amounts: readonly Money[]): readonly Money[] {
  const byCurrency = Map.groupBy(amounts, ({ currency }): Currency => currency);
  return [...byCurrency.values()].map(sum);
}

function amountsOf(order: Order): readonly Money[] {
  switch (order.kind) {
    case 'bulk-payment':
      return order.positions.map(({ total }) => total);
    case 'payment-cancellation':
      return amountsOf(order.payment);
    case 'signing-basket':
      return order.members.flatMap(amountsOf);
    case 'payment':
    case 'periodic-payment':
      return [order.transfer.amount];
    case 'consent':
    case 'funds-confirmation-consent':
      return [];
  }
}
