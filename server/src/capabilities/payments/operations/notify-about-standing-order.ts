import { omitUndefined } from '#platform/kernel/members.ts';
import { formatMoney } from '#platform/kernel/money.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import { isNoticeDue, type NoticeCause, noticeCauseOf } from '../domain/payer-notice.ts';
import { type PaymentReason, reasonOf } from '../domain/payment.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { deliverNotice } from '../steps/deliver-notice.ts';
import { openOrder } from '../steps/open-order.ts';
import { orderIn } from '../steps/payment-subject.ts';
import { findSealedPayment, type SealedPayment } from '../store/payments.store.ts';
import { findStandingState } from '../store/standing-orders.store.ts';

type Ctx = Context & PaymentsPorts;

/**
 * Tells the owner of the account that a standing order was set up, cannot pay, pays again or has ended. The event says
 * which of them: the order may be further by now.
 */
export async function notifyAboutStandingOrder(ctx: Ctx, event: DeliveredEvent): Promise<void> {
  const { bankId, db, paymentsVault: vault } = ctx;
  const { aggregateId: paymentId } = event;
  const sealed = await findSealedPayment(db, vault, { bankId, paymentId });
  if (sealed?.head.service !== 'periodic-payments') return;
  const { approvedAt, owner } = sealed.head;
  const status = statusIn(event);
  if (status === undefined || owner === undefined || !isNoticeDue(event, approvedAt)) return;
  const order = orderUnder(ctx, sealed);
  if (order !== undefined) await deliver(ctx, { sealed, order, owner, status });
}

interface Notice {
  readonly sealed: SealedPayment;
  readonly order: NonNullable<ReturnType<typeof orderIn>>;
  readonly owner: string;
  readonly status: NoticeStatus;
}

async function deliver(ctx: Ctx, { order, owner, sealed, status }: Notice): Promise<void> {
  const { bankId, db } = ctx;
  const { paymentId, reason, thirdPartyName } = sealed.head;
  const state = await findStandingState(db, { bankId, paymentId });
  const { amount, creditorName, remittance } = order.transfer;
  const account = order.debtorAccount.id;
  await deliverNotice(ctx, {
    paymentId,
    owner,
    account,
    templateId: 'standing-order',
    notificationGroup: 'standing-order',
    data: omitUndefined({
      status,
      cause: causeOf(status, reason ?? state?.suspension?.reason),
      amount: { amount: formatMoney(amount), currency: amount.currency },
      payee: creditorName.slice(0, payeeMax),
      account,
      provider: thirdPartyName.slice(0, payeeMax),
      reference: remittance,
    }),
  });
}

/** What cannot be opened cannot be described; staff learn of it when it is rejected. */
function orderUnder(ctx: Ctx, sealed: SealedPayment): ReturnType<typeof orderIn> {
  const stored = openOrder(ctx, sealed);
  return stored && orderIn(stored);
}

type NoticeStatus = 'set-up' | 'suspended' | 'resumed' | 'cancelled' | 'rejected' | 'ended';

const statuses: Readonly<Record<string, NoticeStatus>> = {
  ACTC: 'set-up',
  CANC: 'cancelled',
  RJCT: 'rejected',
  ACSC: 'ended',
  PART: 'ended',
};

/** Returns what an event is about; undefined for steps that need no message. */
function statusIn({ data, name }: DeliveredEvent): NoticeStatus | undefined {
  if (name === 'payment-suspended') return 'suspended';
  if (name === 'payment-resumed') return 'resumed';
  const status = String(data['transactionStatus']);
  return Object.hasOwn(statuses, status) ? statuses[status] : undefined;
}

function causeOf(status: NoticeStatus, reason: PaymentReason | undefined): NoticeCause | undefined {
  return status === 'suspended' || status === 'rejected' ? noticeCauseOf(reasonOf(reason)) : undefined;
}

/** Of the template. */
const payeeMax = 70;
