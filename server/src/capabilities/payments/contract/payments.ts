import Type from 'typebox';
import { scaProblems, scaStatuses } from '#capabilities/sca/index.ts';
import { notificationHeaders } from '#capabilities/tpp-notifications/index.ts';
import { quotaProblems } from '#capabilities/tpp-quotas/index.ts';
import { xs2aParameters } from '#dialects/xs2a/parameter-texts.ts';
import {
  approachHeaders,
  authenticationObject,
  challengeData,
  creationHeaders,
  links,
  psuContextHeaders,
  psuHeaders,
} from '#dialects/xs2a/schema-parts.ts';
import { vopStatus } from '#dialects/xs2a/vop-status.ts';
import { tppWarnings } from '#dialects/xs2a/warnings.ts';
import { xs2a } from '#dialects/xs2a/xs2a.ts';
import { callers } from '#platform/auth/access.ts';
import { contract, documentContent, type Interface } from '#platform/http/contract.ts';
import { named } from '#platform/http/named-schema.ts';
import { paymentStatuses } from '../domain/payment.ts';
import { problems } from '../problems.ts';
import { singlePayment } from './single-payment.ts';

const { Optional } = Type;

export const paymentsInterface: Interface = {
  name: 'xs2a',
  title: 'XS2A for third-party providers',
  tag: { name: 'payments', description: 'Payments that third parties initiate.' },
  basePath: '/v1/{payment-service}',
  dialect: xs2a,
  parameters: xs2aParameters,
  duringMaintenance: 'closed',
};

const path = '/v1/{payment-service}/{payment-product}';
export const resourcePath = `${path}/{paymentId}` as const;
const common = {
  interface: paymentsInterface,
  access: callers({ tpp: { roles: ['PSP_PI'] } }),
} as const;

const service = Type.Enum(['payments']);
const product = Type.String({
  maxLength: 64,
  description: 'Such as sepa-credit-transfers; the profile of the bank lists those that it offers.',
});
const productParams = Type.Object({ 'payment-service': service, 'payment-product': product });
export const paymentParams = Type.Object({
  ...productParams.properties,
  paymentId: Type.String({ maxLength: 64 }),
});

/** What one third party may have open, and which account numbers it may try. */
export const initiationQuotas = Object.values(quotaProblems);

const flagText = Type.Enum(['true', 'false']);
export const status = named('PaymentStatus', 'Status by ISO 20022.', Type.Enum([...paymentStatuses]));
const message = Optional(Type.String({ maxLength: 500 }));

/** SPEC 001, xs2a 1.2 */
export const initiationHeaders = Type.Object({
  ...psuHeaders,
  ...psuContextHeaders,
  ...approachHeaders,
  ...creationHeaders,
  'psu-ip-address': Type.String({ minLength: 1, maxLength: 140 }),
  'consent-id': Optional(Type.String({ minLength: 1, maxLength: 64 })),
  'tpp-rejection-nofunds-preferred': Optional(flagText),
  'client-vop-requested': Optional(flagText),
  'client-vop-request-id': Optional(Type.String({ format: 'uuid' })),
});

const example = {
  endToEndIdentification: 'INV-2231',
  debtorAccount: { iban: 'DE40100100103307118608' },
  instructedAmount: { currency: 'EUR', amount: '123.50' },
  creditorAccount: { iban: 'DE02100100109307118603' },
  creditorName: 'Merchant123',
  remittanceInformationUnstructured: 'Ref Number Merchant',
};

export const initiated = named(
  'InitiatedPayment',
  'A payment that was accepted for checking, with what follows.',
  Type.Object({
    transactionStatus: status,
    paymentId: Type.String(),
    scaStatus: Optional(Type.Enum([...scaStatuses])),
    scaMethods: Optional(Type.Array(authenticationObject)),
    chosenScaMethod: Optional(authenticationObject),
    challengeData: Optional(challengeData),
    originalTransactionInformationAndVopStatus: Optional(Type.Array(vopStatus)),
    _links: links,
    psuMessage: message,
    tppMessages: tppWarnings,
  }),
);

export const initiatedHeaders = {
  location: 'Path of the payment.',
  'aspsp-sca-approach':
    'How the customer approves: EMBEDDED, REDIRECT or DECOUPLED; absent while it is open.',
  'aspsp-vop-supported': 'Whether payees of this product are verified before the approval: true or false.',
  ...notificationHeaders,
} as const;

export const initiatePayment = contract({
  ...common,
  operationId: 'Payment_Initiate',
  method: 'POST',
  path,
  summary: 'Initiate a payment',
  description:
    'Creates a payment that the customer then authorises. Follow the links of the response: to a page of the bank, or to the authorisation resource. Repeating the request with the same `X-Request-ID` creates no second payment.',
  request: {
    params: productParams,
    headers: initiationHeaders,
    body: {
      kind: 'choice',
      bodies: [
        {
          kind: 'json',
          schema: singlePayment,
          faults: 'to-operation',
          examples: { 'a SEPA credit transfer': example },
        },
        { kind: 'document', mediaTypes: ['application/xml'] },
      ],
    },
  },
  responses: {
    201: {
      description: 'Received.',
      body: initiated,
      headers: initiatedHeaders,
    },
  },
  problems: [
    problems['product-unknown'],
    problems['payment-faulty'],
    problems['execution-date-invalid'],
    problems['account-unusable'],
    problems['message-repeated'],
    problems['customer-missing'],
    problems['verification-missing'],
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
  source: 'S001',
});

export const readProblems = [problems['payment-unknown'], problems['product-other']];
/** What was never signed has no content any more, soon after its end. */
export const contentProblems = [...readProblems, problems['content-deleted']];

export const getPayment = contract({
  ...common,
  operationId: 'Payment_Get',
  method: 'GET',
  path: resourcePath,
  summary: 'Read a payment in the form in which it was initiated',
  description: 'The payment as it was sent, with the status that it has now.',
  request: { params: paymentParams },
  responses: {
    200: {
      description: 'The payment.',
      content: {
        'application/json': Type.Object({
          ...singlePayment.properties,
          transactionStatus: status,
          tppMessages: tppWarnings,
        }),
        'application/xml': documentContent,
      },
      contentBy: 'operation',
    },
  },
  problems: contentProblems,
  idempotency: 'none',
  rate: 'tpp-read',
  source: 'S001',
});

const reason = named(
  'StatusReason',
  'Why a payment has its status.',
  Type.Object({
    category: Type.Enum(['ERROR', 'WARNING']),
    code: Type.String(),
    text: Optional(Type.String({ maxLength: 500 })),
  }),
);

export const readStatus = named(
  'PaymentStatusReport',
  'The status of a payment.',
  Type.Object({
    transactionStatus: status,
    fundsAvailable: Optional(Type.Boolean()),
    originalTransactionInformationAndVopStatus: Optional(Type.Array(vopStatus)),
    _links: Optional(links),
    tppMessages: Optional(Type.Array(reason)),
  }),
);

export const getPaymentStatus = contract({
  ...common,
  operationId: 'Payment_GetStatus',
  method: 'GET',
  path: `${resourcePath}/status`,
  summary: 'Read the status of a payment',
  description:
    'The status by ISO 20022, such as RCVD, ACTC, ACSC or RJCT, with a reason where it was rejected.',
  request: { params: paymentParams },
  responses: {
    200: {
      description: 'Its status; for a payment that was initiated by pain.001 also as pain.002.',
      content: {
        'application/json': readStatus,
        'application/xml': documentContent,
      },
    },
  },
  problems: contentProblems,
  idempotency: 'none',
  rate: 'tpp-read',
  source: 'S001',
});

export const cancelPayment = contract({
  ...common,
  operationId: 'Payment_Cancel',
  method: 'DELETE',
  path: resourcePath,
  summary: 'Cancel a payment',
  description:
    'Cancels at once (204) while the payment is not authorised; afterwards the customer must authorise the cancellation (202), or it is no longer possible.',
  request: {
    params: paymentParams,
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
  problems: [...readProblems, problems['cancellation-impossible'], problems['core-away']],
  idempotency: 'required',
  rate: 'tpp-change',
  source: 'S001',
});
