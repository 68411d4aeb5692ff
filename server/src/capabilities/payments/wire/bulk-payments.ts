import { approvalRequestIn, flagIn, toResourceStart } from '#capabilities/sca/index.ts';
import { notificationRequestIn, toNotificationHeaders } from '#capabilities/tpp-notifications/index.ts';
import type { RequestOf, ResponseOf } from '#platform/http/contract.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type {
  cancelBulk as cancelContract,
  getBulkExtendedStatus as extendedContract,
  initiateBulk as initiationContract,
  getBulk as readContract,
  getBulkStatus as statusContract,
} from '../contract/bulk-payments.ts';
import { reasonTexts } from '../domain/payment.ts';
import type { CancelPayment } from '../operations/cancel-payment.ts';
import type { ReadBulk } from '../operations/get-bulk.ts';
import type { ExtendedStatus } from '../operations/get-bulk-extended-status.ts';
import type { GetPaymentStatus } from '../operations/get-payment-status.ts';
import type { InitiateBulk, InitiatedBulk } from '../operations/initiate-bulk.ts';
import type { NamedPayment } from '../steps/load-payment.ts';
import type { StoppedEntry } from '../steps/stopped-entries.ts';
import { bulkStageOf, toBulkVopStatuses, unlistedWarning, unverifiedLinks } from './payee-check.ts';
import { placeOf, statusesWithFunds } from './payments.ts';

export function toBulkInitiation({
  body,
  headers,
  params,
}: RequestOf<typeof initiationContract>): InitiateBulk {
  return {
    productName: params['payment-product'],
    document: body,
    approval: approvalRequestIn(headers),
    isExplicitPreferred: flagIn(headers['tpp-explicit-authorisation-preferred']) === true,
    isRejectedWithoutFunds: flagIn(headers['tpp-rejection-nofunds-preferred']) === true,
    hasConsent: headers['consent-id'] !== undefined,
    isCheckRequested: flagIn(headers['client-vop-requested']),
    notifications: notificationRequestIn(headers),
  };
}

export function toBulkInitiated(initiated: InitiatedBulk): ResponseOf<typeof initiationContract> {
  const place = placeOf({ ...initiated, service: 'bulk-payments' });
  const { checked, isCheckSupported, start } = initiated;
  const { body, headers } =
    start === undefined ? { headers: {}, body: undefined } : toResourceStart(start, place);
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
      ...omitUndefined({
        originalTransactionInformationAndVopStatus: checked && toBulkVopStatuses(checked),
        tppMessages: checked && unlistedWarning(checked),
      }),
      ...(body ?? { _links: checked === undefined ? {} : unverifiedLinks(place, bulkStageOf(checked)) }),
    },
  };
}

export function bulkIn(params: {
  readonly 'payment-product': string;
  readonly paymentId: string;
}): NamedPayment {
  return {
    productName: params['payment-product'],
    paymentId: params.paymentId,
    service: 'bulk-payments',
  };
}

export function toBulkRead({ content, mediaType }: ReadBulk): ResponseOf<typeof readContract> {
  return { status: 200, mediaType, document: { content } };
}

export function toBulkCancellation({ headers, params }: RequestOf<typeof cancelContract>): CancelPayment {
  return { ...bulkIn(params), approval: approvalRequestIn(headers) };
}

export function toBulkStatusQuestion({
  params,
  responseType,
}: RequestOf<typeof statusContract>): GetPaymentStatus {
  return { ...bulkIn(params), mediaType: responseType };
}

export function toExtendedStatus({ head, stopped }: ExtendedStatus): ResponseOf<typeof extendedContract> {
  const { hasFunds, reason, status } = head;
  const { resource } = placeOf(head);
  return {
    status: 200 as const,
    body: omitUndefined({
      groupStatus: status,
      reasonCode: reason,
      fundsAvailable: statusesWithFunds.has(status) ? hasFunds : undefined,
      originalTransactionInformationAndStatus: stopped.length === 0 ? undefined : stopped.map(toEntryStatus),
      _links: { self: { href: resource }, status: { href: `${resource}/status` } },
    }),
  };
}

function toEntryStatus({ entry, state: { reason, status } }: StoppedEntry) {
  return omitUndefined({
    originalInstructionId: entry.instructionIdentification,
    originalEndToEndId: entry.endToEndIdentification,
    transactionStatus: status,
    statusReasonInformationCode: reason,
    statusReasonAdditionalInformation: reason && reasonTexts[reason],
  });
}
