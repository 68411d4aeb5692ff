import Type from 'typebox';
import { scaProblems } from '#capabilities/sca/index.ts';
import { approachHeaders, links, psuContextHeaders, psuHeaders } from '#dialects/xs2a/schema-parts.ts';
import { tppWarnings } from '#dialects/xs2a/warnings.ts';
import { callers } from '#platform/auth/access.ts';
import { contract, documentContent, type Interface } from '#platform/http/contract.ts';
import { problems } from '../problems.ts';
import {
  contentProblems,
  initiated,
  initiatedHeaders,
  initiationHeaders,
  initiationQuotas,
  paymentParams,
  paymentsInterface,
  readProblems,
  readStatus,
  status,
} from './payments.ts';
import { standingOrder, standingOrderPart } from './standing-order.ts';

export const standingOrdersInterface: Interface = {
  ...paymentsInterface,
  tag: { name: 'periodic-payments', description: 'Standing orders that third parties set up.' },
  basePath: '/v1/periodic-payments',
};

const path = '/v1/periodic-payments/{payment-product}';
export const standingOrderPath = `${path}/{paymentId}` as const;
const { 'payment-service': _, ...ofOrder } = paymentParams.properties;
export const standingOrderParams = Type.Object(ofOrder);
const common = {
  interface: standingOrdersInterface,
  access: callers({ tpp: { roles: ['PSP_PI'] } }),
  source: 'addition',
} as const;

const example = {
  debtorAccount: { iban: 'DE40100100103307118608' },
  instructedAmount: { currency: 'EUR', amount: '750.00' },
  creditorAccount: { iban: 'DE02100100109307118603' },
  creditorName: 'Housing Cooperative',
  remittanceInformationUnstructured: 'Rent, flat 12',
  startDate: '2030-01-01',
  frequency: 'Monthly',
  executionRule: 'following',
  dayOfExecution: '1',
};

/** A document of one payment is small. */
const partBytesMax = 256_000;
const scheduleBytesMax = 4_096;

/** SPEC xs2a 1.3, 3.6, 3.7 */
export const initiateStandingOrder = contract({
  ...common,
  operationId: 'PeriodicPayment_Initiate',
  method: 'POST',
  path,
  summary: 'Set up a standing order',
  description:
    'Creates a standing order that the customer then authorises. The first payment is on `startDate`; `frequency` and `executionRule` give the others.',
  request: {
    params: Type.Object({ 'payment-product': standingOrderParams.properties['payment-product'] }),
    headers: initiationHeaders,
    body: {
      kind: 'choice',
      bodies: [
        {
          kind: 'json',
          schema: standingOrder,
          faults: 'to-operation',
          examples: { rent: example },
        },
        {
          kind: 'form',
          parts: {
            xml_sct: { mediaType: 'application/xml', bytesMax: partBytesMax },
            json_standingorderType: {
              mediaType: 'application/json',
              bytesMax: scheduleBytesMax,
              schema: standingOrderPart,
              aliases: ['json_standingordermanagement'],
            },
          },
        },
      ],
    },
  },
  responses: { 201: { description: 'Received.', body: initiated, headers: initiatedHeaders } },
  problems: [
    problems['product-unknown'],
    problems['payment-faulty'],
    problems['period-invalid'],
    problems['account-unusable'],
    problems['message-repeated'],
    problems['customer-missing'],
    problems['sessions-not-supported'],
    problems['core-away'],
    ...initiationQuotas,
    scaProblems['redirect-uri-missing'],
    scaProblems['accounts-open'],
  ],
  idempotency: 'required',
  isMarked: true,
  rate: 'tpp-change',
  bodySize: 'normal',
});

export const getStandingOrder = contract({
  ...common,
  operationId: 'PeriodicPayment_Get',
  method: 'GET',
  path: standingOrderPath,
  summary: 'Read a standing order in the form in which it was set up',
  description: 'The standing order as it was sent, with the status that it has now.',
  request: { params: standingOrderParams },
  responses: {
    200: {
      description: 'The standing order.',
      content: {
        'application/json': Type.Object({
          ...standingOrder.properties,
          transactionStatus: status,
          tppMessages: tppWarnings,
        }),
        'multipart/form-data': documentContent,
      },
      contentBy: 'operation',
    },
  },
  problems: contentProblems,
  idempotency: 'none',
  rate: 'tpp-read',
});

export const getStandingOrderStatus = contract({
  ...common,
  operationId: 'PeriodicPayment_GetStatus',
  method: 'GET',
  path: `${standingOrderPath}/status`,
  summary: 'Read the status of a standing order',
  description: 'The status of the order itself, not of its payments.',
  request: { params: standingOrderParams },
  responses: {
    200: {
      description:
        'Its status, which executions do not change; for an order that was set up by pain.001 also as pain.002. A warning says that it is suspended.',
      content: { 'application/json': readStatus, 'application/xml': documentContent },
    },
  },
  problems: contentProblems,
  idempotency: 'none',
  rate: 'tpp-read',
});

export const cancelStandingOrder = contract({
  ...common,
  operationId: 'PeriodicPayment_Cancel',
  method: 'DELETE',
  path: standingOrderPath,
  summary: 'End a standing order',
  description:
    'Ends the order at once (204) while it is not authorised; afterwards the customer must authorise its end (202).',
  request: {
    params: standingOrderParams,
    headers: Type.Object({ ...psuHeaders, ...psuContextHeaders, ...approachHeaders }),
  },
  responses: {
    202: {
      description:
        'Cancelled, where the status says so; otherwise the payer has to approve the cancellation, which the links start.',
      body: Type.Object({ transactionStatus: status, _links: Type.Optional(links) }),
    },
    204: { description: 'Cancelled; the bank chose not to repeat the status.' },
  },
  problems: [...readProblems, problems['cancellation-impossible']],
  idempotency: 'required',
  rate: 'tpp-change',
});
