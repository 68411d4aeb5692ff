import type { Currency } from '#platform/kernel/currency.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
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
  /** The sum and the largest single amount; the one with the stricter band decides. */
  readonly amounts: readonly Money[];
}

/** Facts that rules are matched against. SPEC channel-interfaces 9.2. */
export interface SigningFacts extends SigningOwner {
  readonly resourceKind: ResourceKind;
  readonly authorizationType: AuthorizationType;
  readonly questions: readonly SigningQuestion[];
}

/** Returns the facts of a payload. */
export function factsOf<Owner extends Omit<SigningOwner, 'ownerKind'>>(
  content: PayloadContent,
  owner: Owner,
  lookup: AccountLookup,
): Owner & Omit<SigningFacts, keyof SigningOwner> {
  const { resourceKind } = content;
  return {
    ...owner,
    resourceKind,
    authorizationType: authorizationTypeOf(resourceKind),
    questions: questionsOf(content, lookup),
  };
}

function questionsOf(content: PayloadContent, lookup: AccountLookup): readonly SigningQuestion[] {
  if (content.orders.length > 0) return paymentQuestions(content.orders, lookup);
  const accounts = new Map(
    content.accounts.map((reference) => [lookup.accountId(reference), lookup.joint?.(reference)]),
  );
  if (accounts.size === 0) return [{ transactionType: anyType, amounts: [] }];
  return [...accounts].map(([account, joint]) =>
    omitUndefined({ transactionType: anyType, account, joint, amounts: [] }),
  );
}

/** SPEC channel-interfaces 9.2: sums per debtor account and currency, whatever the transaction types. */
function paymentQuestions(
  orders: readonly PaymentOrder[],
  lookup: AccountLookup,
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
    return [...types].map((transactionType) => omitUndefined({ transactionType, account, joint, amounts }));
  });
}

function amountsOf(orders: readonly PaymentOrder[]): readonly Money[] {
  const total = sum(orders.map((order) => order.instructedAmount));
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
