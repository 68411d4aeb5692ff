import { composeDelivery, type InitiateDelivery, queueDelivery } from '#capabilities/correspondence/index.ts';
import { totalsOf } from '#capabilities/sca/index.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { formatMoney, type Money } from '#platform/kernel/money.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import { noticeOf, type PayerNotice } from '../domain/payer-notice.ts';
import { paymentStatuses } from '../domain/payment.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { today } from '../steps/bank-day.ts';
import { bulkOrderIn } from '../steps/bulk-order.ts';
import { orderIn } from '../steps/payment-subject.ts';
import { findSealedPayment, type SealedPayment } from '../store/payments.store.ts';

type Ctx = Context & PaymentsPorts;

/**
 * Tells the owner of the account what became of a payment, by the medium that the owner prefers and in the mailbox. The
 * event says which status it is about: the payment may have another one by now.
 */
export async function notifyPayer(ctx: Ctx, { aggregateId: paymentId, data }: DeliveredEvent): Promise<void> {
  const { bankId, db, identity, paymentsVault: vault } = ctx;
  const status = paymentStatuses.find((one) => one === data['transactionStatus']);
  const payment = await findSealedPayment(db, vault, { bankId, paymentId });
  const told = payment && toldOf(payment);
  if (status === undefined || payment === undefined || told === undefined) return;
  const { approvedAt, reason } = payment.head;
  const notice = noticeOf({ status, reason, isApproved: approvedAt !== undefined });
  if (notice === undefined) return;
  const sending = { ...ctx, ...identity.authorization.correspondence };
  const composed = await composeDelivery(sending, messageOf(ctx, told, notice)).catch(unwanted);
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

/** What a notice says about a payment. */
interface ToldPayment {
  readonly owner: string;
  readonly amount: Money;
  readonly payee: string;
  readonly account: string;
  readonly reference: string | undefined;
}

/** Returns what is told of a payment; undefined while its account is open. A bulk is named by its third party. */
function toldOf(sealed: SealedPayment): ToldPayment | undefined {
  const { owner, service, thirdPartyName } = sealed.head;
  if (owner === undefined) return undefined;
  if (service === 'bulk-payments') {
    const order = bulkOrderIn(sealed.openBulk());
    const [amount] = totalsOf(order);
    const payee = `${thirdPartyName.slice(0, bulkNameMax)} (${order.count})`;
    return amount && { owner, amount, payee, account: order.debtorAccount.id, reference: undefined };
  }
  const order = orderIn(sealed.open());
  if (order === undefined) return undefined;
  const { amount, creditorName: payee, remittance: reference } = order.transfer;
  return { owner, amount, payee, account: order.debtorAccount.id, reference };
}

const bulkNameMax = 60;

function messageOf(
  ctx: Ctx,
  { account, amount, owner, payee, reference }: ToldPayment,
  notice: PayerNotice,
): InitiateDelivery {
  return {
    recipient: { kind: 'customer', customerNumber: owner },
    messageKind: 'notice',
    medium: undefined,
    source: {
      kind: 'template',
      templateId: 'payment-status',
      data: omitUndefined({
        status: notice.status,
        cause: notice.cause,
        amount: { amount: formatMoney(amount), currency: amount.currency },
        payee: payee.slice(0, payeeMax),
        account,
        day: today(ctx).toString(),
        reference,
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
    accountId: account,
  };
}

/** Of the template. */
const payeeMax = 70;
