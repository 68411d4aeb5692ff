import Type from 'typebox';
import { links } from '#dialects/xs2a/schema-parts.ts';
import { tppWarnings } from '#dialects/xs2a/warnings.ts';
import { xs2aVerifications } from '#dialects/xs2a/xs2a-verifications.ts';
import { callers } from '#platform/auth/access.ts';
import { contract } from '#platform/http/contract.ts';
import { problems } from '../problems.ts';
import { bulkParams, bulkPath, bulksInterface } from './bulk-payments.ts';
import { contentProblems, paymentParams, paymentsInterface, resourcePath, status } from './payments.ts';

const common = {
  access: callers({ tpp: { roles: ['PSP_PI'] } }),
  method: 'PUT',
  responses: {
    200: {
      description: 'Confirmed. The links start the authorisation.',
      body: Type.Object({ transactionStatus: status, _links: links, tppMessages: tppWarnings }),
      headers: { 'x-reference-api-version': 'Version of the standard, 1.3.16.' },
    },
  },
  problems: [...contentProblems, problems['payee-not-confirmable']],
  idempotency: 'required',
  rate: 'tpp-change',
  source: 'addition',
} as const;

const body = {
  kind: 'json',
  schema: Type.Object({}),
  presence: 'optional',
  examples: { 'without data': {} },
} as const;

/** SPEC xs2a-2026 VP5: the third party says that the payer wants to pay although the payee did not match. */
export const confirmPayee = contract({
  ...common,
  interface: { ...paymentsInterface, dialect: xs2aVerifications },
  operationId: 'Payment_ConfirmCreditor',
  path: `${resourcePath}/creditor-confirmation`,
  summary: 'Confirm the payee of a payment for the payer',
  description:
    'Says that the payer keeps the payee although the name did not match. Only then can the payment be authorised.',
  request: { params: paymentParams, body },
});

/** The same for all payees of a bulk. */
export const confirmBulkPayees = contract({
  ...common,
  interface: { ...bulksInterface, dialect: xs2aVerifications },
  operationId: 'BulkPayment_ConfirmCreditors',
  path: `${bulkPath}/creditor-confirmation`,
  summary: 'Confirm the payees of a bulk for the payer',
  description:
    'Says that the payer keeps the payees although names did not match. Only then can the bulk be authorised.',
  request: { params: bulkParams, body },
});
