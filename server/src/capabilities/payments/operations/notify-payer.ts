import { totalsOf } from '#capabilities/sca/index.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { formatMoney, type Money } from '#platform/kernel/money.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import { isNoticeDue, noticeOf } from '../domain/payer-notice.ts';
import { type PaymentStatus, paymentStatuses } from '../domain/payment.ts';
import { isSuspending } from '../domain/standing-order.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { today } from '../steps/bank-day.ts';
import { bulkOrderIn } from '../steps/bulk-order.ts';
import { deliverNotice } from '../steps/deliver-notice.ts';
import { openOrder } from '../steps/open-order.ts';
import { orderIn } from '../steps/payment-subject.ts';
import { findSealedPayment, type PaymentHead, type SealedPayment } from '../store/payments.store.ts';

type Ctx = Context & PaymentsPorts;

/**
 * Tells the owner of the account what became of a payment, by the medium that the owner prefers and in the mailbox. The
 * event says which status it is about: the payment may have another one by now.
 */
export async function notifyPayer(ctx: Ctx, event: DeliveredEvent): Promise<void> {
  const { aggregateId: paymentId, data } = event;
  const { bankId, db, paymentsVault: vault } = ctx;
  const status = paymentStatuses.find((one) => one === data['transactionStatus']);
  const payment = await findSealedPayment(db, vault, { bankId, paymentId });
  if (status === undefined || payment === undefined || hasOtherNotice(payment.head, status)) return;
  const { approvedAt, execution, reason } = payment.head;
  const notice = isNoticeDue(event, approvedAt) ? noticeOf(status, reason) : undefined;
  if (notice === undefined) return;
  const summary = summaryOf(ctx, payment);
  if (summary === undefined) return;
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
function hasOtherNotice({ execution, reason, service }: PaymentHead, status: PaymentStatus): boolean {
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

/** Returns what a notice says about a payment; undefined while its account is open, and if its seal is broken. */
function summaryOf(ctx: Ctx, sealed: SealedPayment): PaymentSummary | undefined {
  const { head } = sealed;
  const { owner, service, thirdPartyName: payee } = head;
  if (owner === undefined) return undefined;
  if (service === 'bulk-payments') {
    const bulk = openOrder(ctx, { head, open: () => sealed.openBulk() });
    if (bulk === undefined) return undefined;
    const order = bulkOrderIn(bulk);
    const [first, ...others] = totalsOf(order);
    if (first === undefined) return undefined;
    const { count: transfers, debtorAccount } = order;
    return { owner, account: debtorAccount.id, amounts: [first, ...others], payee, transfers };
  }
  const stored = openOrder(ctx, sealed);
  const order = stored && orderIn(stored);
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
