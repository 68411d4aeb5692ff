import type { AccountReference, Instruction, PaymentProduct } from '#capabilities/core-banking/index.ts';
import type { Order, PayeeCheck } from '#capabilities/sca/index.ts';
import { ibanSpelling } from '#platform/kernel/iban.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { parseMoney } from '#platform/kernel/money.ts';
import type { KeptSchedule } from '#platform/kernel/schedule.ts';
import { accountFields } from '../domain/check-accounts.ts';
import { type KeptCheck, type PayeeResult, resultOf } from '../domain/payee-check.ts';
import type { NamedAccount, SinglePayment } from '../domain/single-payment.ts';

/** The order that a customer approves; page, message, digest and instruction are made from it. */
export type PaymentOrder = Extract<Order, { readonly kind: 'payment' }>;

/** The same of a payment that repeats. */
export type StandingOrder = Extract<Order, { readonly kind: 'periodic-payment' }>;

/** A payment with what belongs to its order beside its members. */
export interface OrderedPayment {
  readonly paymentId: string;
  /** As the path names it. */
  readonly productName: string;
  readonly payment: SinglePayment;
  readonly debtorAccount: AccountReference;
  /** SHA-256 of the submitted document, in hexadecimal. */
  readonly documentHash: string;
  readonly payeeCheck?: KeptCheck | undefined;
}

/** Returns the reference of an account that has passed the checks. */
export function referenceOf(account: NamedAccount): AccountReference {
  const scheme = accountFields.find((field) => account[field] !== undefined);
  if (scheme === undefined) throw new Error('an account without an identifier was not refused');
  if (scheme === 'other') return { scheme, id: account.other?.identification ?? '' };
  const id = account[scheme] ?? '';
  return { scheme, id: scheme === 'iban' ? ibanSpelling(id) : id };
}

/** Returns the order of a payment that has passed the checks. */
export function orderOf({
  debtorAccount,
  documentHash,
  payeeCheck,
  payment,
  paymentId,
  productName,
}: OrderedPayment): PaymentOrder {
  const amount = parseMoney(payment.instructedAmount);
  if (amount === undefined) throw new Error('an amount that cannot be read was not refused');
  return omitUndefined({
    kind: 'payment' as const,
    id: paymentId,
    product: productName,
    debtorAccount,
    documentHash,
    transfer: omitUndefined({
      amount,
      creditorName: payment.creditorName,
      creditorAccount: referenceOf(payment.creditorAccount),
      creditorAgent: payment.creditorAgent,
      remittance: remittanceOf(payment),
      endToEndId: payment.endToEndIdentification,
      payeeCheck: payeeCheck && shownResult(resultOf(payeeCheck)),
    }),
    requestedExecutionDate: payment.requestedExecutionDate,
  });
}

/** Returns the order of a standing order: that of its payment, with the days on which it pays. */
export function standingOrderOf(ordered: OrderedPayment, schedule: KeptSchedule): StandingOrder {
  const { requestedExecutionDate: _, ...order } = orderOf(ordered);
  return { ...order, kind: 'periodic-payment', schedule };
}

/** Returns all that moves in a payment as one text, the same for a standing order and each of its executions. */
export function transferText({ debtorAccount, product, transfer }: PaymentOrder | StandingOrder): string {
  const { amount, creditorAccount, creditorAgent, creditorName, endToEndId, remittance } = transfer;
  return JSON.stringify([
    product,
    [debtorAccount.scheme, debtorAccount.id, debtorAccount.currency],
    [amount.currency, amount.minor.toString()],
    [creditorAccount.scheme, creditorAccount.id, creditorAccount.currency],
    [creditorName, creditorAgent, remittance, endToEndId],
  ]);
}

/** Returns the result of a check as the payer sees it. */
export function shownResult({ code, matchedName }: PayeeResult): PayeeCheck {
  switch (code) {
    case 'MTCH':
      return { outcome: 'match' };
    case 'CMTC':
      return { outcome: 'close-match', holderName: matchedName ?? '' };
    case 'NMTC':
      return { outcome: 'no-match' };
    case 'NOAP':
      return { outcome: 'not-possible' };
  }
}

/** Returns the text or reference that reaches the creditor; an order has at most one. */
function remittanceOf(payment: SinglePayment): string | undefined {
  const structured =
    payment.remittanceInformationStructured ?? payment.remittanceInformationStructuredArray?.[0];
  if (typeof structured === 'string') return structured;
  return (
    structured?.reference ??
    payment.remittanceInformationUnstructured ??
    payment.remittanceInformationUnstructuredArray?.[0]
  );
}

/** What the instruction has beside the order that was approved. */
export interface Execution {
  readonly product: PaymentProduct;
  readonly debtorAccountId: string;
}

/**
 * Returns the instruction for the core, made from the approved order alone. It has no date: a dated payment is submitted
 * on its day, or after it if the worker was away, and then as soon as possible.
 */
export function instructionOf(
  { id, transfer }: PaymentOrder,
  { debtorAccountId, product }: Execution,
): Instruction {
  const { amount, creditorAccount, creditorAgent, creditorName, endToEndId, remittance } = transfer;
  return omitUndefined({
    instructionId: id,
    product,
    debtorAccountId,
    amount,
    creditor: omitUndefined({ account: creditorAccount, name: creditorName, agent: creditorAgent }),
    endToEndId,
    remittance,
  });
}
