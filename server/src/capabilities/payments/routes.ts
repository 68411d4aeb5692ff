import { authorisationRoutes } from '#capabilities/sca/index.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import * as contracts from './contract/payments.ts';
import { cancelPayment } from './operations/cancel-payment.ts';
import { getPayment } from './operations/get-payment.ts';
import { getPaymentStatus } from './operations/get-payment-status.ts';
import { initiatePayment } from './operations/initiate-payment.ts';
import type { PaymentsPorts } from './ports/payments-ports.ts';
import {
  paymentIn,
  toCancelled,
  toInitiated,
  toInitiation,
  toRead,
  toStatus,
  toStatusQuestion,
} from './wire/payments.ts';

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
    toCommand: ({ params }) => paymentIn(params),
    operation: cancelPayment,
    toResponse: toCancelled,
  }),
  ...authorisationRoutes({
    interface: contracts.paymentsInterface,
    resourcePath: contracts.resourcePath,
    collection: 'authorisations',
    params: contracts.paymentParams,
    roles: ['PSP_PI'],
    name: 'Payment',
    noun: 'a payment',
    inSeed: ['start', 'list'],
    subjectKind: 'payment',
    idParameter: 'paymentId',
  }),
];
