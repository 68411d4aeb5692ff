import { approvalRequestIn, flagIn, type Place, toResourceStart } from '#capabilities/sca/index.ts';
import { notificationRequestIn, toNotificationHeaders } from '#capabilities/tpp-notifications/index.ts';
import type { RequestOf, ResponseOf } from '#platform/http/contract.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type {
  cancelPayment as cancelContract,
  initiatePayment as initiationContract,
  getPayment as readContract,
  getPaymentStatus as statusContract,
} from '../contract/payments.ts';
import { type PaymentReason, type PaymentStatus, reasonTexts } from '../domain/payment.ts';
import type { CancelledPayment, CancelPayment } from '../operations/cancel-payment.ts';
import type { ReadPayment } from '../operations/get-payment.ts';
import type { GetPaymentStatus, ReadStatus } from '../operations/get-payment-status.ts';
import type { InitiatedPayment, InitiatePayment } from '../operations/initiate-payment.ts';
import type { NamedPayment } from '../steps/load-payment.ts';
import type { PaymentHead } from '../store/payments.store.ts';
import {
  bulkStageOf,
  stageOf,
  toBulkVopStatuses,
  toVopStatuses,
  unlistedWarning,
  unverifiedLinks,
} from './payee-check.ts';

type Initiation = RequestOf<typeof initiationContract>;

export function toInitiation({ body, headers, params }: Initiation): InitiatePayment {
  return {
    productName: params['payment-product'],
    order: body,
    approval: approvalRequestIn(headers),
    isExplicitPreferred: flagIn(headers['tpp-explicit-authorisation-preferred']) === true,
    isRejectedWithoutFunds: flagIn(headers['tpp-rejection-nofunds-preferred']) === true,
    hasConsent: headers['consent-id'] !== undefined,
    notifications: notificationRequestIn(headers),
    payeeCheck: {
      isRequested: flagIn(headers['client-vop-requested']),
      earlierRequestId: headers['client-vop-request-id'],
    },
  };
}

/** Where a payment and its authorisations are found. */
export function placeOf({ paymentId, productName, service = 'payments' }: NamedPayment): Place {
  const resource = `/v1/${service}/${productName}/${paymentId}`;
  return { resource, list: `${resource}/authorisations` };
}

export function toInitiated(initiated: InitiatedPayment): ResponseOf<typeof initiationContract> {
  const place = placeOf(initiated);
  const { checked, isCheckSupported, start } = initiated;
  const { body, headers } =
    start === undefined ? { headers: {}, body: undefined } : toResourceStart(start, place);
  const vop = checked && toVopStatuses(checked);
  return {
    status: 201 as const,
    headers: {
      location: place.resource,
      'aspsp-vop-supported': String(isCheckSupported),
      ...headers,
      ...toNotificationHeaders(initiated.notifications),
    },
    body: {
      transactionStatus: initiated.status,
      paymentId: initiated.paymentId,
      ...omitUndefined({ originalTransactionInformationAndVopStatus: vop }),
      ...(body ?? { _links: checked === undefined ? {} : unverifiedLinks(place, stageOf(checked)) }),
    },
  };
}

export function paymentIn(params: {
  readonly 'payment-product': string;
  readonly paymentId: string;
}): NamedPayment {
  return { productName: params['payment-product'], paymentId: params.paymentId };
}

type ReadBody = Extract<ResponseOf<typeof readContract>, { readonly mediaType: 'application/json' }>['body'];

export function toRead(read: ReadPayment): ResponseOf<typeof readContract> {
  if (read.kind === 'document')
    return { status: 200, mediaType: 'application/xml', document: { content: read.content } };
  const { uetr: _, localInstrument: __, ...payment } = read.payment;
  return {
    status: 200,
    mediaType: 'application/json',
    // oxlint-disable-next-line typescript/consistent-type-assertions -- members that this contract accepted before
    body: { ...payment, transactionStatus: read.head.status } as ReadBody,
  };
}

export function toStatusQuestion({
  params,
  responseType,
}: RequestOf<typeof statusContract>): GetPaymentStatus {
  return { ...paymentIn(params), mediaType: responseType };
}

/** The result of a check of funds is reported only before the execution. SPEC xs2a 1.3 */
export const statusesWithFunds: ReadonlySet<PaymentStatus> = new Set(['ACTC', 'ACWC', 'ACCP']);

export function toStatus(read: ReadStatus): ResponseOf<typeof statusContract> {
  if (read.kind === 'report')
    return { status: 200, mediaType: 'application/xml', document: { content: Buffer.from(read.text) } };
  const { checked, checkedBulk, head } = read;
  const { hasFunds, status } = head;
  return {
    status: 200,
    mediaType: 'application/json',
    body: omitUndefined({
      transactionStatus: status,
      fundsAvailable: statusesWithFunds.has(status) ? hasFunds : undefined,
      originalTransactionInformationAndVopStatus:
        (checked && toVopStatuses(checked)) ?? (checkedBulk && toBulkVopStatuses(checkedBulk)),
      _links: linksAfterCheck(placeOf(head), read),
      tppMessages: (checkedBulk && unlistedWarning(checkedBulk)) ?? messagesFor(head, read.suspension),
    }),
  };
}

/** Links of a payment whose response to the initiation had none to an authorisation. */
function linksAfterCheck(
  place: Place,
  { checked, checkedBulk, start }: Extract<ReadStatus, { readonly kind: 'json' }>,
) {
  if (checked !== undefined) return unverifiedLinks(place, stageOf(checked));
  if (checkedBulk !== undefined) return unverifiedLinks(place, bulkStageOf(checkedBulk));
  return start && toResourceStart(start, place).body._links;
}

function messagesFor({ hasFunds, reason, status }: PaymentHead, suspension: PaymentReason | undefined) {
  if (suspension !== undefined)
    return [
      {
        category: 'WARNING' as const,
        code: 'WARNING',
        text: `The standing order is suspended. ${suspension}: ${reasonTexts[suspension]}`,
      },
    ];
  if (reason === 'AM04' || (hasFunds === false && statusesWithFunds.has(status)))
    return [{ category: 'WARNING' as const, code: 'FUNDS_NOT_AVAILABLE', text: reasonTexts.AM04 }];
  return reason === undefined
    ? undefined
    : [{ category: 'WARNING' as const, code: 'WARNING', text: `${reason}: ${reasonTexts[reason]}` }];
}

export function toCancellation({ headers, params }: RequestOf<typeof cancelContract>): CancelPayment {
  return { ...paymentIn(params), approval: approvalRequestIn(headers) };
}

/**
 * SPEC 001: a cancellation has a body, which only 202 can carry; a bank may prefer the 204 of the standard. A cancellation
 * that the payer has to approve has links to that.
 */
export function toCancelled(answer: CancelledPayment): ResponseOf<typeof cancelContract> {
  if (answer.kind === 'requested') {
    const { resource } = placeOf(answer.named);
    const place = { resource, list: `${resource}/cancellation-authorisations` };
    const { body } = toResourceStart(answer.start, place);
    return { status: 202 as const, body: { transactionStatus: answer.status, ...body } };
  }
  const { cancelledStatus, status } = answer;
  return cancelledStatus === 204
    ? { status: 204 as const }
    : { status: 202 as const, body: { transactionStatus: status } };
}
