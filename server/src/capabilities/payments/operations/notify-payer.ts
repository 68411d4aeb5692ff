import { totalsOf } from '#capabilities/sca/index.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { formatMoney, type Money } from '#platform/kernel/money.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import { noticeOf } from '../domain/payer-notice.ts';
import { paymentStatuses } from '../domain/payment.ts';
import { isSuspending } from '../domain/standing-order.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { today } from '../steps/bank-day.ts';
import { bulkOrderIn } from '../steps/bulk-order.ts';
import { deliverNotice } from '../steps/deliver-notice.ts';
import { orderIn } from '../steps/payment-subject.ts';
import { findSealedPayment, type PaymentHead, type SealedPayment } from '../store/payments.store.ts';

type Ctx = Context & PaymentsPorts;

/**
 * Tells the owner of the account what became of a payment, by the medium that the owner prefers and in the mailbox. The
 * event says which status it is about: the payment may have another one by now.
 */
export async function notifyPayer(ctx: Ctx, { aggregateId: paymentId, data }: DeliveredEvent): Promise<void> {
  const { bankId, db, paymentsVault: vault } = ctx;
  const status = paymentStatuses.find((one) => one === data['transactionStatus']);
  const payment = await findSealedPayment(db, vault, { bankId, paymentId });
  if (status === undefined || payment === undefined || hasOtherNotice(payment.head)) return;
  const summary = summaryOf(payment);
  const { approvedAt, execution, reason } = payment.head;
  const notice = noticeOf({ status, reason, isApproved: approvedAt !== undefined });
  if (notice === undefined || summary === undefined) return;
  const { account, amounts, owner, payee, reference, transfers } = summary;
  await deliverNotice(ctx, {
    paymentId,
    owner,
    account,
    templateId: 'payment-status',
    notificationGroup: execution === undefined ? 'payment-status' : 'standing-order',
    data: omitUndefined({
      status: notice.status,
      cause: notice.cause,
      amount: moneyText(amounts[0]),
      totals: amounts.length > 1 ? amounts.map(moneyText) : undefined,
      transfers,
      payee: payee.slice(0, payeeMax),
      account,
      day: today(ctx).toString(),
      reference,
    }),
  });
}

/** A standing order has notices of its own, also about executions that suspend it. */
function hasOtherNotice({ execution, reason, service, status }: PaymentHead): boolean {
  if (service === 'periodic-payments') return status !== 'PATC';
  return execution !== undefined && isSuspending(reason);
}

/** What a notice says about a payment or a bulk. */
interface PaymentSummary {
  readonly owner: string;
  readonly account: string;
  /** Sums by currency; a single payment has one. */
  readonly amounts: readonly [Money, ...Money[]];
  /** Of a bulk, the third party through which it was ordered. */
  readonly payee: string;
  readonly reference?: string | undefined;
  /** How many payments a bulk has. */
  readonly transfers?: number;
}

/** Returns what a notice says about a payment; undefined while its account is open. */
function summaryOf(sealed: SealedPayment): PaymentSummary | undefined {
  const { owner, service, thirdPartyName: payee } = sealed.head;
  if (owner === undefined) return undefined;
  if (service === 'bulk-payments') {
    const order = bulkOrderIn(sealed.openBulk());
    const [first, ...others] = totalsOf(order);
    if (first === undefined) return undefined;
    const { count: transfers, debtorAccount } = order;
    return { owner, account: debtorAccount.id, amounts: [first, ...others], payee, transfers };
  }
  const order = orderIn(sealed.open());
  if (order === undefined) return undefined;
  const { amount, creditorName, remittance: reference } = order.transfer;
  return { owner, account: order.debtorAccount.id, amounts: [amount], payee: creditorName, reference };
}

const moneyText = (money: Money): { readonly amount: string; readonly currency: string } => ({
  amount: formatMoney(money),
  currency: money.currency,
});

/** Of the template. */
const payeeMax = 70;
