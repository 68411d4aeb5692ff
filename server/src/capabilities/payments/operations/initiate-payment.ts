import type { Temporal } from 'temporal-polyfill';
import {
  type ApprovalRequest,
  type ResourceStart,
  type Subject,
  startImplicitly,
} from '#capabilities/sca/index.ts';
import { callerId } from '#platform/auth/caller.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { prepareCommand, runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { keepRequestMark } from '#platform/work/request-marks.ts';
import type { PaymentStatus } from '../domain/payment.ts';
import { findProduct, type NamedProduct } from '../domain/products.ts';
import { unconfirmedEnd } from '../domain/times.ts';
import { paymentEvent } from '../events.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { problems } from '../problems.ts';
import { type AcceptedOrder, acceptOrder } from '../steps/accept-order.ts';
import { orderIn, toSubject } from '../steps/payment-subject.ts';
import type { SentOrder } from '../steps/read-order.ts';
import { needsOneSigner } from '../steps/signing.ts';
import { insertPayment, type NewPayment } from '../store/payments.store.ts';

/** A payment that a third party initiates. */
export interface InitiatePayment {
  readonly productName: string;
  readonly order: SentOrder;
  readonly approval: ApprovalRequest;
  readonly isExplicitPreferred: boolean;
  /** Wants a payment without funds rejected instead of waiting for them. */
  readonly isRejectedWithoutFunds: boolean;
  readonly hasConsent: boolean;
}

export interface InitiatedPayment {
  readonly paymentId: string;
  readonly productName: string;
  readonly status: PaymentStatus;
  readonly start: ResourceStart;
}

/** Takes an order, and starts its approval where that does not need a request of its own. SPEC 001, xs2a 6.1 */
export async function initiatePayment(
  ctx: Context & PaymentsPorts,
  command: InitiatePayment,
): Promise<InitiatedPayment> {
  const { bankId, paymentsVault: vault } = ctx;
  const named = productFor(ctx, command);
  const approval = approvalFor(ctx, command);
  const { needsSeveralSignatures, payment, subject } = await prepareCommand(ctx, async () =>
    newPayment(ctx, command, { named, order: await acceptOrder(ctx, named, command.order) }),
  );
  const { paymentId, productName, status } = payment;
  return runCommand(ctx, async (work) => {
    insertPayment(work, vault, bankId, payment);
    keepRequestMark(work, ctx, paymentId);
    const start = startImplicitly(ctx, work, {
      ...approval,
      subject,
      isExplicitPreferred: command.isExplicitPreferred,
      needsSeveralSignatures,
    });
    work.emit(paymentEvent('initiated', payment));
    work.audit({
      aggregateKind: 'payment',
      aggregateId: paymentId,
      changes: [
        { field: 'status', after: status },
        { field: 'product', after: productName },
      ],
    });
    return { paymentId, productName, status, start };
  });
}

/** Returns the product if the bank offers it, and if its orders come in this format. */
function productFor(
  { bankId, paymentsChoices }: Context & PaymentsPorts,
  { order, productName }: InitiatePayment,
): NamedProduct {
  const named = findProduct(productName);
  if (named === undefined || !paymentsChoices.of(bankId).products.includes(productName))
    throw problems['product-unknown']();
  if (named.isDocument !== (order.kind === 'document')) throw standardProblems['unsupported-media-type']();
  return named;
}

/** Applies what the bank wants to know about the customer. */
function approvalFor(
  { bankId, paymentsChoices }: Context & PaymentsPorts,
  { approval, hasConsent }: InitiatePayment,
): ApprovalRequest {
  const { isCustomerIgnored, isCustomerMandated } = paymentsChoices.of(bankId);
  if (hasConsent) throw problems['sessions-not-supported']();
  if (isCustomerMandated && approval.claimedName === undefined) throw problems['customer-missing']();
  return isCustomerIgnored ? { ...approval, claimedName: undefined } : approval;
}

interface PreparedPayment {
  readonly payment: NewPayment;
  readonly subject: Subject;
  readonly needsSeveralSignatures: boolean;
}

async function newPayment(
  ctx: Context & PaymentsPorts,
  { isRejectedWithoutFunds }: InitiatePayment,
  { named, order }: { readonly named: NamedProduct; readonly order: AcceptedOrder },
): Promise<PreparedPayment> {
  const { bankId, caller, clock, ids, paymentsChoices } = ctx;
  const now = clock.now();
  const { account, document, documentHash, executionDate, format, header, requestedDate } = order;
  const owner = account?.owner;
  const organisationId = callerId(caller);
  const payment: NewPayment = {
    paymentId: ids.uuid(virtualShard(bankId, owner ?? organisationId)),
    organisationId,
    thirdPartyName: nameOf(caller),
    productName: named.name,
    format,
    status: 'RCVD',
    reason: undefined,
    owner,
    leavesAccountOpen: account === undefined,
    payment: order.payment,
    document,
    documentHash,
    ...omitUndefined({ header }),
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
  const needsSeveralSignatures = await needsSeveral(ctx, payment);
  const expiresAt = needsSeveralSignatures ? severalEnd(ctx, now) : payment.expiresAt;
  const complete = { ...payment, expiresAt };
  return { payment: complete, subject: toSubject(complete), needsSeveralSignatures };
}

/** Unknown while the account is open: then the approval starts as for one signer, and the others sign after it. */
async function needsSeveral(ctx: Context & PaymentsPorts, payment: NewPayment): Promise<boolean> {
  const order = orderIn(payment);
  if (payment.owner === undefined || order === undefined) return false;
  return !(await needsOneSigner(ctx, order, payment.owner));
}

/** Certificates without a name of the organisation exist; its number is shown then. */
function nameOf(caller: Context['caller']): string {
  return (caller.kind === 'tpp' ? caller.organizationName : undefined) ?? callerId(caller);
}

function severalEnd(
  { bankId, paymentsChoices }: Context & PaymentsPorts,
  now: Temporal.Instant,
): Temporal.Instant {
  return unconfirmedEnd(now, paymentsChoices.of(bankId).timeZone);
}
