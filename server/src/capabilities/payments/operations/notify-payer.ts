import { composeDelivery, type InitiateDelivery, queueDelivery } from '#capabilities/correspondence/index.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { formatMoney } from '#platform/kernel/money.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import { noticeOf, type PayerNotice } from '../domain/payer-notice.ts';
import { paymentStatuses } from '../domain/payment.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { today } from '../steps/bank-day.ts';
import type { PaymentOrder } from '../steps/payment-order.ts';
import { orderIn } from '../steps/payment-subject.ts';
import { findPayment, type StoredPayment } from '../store/payments.store.ts';

type Ctx = Context & PaymentsPorts;

/**
 * Tells the owner of the account what became of a payment, by the medium that the owner prefers and in the mailbox. The
 * event says which status it is about: the payment may have another one by now.
 */
export async function notifyPayer(ctx: Ctx, { aggregateId: paymentId, data }: DeliveredEvent): Promise<void> {
  const { bankId, db, identity, paymentsVault: vault } = ctx;
  const status = paymentStatuses.find((one) => one === data['transactionStatus']);
  const payment = await findPayment(db, vault, { bankId, paymentId });
  const order = payment && orderIn(payment);
  if (status === undefined || payment?.owner === undefined || order === undefined) return;
  const { approvedAt, reason } = payment;
  const notice = noticeOf({ status, reason, isApproved: approvedAt !== undefined });
  if (notice === undefined) return;
  const sending = { ...ctx, ...identity.authorization.correspondence };
  const composed = await composeDelivery(sending, messageOf(ctx, { payment, order, notice })).catch(unwanted);
  await runCommand(ctx, async (work) => {
    if (composed !== undefined) await queueDelivery(sending, work, composed);
    work.audit({
      aggregateKind: 'payment',
      aggregateId: paymentId,
      changes: [{ field: 'notice', after: composed !== undefined }],
    });
  });
}

const unreachable: ReadonlySet<string> = new Set([
  'no-contact-for-medium',
  'recipient-deceased',
  'recipient-not-found',
  'recipient-opted-out',
]);

/** Customers who turned these messages off, who cannot be reached or who have died get none. */
function unwanted(error: unknown): undefined {
  if (error instanceof Problem && unreachable.has(error.literal)) return undefined;
  throw error;
}

function messageOf(
  ctx: Ctx,
  {
    notice,
    order,
    payment,
  }: {
    readonly payment: StoredPayment;
    readonly order: PaymentOrder;
    readonly notice: PayerNotice;
  },
): InitiateDelivery {
  const { debtorAccount, transfer } = order;
  const { amount, creditorName, remittance } = transfer;
  return {
    recipient: { kind: 'customer', customerNumber: payment.owner ?? '' },
    messageKind: 'notice',
    medium: undefined,
    source: {
      kind: 'template',
      templateId: 'payment-status',
      data: omitUndefined({
        status: notice.status,
        cause: notice.cause,
        amount: { amount: formatMoney(amount), currency: amount.currency },
        payee: creditorName.slice(0, payeeMax),
        account: debtorAccount.id,
        day: today(ctx).toString(),
        reference: remittance,
      }),
    },
    priority: 'normal',
    urgency: 'normal',
    category: 'payment',
    sourceChannel: undefined,
    batchId: undefined,
    expires: undefined,
    notBefore: undefined,
    notificationGroup: 'payment-status',
    accountId: debtorAccount.id,
  };
}

/** Of the template. */
const payeeMax = 70;
