import { contentOf } from '#capabilities/core-banking/index.ts';
import { checkPayment } from '../domain/check-payment.ts';
import { productRules } from '../domain/products.ts';
import type { SinglePayment } from '../domain/single-payment.ts';
import { creditorsOf } from '../steps/bulk-hold.ts';
import { payeeKeyOf } from '../steps/payment-hold.ts';
import { instructionOf, orderOf, type PaymentOrder, transferText } from '../steps/payment-order.ts';

/** Who is paid, as a third party names it. */
export type SentPayee = Pick<SinglePayment, 'creditorAccount' | 'creditorAgent' | 'creditorName'>;

/** What the product makes of a payee that it accepts. */
export interface AcceptedPayee {
  readonly order: PaymentOrder;
  /** What an execution must have in common with its standing order. */
  readonly execution: string;
  /** What the core compares when an instruction comes again. */
  readonly instruction: string;
  /** Whom restrictions know as paid. */
  readonly known: string;
  /** The same of a bulk. */
  readonly knownOfBulk: string;
}

const product = 'cross-border-credit-transfers';
const choices = {
  isDebtorAccountOptional: false,
  accountFields: ['iban'],
  areIbansChecked: true,
} as const;
const usual = {
  debtorAccount: { iban: 'DE40100100103307118608' },
  instructedAmount: { currency: 'EUR', amount: '12.50' },
};
const debtorAccount = { scheme: 'iban', id: usual.debtorAccount.iban } as const;

/** Returns a payment to a payee; undefined if it is refused. */
export function acceptedPayee(payee: SentPayee): AcceptedPayee | undefined {
  const payment: SinglePayment = { ...usual, ...payee };
  if (checkPayment(payment, productRules[product], choices).length > 0) return undefined;
  const order = orderOf({
    paymentId: 'p-1',
    productName: product,
    payment,
    debtorAccount,
    documentHash: 'ab'.repeat(32),
  });
  return {
    order,
    execution: transferText(order),
    instruction: contentOf(instructionOf(order, { product, debtorAccountId: 'a-1' })),
    known: payeeKeyOf(payment),
    knownOfBulk: [...creditorsOf([payment]).payees].join(),
  };
}
