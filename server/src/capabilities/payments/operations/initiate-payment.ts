import {
  type ApprovalRequest,
  explicitStart,
  type ResourceStart,
  type Signers,
  type Subject,
  signersOf,
  startImplicitly,
} from '#capabilities/sca/index.ts';
import {
  type AcceptedNotifications,
  acceptNotifications,
  type NotificationRequest,
  notifiedMember,
  registerResource,
} from '#capabilities/tpp-notifications/index.ts';
import { type NewResource, withinQuotas } from '#capabilities/tpp-quotas/index.ts';
import { callerId, thirdPartyName } from '#platform/auth/caller.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { prepareReading, runGrouped } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { keepRequestMark } from '#platform/work/request-marks.ts';
import { firstStatus, type KeptCheck } from '../domain/payee-check.ts';
import { isUnverified, type PaymentStatus } from '../domain/payment.ts';
import type { NamedProduct } from '../domain/products.ts';
import type { PaymentService } from '../domain/single-payment.ts';
import { paymentEvent } from '../events.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { type AcceptedOrder, acceptOrder } from '../steps/accept-order.ts';
import { type CheckRequest, checkOrder } from '../steps/check-order.ts';
import { auditedCheck, type CheckedPayment, toldCheck } from '../steps/checked-payment.ts';
import { approvalFor, productFor } from '../steps/initiation-rules.ts';
import { paymentResource } from '../steps/payment-resource.ts';
import { orderIn, toSubject } from '../steps/payment-subject.ts';
import type { SentOrder } from '../steps/read-order.ts';
import { recordWhenKnown } from '../steps/record-check.ts';
import type { SentStanding } from '../steps/sent-standing.ts';
import { signingContext } from '../steps/signing.ts';
import { insertPayment, type NewPayment } from '../store/new-payments.store.ts';

/** A payment that a third party initiates. */
export interface InitiatePayment {
  readonly productName: string;
  readonly order: SentOrder;
  /** Of a standing order. */
  readonly standing?: SentStanding;
  readonly approval: ApprovalRequest;
  readonly isExplicitPreferred: boolean;
  /** Wants a payment without funds rejected instead of waiting for them. */
  readonly isRejectedWithoutFunds: boolean;
  readonly hasConsent: boolean;
  readonly payeeCheck: CheckRequest;
  readonly notifications: NotificationRequest;
}

export interface InitiatedPayment {
  readonly paymentId: string;
  readonly productName: string;
  readonly service: PaymentService;
  readonly status: PaymentStatus;
  /** Undefined while the payee is not verified or confirmed. */
  readonly start: ResourceStart | undefined;
  readonly isCheckSupported: boolean;
  /** The check that the third party is told the result of. */
  readonly checked: CheckedPayment | undefined;
  readonly notifications: AcceptedNotifications;
}

/**
 * Takes an order, or a standing order, and starts its approval where that does not need a request of its own. SPEC 001, xs2a
 * 6.1
 */
export async function initiatePayment(
  ctx: Context & PaymentsPorts,
  command: InitiatePayment,
): Promise<InitiatedPayment> {
  const { order, productName, standing } = command;
  const { products, standingProducts } = ctx.paymentsChoices.of(ctx.bankId);
  const named = productFor({
    productName,
    offered: standing === undefined ? products : standingProducts,
    isDocument: order.kind === 'document',
  });
  const approval = await approvalFor(ctx, command);
  const accepted = await prepareReading(ctx, async () =>
    currentPayment(ctx, command, { named, order: await acceptOrder(ctx, named, order, standing) }),
  );
  return withinQuotas(ctx, accepted.resource, () => savePayment(ctx, command, { accepted, approval, named }));
}

interface AcceptedPayment {
  readonly accepted: PreparedPayment;
  readonly approval: ApprovalRequest;
  readonly named: NamedProduct;
}

async function savePayment(
  ctx: Context & PaymentsPorts,
  command: InitiatePayment,
  { accepted, approval, named }: AcceptedPayment,
): Promise<InitiatedPayment> {
  const { bankId, paymentsVault: vault } = ctx;
  const { productName } = command;
  const notifications = acceptNotifications(ctx, command.notifications);
  // Counted, so only for a request that was not answered before.
  const { check, isSupported, running } = await checkOrder(ctx, command.payeeCheck, {
    named,
    payment: accepted.payment.payment,
  });
  const { needsSeveralSignatures, payment, subject } = withCheck(accepted, check);
  const { paymentId, service, status } = payment;
  // A new payment decides about nothing that exists.
  const initiated = await runGrouped(ctx, { groups: ctx.commandGroups, key: paymentId }, async (work) => {
    insertPayment(work, vault, bankId, payment);
    registerResource(ctx, work, { kind: 'payment', id: paymentId }, notifications);
    keepRequestMark(work, ctx, paymentId);
    const { isExplicitPreferred } = command;
    const start = isUnverified(status)
      ? startLater(ctx, approval, subject)
      : startImplicitly(ctx, work, { ...approval, subject, isExplicitPreferred, needsSeveralSignatures });
    work.emit(paymentEvent('initiated', payment));
    work.audit({
      aggregateKind: 'payment',
      aggregateId: paymentId,
      changes: [
        { field: 'status', after: status },
        { field: 'product', after: productName },
        ...auditedCheck(command.payeeCheck, check),
      ],
    });
    return {
      paymentId,
      productName,
      service,
      status,
      start,
      isCheckSupported: isSupported,
      checked: toldCheck(payment),
      notifications,
    };
  });
  if (running !== undefined) recordWhenKnown(ctx, paymentId, running);
  return initiated;
}

/** The state of the payment follows from its check. */
function withCheck(accepted: PreparedPayment, check: KeptCheck | undefined): PreparedPayment {
  if (check === undefined) return accepted;
  const payment = { ...accepted.payment, payeeCheck: check, status: firstStatus(check) };
  return { ...accepted, payment, subject: toSubject(payment) };
}

/** Refuses at once what could not be approved later. */
function startLater(ctx: Context & PaymentsPorts, approval: ApprovalRequest, subject: Subject): undefined {
  explicitStart(ctx, approval, subject);
}

interface PreparedPayment {
  readonly payment: NewPayment;
  readonly subject: Subject;
  readonly needsSeveralSignatures: boolean;
  readonly resource: NewResource;
}

interface NamedOrder {
  readonly named: NamedProduct;
  readonly order: AcceptedOrder;
}

/**
 * Returns the payment of the customers that the core names, under the numbers that they have now. Few customers were
 * merged, so the payment is prepared while the numbers are looked up, and once more if one has changed.
 */
async function currentPayment(
  ctx: Context & PaymentsPorts,
  command: InitiatePayment,
  { named, order }: NamedOrder,
): Promise<PreparedPayment> {
  const prepared = newPayment(ctx, command, { named, order });
  // Awaited below, unless a number has changed.
  prepared.catch(() => undefined);
  const accounts = await ctx.payerAccounts.withCurrentNumbers(ctx.bankId, order.accounts);
  if (accounts === order.accounts) return prepared;
  return newPayment(ctx, command, { named, order: { ...order, accounts } });
}

async function newPayment(
  ctx: Context & PaymentsPorts,
  { isRejectedWithoutFunds, notifications }: InitiatePayment,
  { named, order }: NamedOrder,
): Promise<PreparedPayment> {
  const { bankId, caller, clock, ids, paymentsChoices } = ctx;
  const now = clock.now();
  const { accounts, document, documentHash, executionDate, format, header, requestedDate, schedule } = order;
  const owner = accounts.debtor?.owner;
  const organisationId = callerId(caller);
  const payment: NewPayment = {
    paymentId: ids.uuid(virtualShard(bankId, owner ?? organisationId)),
    service: schedule === undefined ? 'payments' : 'periodic-payments',
    organisationId,
    thirdPartyName: thirdPartyName(caller),
    productName: named.name,
    format,
    status: 'RCVD',
    reason: undefined,
    owner,
    leavesAccountOpen: accounts.debtor === undefined,
    payment: order.payment,
    document,
    documentHash,
    ...omitUndefined({ header, schedule }),
    ...notifiedMember(acceptNotifications(ctx, notifications)),
    requestedDate,
    executionDate,
    isRejectedWithoutFunds,
    hasFunds: undefined,
    expiresAt: now.add({ milliseconds: paymentsChoices.of(bankId).unconfirmedLifeMs }),
    dueAt: undefined,
    approvedAt: undefined,
    releasedAt: undefined,
    createdAt: now,
    modifiedAt: now,
    rowVersion: 1n,
  };
  const signers = await knownSigners(ctx, payment, order);
  const complete = signers?.areSeveral ? { ...payment, expiresAt: signers.collectedUntil } : payment;
  return {
    payment: complete,
    subject: toSubject(complete),
    needsSeveralSignatures: signers?.areSeveral ?? false,
    resource: paymentResource(complete, accounts.debtor?.accountId),
  };
}

/** Unknown while the account is open: then the approval starts as for one signer, and the others sign after it. */
async function knownSigners(
  ctx: Context & PaymentsPorts,
  payment: NewPayment,
  { accounts: { known: knownAccounts } }: AcceptedOrder,
): Promise<Signers | undefined> {
  const { owner } = payment;
  const order = orderIn(payment);
  if (owner === undefined || order === undefined) return undefined;
  return signersOf(signingContext(ctx), { order, owner, knownAccounts });
}
