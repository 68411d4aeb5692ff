import { authorisationRoutes } from '#capabilities/sca/index.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import * as bulks from './contract/bulk-payments.ts';
import {
  confirmBulkPayees as confirmBulkContract,
  confirmPayee as confirmContract,
} from './contract/creditor-confirmation.ts';
import * as contracts from './contract/payments.ts';
import * as standing from './contract/standing-orders.ts';
import { cancelPayment } from './operations/cancel-payment.ts';
import { confirmBulkPayees } from './operations/confirm-bulk-payees.ts';
import { confirmPayee } from './operations/confirm-payee.ts';
import { getBulk } from './operations/get-bulk.ts';
import { getBulkExtendedStatus } from './operations/get-bulk-extended-status.ts';
import { getBulkStatus } from './operations/get-bulk-status.ts';
import { getPayment } from './operations/get-payment.ts';
import { getPaymentStatus } from './operations/get-payment-status.ts';
import { initiateBulk } from './operations/initiate-bulk.ts';
import { initiatePayment } from './operations/initiate-payment.ts';
import type { PaymentsPorts } from './ports/payments-ports.ts';
import {
  bulkIn,
  toBulkCancellation,
  toBulkInitiated,
  toBulkInitiation,
  toBulkRead,
  toBulkStatusQuestion,
  toExtendedStatus,
} from './wire/bulk-payments.ts';
import { toConfirmedPayee } from './wire/payee-check.ts';
import {
  paymentIn,
  placeOf,
  toCancellation,
  toCancelled,
  toInitiated,
  toInitiation,
  toRead,
  toStatus,
  toStatusQuestion,
} from './wire/payments.ts';
import {
  standingOrderIn,
  toStandingCancellation,
  toStandingInitiation,
  toStandingRead,
  toStandingStatusQuestion,
} from './wire/standing-orders.ts';

/** All routes of this capability. Authorisations belong to the engine of approvals. */
export const paymentsRoutes: readonly Endpoint<PaymentsPorts>[] = [
  endpoint(contracts.initiatePayment, {
    toCommand: toInitiation,
    operation: initiatePayment,
    toResponse: toInitiated,
  }),
  endpoint(contracts.getPayment, {
    toCommand: ({ params }) => paymentIn(params),
    operation: getPayment,
    toResponse: toRead,
  }),
  endpoint(contracts.getPaymentStatus, {
    toCommand: toStatusQuestion,
    operation: getPaymentStatus,
    toResponse: toStatus,
  }),
  endpoint(contracts.cancelPayment, {
    toCommand: toCancellation,
    operation: cancelPayment,
    toResponse: toCancelled,
  }),
  endpoint(confirmContract, {
    toCommand: ({ params }) => paymentIn(params),
    operation: confirmPayee,
    toResponse: (confirmed) => toConfirmedPayee(confirmed, placeOf(confirmed.named)),
  }),
  ...authorisationRoutes({
    interface: contracts.paymentsInterface,
    resourcePath: contracts.resourcePath,
    collection: 'authorisations',
    params: contracts.paymentParams,
    roles: ['PSP_PI'],
    name: 'Payment',
    noun: 'a payment',
    verifiesPayee: true,
    inSeed: ['start', 'list'],
    mayBeGrouped: true,
    subjectKind: 'payment',
    idParameter: 'paymentId',
  }),
  ...authorisationRoutes({
    interface: contracts.paymentsInterface,
    resourcePath: contracts.resourcePath,
    collection: 'cancellation-authorisations',
    params: contracts.paymentParams,
    roles: ['PSP_PI'],
    name: 'PaymentCancellation',
    noun: 'the cancellation of a payment',
    inSeed: [],
    subjectKind: 'payment-cancellation',
    idParameter: 'paymentId',
  }),
  ...bulkRoutes(),
  ...standingOrderRoutes(),
];

/** Bulks have paths of their own: their orders are documents, in JSON too, and one operation more. */
function bulkRoutes(): readonly Endpoint<PaymentsPorts>[] {
  return [
    endpoint(bulks.initiateBulk, {
      toCommand: toBulkInitiation,
      operation: initiateBulk,
      toResponse: toBulkInitiated,
    }),
    endpoint(bulks.getBulk, {
      toCommand: ({ params }) => bulkIn(params),
      operation: getBulk,
      toResponse: toBulkRead,
    }),
    endpoint(bulks.getBulkStatus, {
      toCommand: toBulkStatusQuestion,
      operation: getBulkStatus,
      toResponse: toStatus,
    }),
    endpoint(bulks.getBulkExtendedStatus, {
      toCommand: ({ params }) => bulkIn(params),
      operation: getBulkExtendedStatus,
      toResponse: toExtendedStatus,
    }),
    endpoint(bulks.cancelBulk, {
      toCommand: toBulkCancellation,
      operation: cancelPayment,
      toResponse: toCancelled,
    }),
    endpoint(confirmBulkContract, {
      toCommand: ({ params }) => bulkIn(params),
      operation: confirmBulkPayees,
      toResponse: (confirmed) => toConfirmedPayee(confirmed, placeOf(confirmed.named)),
    }),
    ...bulkAuthorisationRoutes(),
  ];
}

function bulkAuthorisationRoutes(): readonly Endpoint<PaymentsPorts>[] {
  return [
    ...authorisationRoutes({
      interface: bulks.bulksInterface,
      resourcePath: bulks.bulkPath,
      collection: 'authorisations',
      params: bulks.bulkParams,
      roles: ['PSP_PI'],
      name: 'BulkPayment',
      noun: 'a bulk',
      verifiesPayee: true,
      mayLeaveAccountsOpen: false,
      inSeed: [],
      mayBeGrouped: true,
      subjectKind: 'payment',
      idParameter: 'paymentId',
    }),
    ...authorisationRoutes({
      interface: bulks.bulksInterface,
      resourcePath: bulks.bulkPath,
      collection: 'cancellation-authorisations',
      params: bulks.bulkParams,
      roles: ['PSP_PI'],
      name: 'BulkPaymentCancellation',
      noun: 'the cancellation of a bulk',
      inSeed: [],
      subjectKind: 'payment-cancellation',
      idParameter: 'paymentId',
    }),
  ];
}

/** Standing orders have paths of their own: their documents come in forms, beside the part that says when they pay. */
function standingOrderRoutes(): readonly Endpoint<PaymentsPorts>[] {
  return [
    endpoint(standing.initiateStandingOrder, {
      toCommand: toStandingInitiation,
      operation: initiatePayment,
      toResponse: toInitiated,
    }),
    endpoint(standing.getStandingOrder, {
      toCommand: ({ params }) => standingOrderIn(params),
      operation: getPayment,
      toResponse: toStandingRead,
    }),
    endpoint(standing.getStandingOrderStatus, {
      toCommand: toStandingStatusQuestion,
      operation: getPaymentStatus,
      toResponse: toStatus,
    }),
    endpoint(standing.cancelStandingOrder, {
      toCommand: toStandingCancellation,
      operation: cancelPayment,
      toResponse: toCancelled,
    }),
    ...authorisationRoutes({
      interface: standing.standingOrdersInterface,
      resourcePath: standing.standingOrderPath,
      collection: 'authorisations',
      params: standing.standingOrderParams,
      roles: ['PSP_PI'],
      name: 'PeriodicPayment',
      noun: 'a standing order',
      inSeed: [],
      mayBeGrouped: true,
      subjectKind: 'payment',
      idParameter: 'paymentId',
    }),
    ...authorisationRoutes({
      interface: standing.standingOrdersInterface,
      resourcePath: standing.standingOrderPath,
      collection: 'cancellation-authorisations',
      params: standing.standingOrderParams,
      roles: ['PSP_PI'],
      name: 'PeriodicPaymentCancellation',
      noun: 'the cancellation of a standing order',
      inSeed: [],
      subjectKind: 'payment-cancellation',
      idParameter: 'paymentId',
    }),
  ];
}
