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
import { tppWarnings } from '#dialects/xs2a/warnings.ts';
import { xs2a } from '#dialects/xs2a/xs2a.ts';
import { callers } from '#platform/auth/access.ts';
import { contract, type Interface } from '#platform/http/contract.ts';
import { named } from '#platform/http/named-schema.ts';
import { consentStatuses } from '../domain/consent.ts';
import { problems } from '../problems.ts';
import { access, grantedAccess } from './access.ts';

const { Optional } = Type;

export const consentsInterface: Interface = {
  name: 'xs2a',
  title: 'XS2A for third-party providers',
  tag: { name: 'consents', description: 'Consents of customers to read their accounts.' },
  basePath: '/v1/consents',
  dialect: xs2a,
  parameters: xs2aParameters,
  duringMaintenance: 'closed',
};

const path = '/v1/consents';
export const resourcePath = `${path}/{consentId}` as const;
const common = {
  interface: consentsInterface,
  access: callers({ tpp: { roles: ['PSP_AI'] } }),
} as const;

export const consentParams = Type.Object({ consentId: Type.String({ maxLength: 64 }) });

const flagText = Type.Enum(['true', 'false']);
const status = named('ConsentStatus', 'Only a `valid` consent can be used.', Type.Enum([...consentStatuses]));
const message = Optional(Type.String({ maxLength: 500 }));
const day = Type.String({ format: 'date' });

/** SPEC 001: the example has the flag and the number as texts. */
const consentBody = Type.Object(
  {
    access,
    recurringIndicator: Type.Union([Type.Boolean(), flagText]),
    validUntil: day,
    frequencyPerDay: Type.Union([
      Type.Integer({ minimum: 1, maximum: 9_999 }),
      Type.String({ pattern: '^[1-9][0-9]{0,3}$' }),
    ]),
    combinedServiceIndicator: Optional(Type.Union([Type.Boolean(), flagText])),
    purpose: Optional(
      Type.String({
        minLength: 1,
        maxLength: 140,
        description: 'Why the accounts are read; the bank shows it to the customer.',
      }),
    ),
  },
  { additionalProperties: false },
);

const account = { iban: 'DE40100100103307118608' };

export const createConsent = contract({
  ...common,
  operationId: 'Consent_Create',
  method: 'POST',
  path,
  summary: 'Ask for a consent',
  description:
    'Asks a customer for access to accounts. Follow the links of the response to have the consent authorised; then read accounts with its id.',
  request: {
    headers: Type.Object({
      ...psuHeaders,
      ...psuContextHeaders,
      ...approachHeaders,
      ...creationHeaders,
    }),
    body: {
      kind: 'json',
      schema: consentBody,
      examples: {
        'balances and transactions of an account': {
          access: { accounts: [account], balances: [account], transactions: [account] },
          recurringIndicator: true,
          validUntil: '2027-05-01',
          frequencyPerDay: 4,
        },
        'accounts that the customer chooses': {
          access: { balances: [], transactions: [] },
          recurringIndicator: true,
          validUntil: '2027-05-01',
          frequencyPerDay: 4,
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
        psuMessage: message,
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
    problems['access-faulty'],
    problems['access-not-offered'],
    problems['account-unusable'],
    problems['accounts-apart'],
    problems['customer-missing'],
    problems['sessions-not-supported'],
    problems['core-away'],
    ...Object.values(quotaProblems),
    scaProblems['redirect-uri-missing'],
    scaProblems['accounts-open'],
  ],
  idempotency: 'required',
  rate: 'tpp-change',
  bodySize: 'normal',
  source: 'S001',
});

export const getConsent = contract({
  ...common,
  operationId: 'Consent_Get',
  method: 'GET',
  path: resourcePath,
  summary: 'Read a consent as the bank granted it',
  description:
    'The accounts, frequency and validity that the customer agreed to, which may be less than was asked for.',
  request: { params: consentParams, headers: Type.Object({ ...psuContextHeaders }) },
  responses: {
    200: {
      description: 'The consent.',
      body: Type.Object({
        access: grantedAccess,
        recurringIndicator: Type.Boolean(),
        validUntil: day,
        frequencyPerDay: Type.Integer(),
        lastActionDate: day,
        consentStatus: status,
        _links: links,
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
  operationId: 'Consent_GetStatus',
  method: 'GET',
  path: `${resourcePath}/status`,
  summary: 'Read the status of a consent',
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
  source: 'addition',
});

export const deleteConsent = contract({
  ...common,
  operationId: 'Consent_Delete',
  method: 'DELETE',
  path: resourcePath,
  summary: 'End a consent',
  description: 'The consent can no longer be used. Deleting it again is not an error.',
  request: { params: consentParams, headers: Type.Object({ ...psuContextHeaders }) },
  responses: { 204: { description: 'Ended, or ended before.' } },
  problems: [problems['consent-unknown']],
  idempotency: 'required',
  rate: 'tpp-change',
  source: 'S001',
});
