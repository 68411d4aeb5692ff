import type { Currency } from '#platform/kernel/currency.ts';
import { omitUndefined, present } from '#platform/kernel/members.ts';
import { largestOf, type Money, sum } from '#platform/kernel/money.ts';
import type { PayloadContent } from './payload.ts';
import { type AccountReference, accountKey, type PaymentOrder } from './payment-order.ts';
import {
  type AuthorizationType,
  anyType,
  authorizationTypeOf,
  type ResourceKind,
  type TransactionType,
} from './rule.ts';

/** Persons and joint holders may sign orders that they initiated, organizations need a second person. */
export type OwnerKind = 'person' | 'joint' | 'organization';

/** Customers who hold an account together, and whether one or all of them sign. */
export interface JointHolding {
  readonly holders: readonly string[];
  readonly signingMode: 'all' | 'any';
}

/** Owner of the resource. */
export interface SigningOwner {
  readonly bankId: string;
  readonly owner: string;
  readonly ownerKind: OwnerKind;
  readonly joint?: JointHolding;
}

/** What the bank knows about the accounts and the product of a payload. */
export interface AccountLookup {
  /** The account id that rules use; the payload may spell one account in several ways. */
  readonly accountId: (reference: AccountReference) => string;
  readonly creditor: (reference: AccountReference) => CreditorStanding;
  /** Absent: every account has a single holder. */
  readonly joint?: (reference: AccountReference) => JointHolding | undefined;
  /** The payment product, for example `sepa-credit-transfers`. */
  readonly product?: string;
  readonly homeCurrency: Currency;
}

export type CreditorStanding = 'same-customer' | 'same-bank' | 'elsewhere';

/** One question to the rules. The signatures of a payload must fulfil the rules of all its questions. */
export interface SigningQuestion {
  readonly transactionType: TransactionType;
  readonly account?: string;
  /** Joint holders of the account. Set per account, because one payload may involve several. */
  readonly joint?: JointHolding;
  /** The sum in one currency and the largest single amount. */
  readonly amounts: readonly Money[];
  /** All that counts together, where it is more than the first amount: of other currencies, and of other orders. */
  readonly together?: readonly Money[];
}

/** What a basket debits from one account. */
export interface BasketPosition {
  readonly account?: string;
  readonly together: readonly Money[];
}

/** Facts that rules are matched against. SPEC channel-interfaces 9.2. */
export interface SigningFacts extends SigningOwner {
  readonly resourceKind: ResourceKind;
  readonly authorizationType: AuthorizationType;
  readonly questions: readonly SigningQuestion[];
  /** Set for an order that is signed in a basket: rules that name baskets join its own. */
  readonly basket?: readonly BasketPosition[];
}

/** Returns the facts of a payload. `together`: the orders of all members of the basket in which it is signed. */
export function factsOf<Owner extends Omit<SigningOwner, 'ownerKind'>>(
  content: PayloadContent,
  owner: Owner,
  { lookup, together }: { readonly lookup: AccountLookup; readonly together?: readonly PaymentOrder[] },
): Owner & Omit<SigningFacts, keyof SigningOwner> {
  const { resourceKind } = content;
  const counted = sumsByAccount(together ?? content.orders, lookup);
  return {
    ...owner,
    resourceKind,
    authorizationType: authorizationTypeOf(resourceKind),
    questions: questionsOf(content, lookup, counted),
    ...(together === undefined ? {} : { basket: basketOf(counted) }),
  };
}

/** Money by the account that it is debited from: one sum for each currency. */
type Sums = ReadonlyMap<string, readonly Money[]>;

/** What is signed together counts together: per debtor account, in whatever currencies and orders. */
export function sumsByAccount(
  orders: readonly PaymentOrder[],
  lookup: Pick<AccountLookup, 'accountId'>,
): Sums {
  const byAccount = Map.groupBy(orders, ({ debtorAccount }) => lookup.accountId(debtorAccount));
  return new Map([...byAccount].map(([account, own]) => [account, sumsOf(own)]));
}

function sumsOf(orders: readonly PaymentOrder[]): readonly Money[] {
  const byCurrency = Map.groupBy(present(orders.map(countedOf)), ({ currency }) => currency);
  return [...byCurrency.values()].map(sum);
}

/** Returns what an order counts: a standing order more than what it pays once. Undefined if its days are not known. */
function countedOf({ countedAmount, instructedAmount }: PaymentOrder): Money | undefined {
  return countedAmount === 'unknown' ? undefined : (countedAmount ?? instructedAmount);
}

/** A basket without payments moves nothing. */
function basketOf(counted: Sums): readonly BasketPosition[] {
  if (counted.size === 0) return [{ together: [] }];
  return [...counted].map(([account, together]) => ({ account, together }));
}

function questionsOf(
  content: PayloadContent,
  lookup: AccountLookup,
  counted: Sums,
): readonly SigningQuestion[] {
  if (content.orders.length > 0) return paymentQuestions(content.orders, lookup, counted);
  const accounts = new Map(
    content.accounts.map((reference) => [lookup.accountId(reference), lookup.joint?.(reference)]),
  );
  if (accounts.size === 0) return [{ transactionType: anyType, amounts: [] }];
  return [...accounts].map(([account, joint]) =>
    omitUndefined({ transactionType: anyType, account, joint, amounts: [] }),
  );
}

/** One question for each debtor account, currency and transaction type; the sum is that of all types. */
function paymentQuestions(
  orders: readonly PaymentOrder[],
  lookup: AccountLookup,
  counted: Sums,
): readonly SigningQuestion[] {
  const positions = Map.groupBy(
    orders,
    (order) => `${order.instructedAmount.currency} ${lookup.accountId(order.debtorAccount)}`,
  );
  return [...positions.values()].flatMap((position) => {
    const amounts = amountsOf(position);
    const types = new Set(position.map((order) => transactionTypeOf(order, lookup)));
    const [first] = position;
    const account = first && lookup.accountId(first.debtorAccount);
    const joint = first && lookup.joint?.(first.debtorAccount);
    const all = (account === undefined ? undefined : counted.get(account)) ?? [];
    const together = isMore(all, amounts) ? all : undefined;
    return [...types].map((transactionType) =>
      omitUndefined({ transactionType, account, joint, amounts, together }),
    );
  });
}

function isMore([first, ...others]: readonly Money[], [amount]: readonly Money[]): boolean {
  if (first === undefined) return false;
  return others.length > 0 || first.minor !== amount?.minor;
}

/** Empty, so that every band matches, where it is not known what one of them counts. */
function amountsOf(orders: readonly PaymentOrder[]): readonly Money[] {
  const counted = present(orders.map(countedOf));
  if (counted.length < orders.length) return [];
  const total = sum(counted);
  const amounts = orders.map(({ instructedAmount, largestAmount = instructedAmount }) => largestAmount);
  const largest = largestOf(amounts);
  return largest.minor === total.minor ? [total] : [total, largest];
}

const remittanceProducts: ReadonlySet<string> = new Set([
  'target-2-payments',
  'cross-border-credit-transfers',
]);

/** SPEC channel-interfaces 9.2: SLF, TPF, RMT, else PMT, in this order. */
export function transactionTypeOf(
  { creditorAccount, creditorAgent, instructedAmount }: PaymentOrder,
  lookup: AccountLookup,
): TransactionType {
  // Without an IBAN the bank is part of the payee: the same number at another bank is another account. ADR-0171
  const isElsewhere = creditorAccount.scheme !== 'iban' && creditorAgent !== undefined;
  const standing = isElsewhere ? 'elsewhere' : lookup.creditor(creditorAccount);
  if (standing === 'same-customer') return 'SLF';
  if (standing === 'same-bank') return 'TPF';
  // GAP: "foreign currency" is any but the bank's own. ADR-0037
  const isForeign = instructedAmount.currency !== lookup.homeCurrency;
  const product = lookup.product?.replace(/^pain\.001-/, '') ?? '';
  return isForeign || remittanceProducts.has(product) ? 'RMT' : 'PMT';
}

/** Returns the creditor accounts that the caller must look up. */
export function creditorsOf({ orders }: PayloadContent): readonly AccountReference[] {
  return [
    ...new Map(orders.map((order) => [accountKey(order.creditorAccount), order.creditorAccount])).values(),
  ];
}
