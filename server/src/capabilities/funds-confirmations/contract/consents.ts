import Type from 'typebox';
import { scaProblems, scaStatuses } from '#capabilities/sca/index.ts';
import { notificationHeaders } from '#capabilities/tpp-notifications/index.ts';
import { quotaProblems } from '#capabilities/tpp-quotas/index.ts';
import { xs2aParameters } from '#dialects/xs2a/parameter-texts.ts';
import {
  accountReference,
  approachHeaders,
  authenticationObject,
  challengeData,
  creationHeaders,
  links,
  psuContextHeaders,
  psuHeaders,
} from '#dialects/xs2a/schema-parts.ts';
import { tppWarnings } from '#dialects/xs2a/warnings.ts';
import { xs2aFundsConsents } from '#dialects/xs2a/xs2a-funds-consents.ts';
import { callers } from '#platform/auth/access.ts';
import { contract, type Interface } from '#platform/http/contract.ts';
import { consentStatuses } from '../domain/consent.ts';
import { problems } from '../problems.ts';

const { Optional } = Type;

export const fundsConsentsPath = '/v2/consents/confirmation-of-funds';
export const resourcePath = `${fundsConsentsPath}/{consentId}` as const;

export const fundsConsentsInterface: Interface = {
  name: 'xs2a',
  title: 'XS2A for third-party providers',
  tag: {
    name: 'funds-consents',
    description: 'Consents of customers to yes/no questions about the funds of an account (version 2.0).',
  },
  basePath: fundsConsentsPath,
  dialect: xs2aFundsConsents,
  parameters: xs2aParameters,
  duringMaintenance: 'closed',
};

const common = {
  interface: fundsConsentsInterface,
  access: callers({ tpp: { roles: ['PSP_IC'] } }),
} as const;

export const consentParams = Type.Object({ consentId: Type.String({ maxLength: 64 }) });

const status = Type.Enum([...consentStatuses]);
const text = (maxLength: number) => Optional(Type.String({ minLength: 1, maxLength }));

export const cardNumber = text(35);

const terms = {
  cardNumber,
  cardExpiryDate: Optional(Type.String({ format: 'date' })),
  cardInformation: text(140),
  registrationInformation: text(140),
} as const;

const grantedReference = Type.Object({
  iban: Optional(Type.String()),
  bban: Optional(Type.String()),
  maskedPan: Optional(Type.String()),
  msisdn: Optional(Type.String()),
  currency: Optional(Type.String()),
});

export const createConsent = contract({
  ...common,
  operationId: 'FundsConsent_Create',
  method: 'POST',
  path: fundsConsentsPath,
  summary: 'Ask for a consent to the confirmation of funds',
  description:
    'Asks a customer to allow yes/no questions about one account. Follow the links of the response to have the consent authorised.',
  request: {
    headers: Type.Object({
      ...psuHeaders,
      ...psuContextHeaders,
      ...approachHeaders,
      ...creationHeaders,
    }),
    body: {
      kind: 'json',
      schema: Type.Object({ account: accountReference, ...terms }, { additionalProperties: false }),
      examples: {
        'an account': { account: { iban: 'DE40100100103307118608' } },
        'a card for an account': {
          account: { iban: 'DE40100100103307118608', currency: 'EUR' },
          cardNumber: '525412******3241',
          cardExpiryDate: '2028-12-31',
          cardInformation: 'Shopping Friend debit card',
          registrationInformation: 'Contract 4711',
        },
      },
    },
  },
  responses: {
    201: {
      description: 'Received.',
      body: Type.Object({
        consentStatus: status,
        consentId: Type.String(),
        scaStatus: Optional(Type.Enum([...scaStatuses])),
        scaMethods: Optional(Type.Array(authenticationObject)),
        chosenScaMethod: Optional(authenticationObject),
        challengeData: Optional(challengeData),
        _links: links,
        psuMessage: text(500),
        tppMessages: tppWarnings,
      }),
      headers: {
        location: 'Path of the consent.',
        'aspsp-sca-approach':
          'How the customer approves: EMBEDDED, REDIRECT or DECOUPLED; absent while it is open.',
        ...notificationHeaders,
      },
    },
  },
  problems: [
    problems['consent-faulty'],
    problems['consents-not-offered'],
    problems['account-unusable'],
    problems['customer-missing'],
    problems['core-away'],
    ...Object.values(quotaProblems),
    scaProblems['redirect-uri-missing'],
  ],
  idempotency: 'required',
  rate: 'tpp-change',
  source: 'S001',
});

export const getConsent = contract({
  ...common,
  operationId: 'FundsConsent_Get',
  method: 'GET',
  path: resourcePath,
  summary: 'Read a consent to the confirmation of funds',
  description: 'The account and the validity that the customer agreed to.',
  request: { params: consentParams, headers: Type.Object({ ...psuContextHeaders }) },
  responses: {
    200: {
      description: 'The consent. The number of a card is masked.',
      body: Type.Object({
        account: grantedReference,
        ...terms,
        consentStatus: status,
        tppMessages: tppWarnings,
      }),
    },
  },
  problems: [problems['consent-unknown'], problems['content-deleted']],
  idempotency: 'none',
  rate: 'tpp-read',
  source: 'S001',
});

export const getConsentStatus = contract({
  ...common,
  operationId: 'FundsConsent_GetStatus',
  method: 'GET',
  path: `${resourcePath}/status`,
  summary: 'Read the status of a consent to the confirmation of funds',
  description: 'Whether the consent can be used: `valid`, or why not.',
  request: { params: consentParams, headers: Type.Object({ ...psuContextHeaders }) },
  responses: {
    200: {
      description: 'Its status, also after its end.',
      body: Type.Object({ consentStatus: status, tppMessages: tppWarnings }),
    },
  },
  problems: [problems['consent-unknown']],
  idempotency: 'none',
  rate: 'tpp-read',
  source: 'S001',
});

export const deleteConsent = contract({
  ...common,
  operationId: 'FundsConsent_Delete',
  method: 'DELETE',
  path: resourcePath,
  summary: 'End a consent to the confirmation of funds',
  description: 'The consent can no longer be used. Deleting it again is not an error.',
  request: { params: consentParams, headers: Type.Object({ ...psuContextHeaders }) },
  responses: { 204: { description: 'Ended, or ended before.' } },
  problems: [problems['consent-unknown']],
  idempotency: 'required',
  rate: 'tpp-change',
  source: 'S001',
});
