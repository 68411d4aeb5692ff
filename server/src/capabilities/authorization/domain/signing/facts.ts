import type { Currency } from '#platform/kernel/currency.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { type Money, sum } from '#platform/kernel/money.ts';
import type { PayloadContent } from './payload.ts';
import { type AccountReference, accountKey, type PaymentOrder } from './payment-order.ts';
import {
  type AuthorizationType,
  anyType,
  authorizationTypeOf,
  type ResourceKind,
  type TransactionType,
} from './rule.ts';

/** Persons and joint holders may sign what they began, organizations need another pair of eyes. */
export type OwnerKind = 'person' | 'joint' | 'organization';

/** Customers who hold an account together, and whether one or all of them sign. */
export interface JointHolding {
  readonly holders: readonly string[];
  readonly signingMode: 'all' | 'any';
}

/** Whose resource it is. */
export interface SigningOwner {
  readonly bankId: string;
  readonly owner: string;
  readonly ownerKind: OwnerKind;
  readonly joint?: JointHolding;
}

/** What the bank knows about the accounts and the product a payload names. */
export interface AccountAnswers {
  /** The account id rules use; the payload may spell one account in several ways. */
  readonly accountId: (reference: AccountReference) => string;
  readonly creditor: (reference: AccountReference) => CreditorStanding;
  /** Absent: every account is held alone. */
  readonly joint?: (reference: AccountReference) => JointHolding | undefined;
  /** The payment product, for example `sepa-credit-transfers`. */
  readonly product?: string;
  readonly homeCurrency: Currency;
}

export type CreditorStanding = 'same-customer' | 'same-bank' | 'elsewhere';

/** One question to the rules. All questions of a payload must be answered by signatures. */
export interface SigningQuestion {
  readonly transactionType: TransactionType;
  readonly account?: string;
  /** Who holds the account together; said of each account, because one payload may touch several. */
  readonly joint?: JointHolding;
  /** Several amounts, of which the one with the stricter band decides: the sum and the largest single amount. */
  readonly amounts: readonly Money[];
}

/** What the rules are asked about. SPEC channel-interfaces 9.2. */
export interface SigningFacts extends SigningOwner {
  readonly resourceKind: ResourceKind;
  readonly authorizationType: AuthorizationType;
  readonly questions: readonly SigningQuestion[];
}

/** The facts of a payload that has been read. */
export function factsOf(content: PayloadContent, owner: SigningOwner, answers: AccountAnswers): SigningFacts {
  const { resourceKind } = content;
  return {
    ...owner,
    resourceKind,
    authorizationType: authorizationTypeOf(resourceKind),
    questions: questionsOf(content, answers),
  };
}

function questionsOf(content: PayloadContent, answers: AccountAnswers): readonly SigningQuestion[] {
  if (content.orders.length > 0) return paymentQuestions(content.orders, answers);
  const accounts = new Map(
    content.accounts.map((reference) => [answers.accountId(reference), answers.joint?.(reference)]),
  );
  if (accounts.size === 0) return [{ transactionType: anyType, amounts: [] }];
  return [...accounts].map(([account, joint]) =>
    omitUndefined({ transactionType: anyType, account, joint, amounts: [] }),
  );
}

/** SPEC channel-interfaces 9.2: sums per debtor account and currency, whatever the types of transaction in it. */
function paymentQuestions(
  orders: readonly PaymentOrder[],
  answers: AccountAnswers,
): readonly SigningQuestion[] {
  const positions = Map.groupBy(
    orders,
    (order) => `${order.instructedAmount.currency} ${answers.accountId(order.debtorAccount)}`,
  );
  return [...positions.values()].flatMap((position) => {
    const amounts = amountsOf(position.map((order) => order.instructedAmount));
    const types = new Set(position.map((order) => transactionTypeOf(order, answers)));
    const [first] = position;
    const account = first && answers.accountId(first.debtorAccount);
    const joint = first && answers.joint?.(first.debtorAccount);
    return [...types].map((transactionType) => omitUndefined({ transactionType, account, joint, amounts }));
  });
}

function amountsOf(amounts: readonly Money[]): readonly Money[] {
  const total = sum(amounts);
  const largest = amounts.reduce((most, amount) => (amount.minor > most.minor ? amount : most));
  return largest.minor === total.minor ? [total] : [total, largest];
}

const remittanceProducts: ReadonlySet<string> = new Set([
  'target-2-payments',
  'cross-border-credit-transfers',
]);

/** SPEC channel-interfaces 9.2: SLF, TPF, RMT, else PMT, in this order. */
export function transactionTypeOf(
  { creditorAccount, instructedAmount }: PaymentOrder,
  answers: AccountAnswers,
): TransactionType {
  const standing = answers.creditor(creditorAccount);
  if (standing === 'same-customer') return 'SLF';
  if (standing === 'same-bank') return 'TPF';
  // GAP: "foreign currency" is any but the bank's own. ADR-0037
  const isForeign = instructedAmount.currency !== answers.homeCurrency;
  const product = answers.product?.replace(/^pain\.001-/, '') ?? '';
  return isForeign || remittanceProducts.has(product) ? 'RMT' : 'PMT';
}

/** The accounts a caller must be able to answer about. */
export function creditorsOf({ orders }: PayloadContent): readonly AccountReference[] {
  return [
    ...new Map(orders.map((order) => [accountKey(order.creditorAccount), order.creditorAccount])).values(),
  ];
}
