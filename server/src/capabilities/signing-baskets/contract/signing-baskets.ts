import Type from 'typebox';
import { scaProblems } from '#capabilities/sca/index.ts';
import { notificationHeaders } from '#capabilities/tpp-notifications/index.ts';
import { quotaProblems } from '#capabilities/tpp-quotas/index.ts';
import { xs2aParameters } from '#dialects/xs2a/parameter-texts.ts';
import {
  approachHeaders,
  creationHeaders,
  links,
  psuContextHeaders,
  psuHeaders,
} from '#dialects/xs2a/schema-parts.ts';
import { tppWarnings } from '#dialects/xs2a/warnings.ts';
import { xs2a } from '#dialects/xs2a/xs2a.ts';
import { callers } from '#platform/auth/access.ts';
import { contract, type Interface } from '#platform/http/contract.ts';
import { basketStatuses } from '../domain/basket.ts';
import { problems } from '../problems.ts';

const { Optional } = Type;

export const basketsInterface: Interface = {
  name: 'xs2a',
  title: 'XS2A for third-party providers',
  tag: {
    name: 'signing-baskets',
    description: 'Payments and consents that a customer approves together.',
  },
  basePath: '/v1/signing-baskets',
  dialect: xs2a,
  parameters: xs2aParameters,
  duringMaintenance: 'closed',
};

const path = '/v1/signing-baskets';
export const resourcePath = `${path}/{basketId}` as const;
/** Either role reads a basket; creating one needs the role of every member. */
export const basketRoles = ['PSP_PI', 'PSP_AI'] as const;
const common = {
  interface: basketsInterface,
  access: callers({ tpp: { roles: basketRoles } }),
} as const;

export const basketParams = Type.Object({ basketId: Type.String({ maxLength: 64 }) });

const status = Type.Enum([...basketStatuses]);
/** More than any profile allows are refused before the profile is asked. */
const listMax = 1_000;
const ids = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { minItems: 1, maxItems: listMax });
const readIds = Optional(Type.Array(Type.String()));

// GAP: SPEC 001 shows no request that creates a basket; the members are those of the standard. ADR-0108
export const createBasket = contract({
  ...common,
  operationId: 'SigningBasket_Create',
  method: 'POST',
  path,
  summary: 'Group payments and consents, to have them authorised together',
  description:
    'Groups payments and consents that were initiated before, so that the customer authorises all of them at once.',
  request: {
    headers: Type.Object({
      ...psuHeaders,
      ...psuContextHeaders,
      ...approachHeaders,
      ...creationHeaders,
    }),
    body: {
      kind: 'json',
      schema: Type.Object(
        { paymentIds: Optional(ids), consentIds: Optional(ids) },
        { additionalProperties: false },
      ),
      examples: {
        'two payments and a consent': {
          paymentIds: ['01a1dcbf-fdb1-7d5d-b669-60821bd6845c', '01a1dcbf-fdb1-7d5d-b669-60821bd6845d'],
          consentIds: ['01a1dcbf-fdb1-7d5d-b669-60821bd6845e'],
        },
      },
    },
  },
  responses: {
    201: {
      description: 'Created.',
      body: Type.Object({
        transactionStatus: status,
        basketId: Type.String(),
        _links: links,
        tppMessages: tppWarnings,
      }),
      headers: { location: 'Path of the basket.', ...notificationHeaders },
    },
  },
  problems: [
    problems['baskets-not-supported'],
    problems['basket-faulty'],
    problems['member-unknown'],
    problems['member-expired'],
    problems['member-closed'],
    problems['member-grouped'],
    problems['mix-not-supported'],
    quotaProblems['open-resources-exceeded'],
    quotaProblems['bytes-exceeded'],
    scaProblems['page-needed'],
  ],
  idempotency: 'required',
  rate: 'tpp-change',
  bodySize: 'normal',
  source: 'addition',
});

export const getBasket = contract({
  ...common,
  operationId: 'SigningBasket_Get',
  method: 'GET',
  path: resourcePath,
  summary: 'Read a signing basket',
  description: 'The ids of the members and the status that the basket has now.',
  request: { params: basketParams, headers: Type.Object({ ...psuContextHeaders }) },
  responses: {
    200: {
      description: 'The basket, also after its end.',
      body: Type.Object({
        payments: readIds,
        consents: readIds,
        transactionStatus: status,
        _links: links,
        tppMessages: tppWarnings,
      }),
    },
  },
  problems: [problems['basket-unknown']],
  idempotency: 'none',
  rate: 'tpp-read',
  source: 'addition',
});

export const getBasketStatus = contract({
  ...common,
  operationId: 'SigningBasket_GetStatus',
  method: 'GET',
  path: `${resourcePath}/status`,
  summary: 'Read the status of a signing basket',
  description: 'The status of the basket; its members have their own.',
  request: { params: basketParams, headers: Type.Object({ ...psuHeaders, ...psuContextHeaders }) },
  responses: {
    200: {
      description: 'Its status, also after its end.',
      body: Type.Object({ transactionStatus: status, tppMessages: tppWarnings }),
    },
  },
  problems: [problems['basket-unknown']],
  idempotency: 'none',
  rate: 'tpp-read',
  source: 'S001',
});

export const deleteBasket = contract({
  ...common,
  operationId: 'SigningBasket_Delete',
  method: 'DELETE',
  path: resourcePath,
  summary: 'Delete a signing basket before its first signature',
  description:
    'Deletes the basket while it has no signature. Its members stay and can be authorised on their own.',
  request: { params: basketParams, headers: Type.Object({ ...psuContextHeaders }) },
  responses: {
    204: { description: 'Deleted, or ended before. Its payments and consents stay as they were.' },
  },
  problems: [problems['basket-unknown'], problems['basket-signed']],
  idempotency: 'required',
  rate: 'tpp-change',
  source: 'S001',
});
