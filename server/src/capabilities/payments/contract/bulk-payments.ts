import Type from 'typebox';
import { scaProblems } from '#capabilities/sca/index.ts';
import { approachHeaders, links, psuContextHeaders, psuHeaders } from '#dialects/xs2a/schema-parts.ts';
import { callers } from '#platform/auth/access.ts';
import { contract, documentContent, type Interface } from '#platform/http/contract.ts';
import { problems } from '../problems.ts';
import { bulkPayment } from './bulk-payment.ts';
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

const { Optional } = Type;

export const bulksInterface: Interface = {
  ...paymentsInterface,
  tag: { name: 'bulk-payments', description: 'Many payments of third parties under one approval.' },
  basePath: '/v1/bulk-payments',
};

const path = '/v1/bulk-payments/{payment-product}';
export const bulkPath = `${path}/{paymentId}` as const;
const { 'payment-service': _, ...ofBulk } = paymentParams.properties;
export const bulkParams = Type.Object(ofBulk);
const common = {
  interface: bulksInterface,
  access: callers({ tpp: { roles: ['PSP_PI'] } }),
  source: 'addition',
} as const;

const example = {
  batchBookingPreferred: true,
  debtorAccount: { iban: 'DE40100100103307118608' },
  payments: [
    {
      endToEndIdentification: 'WAGE-2231',
      instructedAmount: { currency: 'EUR', amount: '2123.50' },
      creditorAccount: { iban: 'DE02100100109307118603' },
      creditorName: 'Anna Schmidt',
    },
    {
      endToEndIdentification: 'WAGE-2232',
      instructedAmount: { currency: 'EUR', amount: '1981.00' },
      creditorAccount: { iban: 'NL76RABO0359400371' },
      creditorName: 'Jan Jansen',
    },
  ],
};

/** SPEC xs2a 1.3, 3.5 */
export const initiateBulk = contract({
  ...common,
  operationId: 'BulkPayment_Initiate',
  method: 'POST',
  path,
  summary: 'Initiate many payments under one approval',
  description:
    'Creates many payments from one account under one authorisation, as JSON or pain.001. Payments with faults are rejected alone; the others continue.',
  request: {
    params: Type.Object({ 'payment-product': bulkParams.properties['payment-product'] }),
    headers: initiationHeaders,
    body: {
      kind: 'choice',
      bodies: [
        {
          kind: 'document',
          mediaTypes: ['application/json'],
          schema: bulkPayment,
          examples: { wages: example },
        },
        { kind: 'document', mediaTypes: ['application/xml'] },
      ],
    },
  },
  responses: { 201: { description: 'Received.', body: initiated, headers: initiatedHeaders } },
  problems: [
    problems['product-unknown'],
    problems['payment-faulty'],
    problems['execution-date-invalid'],
    problems['account-unusable'],
    problems['message-repeated'],
    problems['customer-missing'],
    problems['sessions-not-supported'],
    problems['core-away'],
    ...initiationQuotas,
    scaProblems['redirect-uri-missing'],
  ],
  idempotency: 'required',
  isMarked: true,
  rate: 'tpp-change',
  bodySize: 'bulk',
});

export const getBulk = contract({
  ...common,
  operationId: 'BulkPayment_Get',
  method: 'GET',
  path: bulkPath,
  summary: 'Read a bulk in the form in which it was initiated',
  description: 'The bulk as it was sent, with the status that it has now.',
  request: { params: bulkParams },
  responses: {
    200: {
      description: 'The bulk; JSON with its status.',
      content: { 'application/json': documentContent, 'application/xml': documentContent },
      contentBy: 'operation',
    },
  },
  problems: contentProblems,
  idempotency: 'none',
  rate: 'tpp-read',
});

export const getBulkStatus = contract({
  ...common,
  operationId: 'BulkPayment_GetStatus',
  method: 'GET',
  path: `${bulkPath}/status`,
  summary: 'Read the status of a bulk',
  description: 'The status of the whole bulk by ISO 20022; PART if some of its payments were rejected.',
  request: { params: bulkParams },
  responses: {
    200: {
      description: 'Its status; for a bulk that was initiated by pain.001 also as pain.002.',
      content: { 'application/json': readStatus, 'application/xml': documentContent },
    },
  },
  problems: contentProblems,
  idempotency: 'none',
  rate: 'tpp-read',
});

/** SPEC xs2a-2026 1.4 */
const entryStatus = Type.Object({
  originalInstructionId: Optional(Type.String({ maxLength: 35 })),
  originalEndToEndId: Optional(Type.String({ maxLength: 35 })),
  transactionStatus: status,
  statusReasonInformationCode: Optional(Type.String()),
  statusReasonAdditionalInformation: Optional(Type.String({ maxLength: 105 })),
});

export const getBulkExtendedStatus = contract({
  ...common,
  operationId: 'BulkPayment_GetExtendedStatus',
  method: 'GET',
  path: `${bulkPath}/extended-status`,
  summary: 'Read the status of a bulk with its rejected payments',
  description: 'The status of the bulk, and of each payment that was rejected with its reason.',
  request: { params: bulkParams },
  responses: {
    200: {
      description: 'Its status, and each payment that was rejected or cancelled.',
      body: Type.Object({
        groupStatus: status,
        reasonCode: Optional(Type.String()),
        fundsAvailable: Optional(Type.Boolean()),
        originalTransactionInformationAndStatus: Optional(Type.Array(entryStatus)),
        _links: links,
      }),
    },
  },
  problems: [...contentProblems, problems['bulk-document']],
  idempotency: 'none',
  rate: 'tpp-read',
});

export const cancelBulk = contract({
  ...common,
  operationId: 'BulkPayment_Cancel',
  method: 'DELETE',
  path: bulkPath,
  summary: 'Cancel a bulk',
  description:
    'Cancels at once (204) while the bulk is not authorised; afterwards the customer must authorise the cancellation (202), or it is no longer possible.',
  request: {
    params: bulkParams,
    headers: Type.Object({ ...psuHeaders, ...psuContextHeaders, ...approachHeaders }),
  },
  responses: {
    202: {
      description:
        'Cancelled, where the status says so; otherwise the payer has to approve the cancellation, which the links start.',
      body: Type.Object({ transactionStatus: status, _links: Optional(links) }),
    },
    204: { description: 'Cancelled; the bank chose not to repeat the status.' },
  },
  problems: [...readProblems, problems['cancellation-impossible']],
  idempotency: 'required',
  rate: 'tpp-change',
});
