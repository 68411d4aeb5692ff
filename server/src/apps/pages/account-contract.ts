import Type from 'typebox';
import { plain } from '#dialects/plain/plain.ts';
import { everyone } from '#platform/auth/access.ts';
import { contract, type Interface } from '#platform/http/contract.ts';

const account: Interface = {
  name: 'account',
  title: 'Pages on which customers manage their sign-in',
  basePath: '/account',
  dialect: plain,
  duringMaintenance: 'closed',
};

const page = { description: 'An HTML page.' } as const;
const pages = {
  200: page,
  400: page,
  401: page,
  403: page,
  413: page,
  415: page,
  429: page,
  503: page,
} as const;
const params = Type.Object({ bank: Type.String({ pattern: '^[a-z0-9]{2,8}$', description: 'The bank.' }) });

const shared = {
  interface: account,
  access: everyone,
  problems: [],
  idempotency: 'none',
  rate: 'page',
  source: 'addition',
} as const;

export const showAccount = contract({
  ...shared,
  operationId: 'Account_Show',
  method: 'GET',
  path: '/account/{bank}',
  summary:
    'Shows passkeys, browsers and sessions of the signed-in customer; the sign-in page if there is none',
  request: { params },
  responses: pages,
});

export const showReset = contract({
  ...shared,
  operationId: 'Account_ShowReset',
  method: 'GET',
  path: '/account/{bank}/reset',
  summary: 'Starts a password reset',
  request: { params },
  responses: { 303: { description: 'Redirect to the page.' }, ...pages },
});

export const returnFromLogin = contract({
  ...shared,
  operationId: 'Account_ReturnFromLogin',
  method: 'GET',
  path: '/account/{bank}/linked-login/{provider}',
  summary:
    'Receives a browser that comes back from another provider, and sends it to the page of its sign-in',
  request: {
    params: Type.Object({
      ...params.properties,
      provider: Type.String({ pattern: '^[a-z][a-z0-9-]{0,49}$', description: 'Code of the provider.' }),
    }),
  },
  responses: { 303: { description: 'Redirect to the page.' }, 404: page, ...pages },
});

export const changeAccount = contract({
  ...shared,
  operationId: 'Account_Change',
  method: 'POST',
  path: '/account/{bank}',
  summary: 'Receives the forms of these pages',
  request: {
    params,
    body: Type.Object({ step: Type.Optional(Type.String()) }, { additionalProperties: true }),
  },
  responses: { 303: { description: 'Redirect to the page.' }, ...pages },
});

const consentParams = Type.Object({
  ...params.properties,
  consent: Type.String({ maxLength: 64, description: 'Id of the consent.' }),
});
const consentPages = { 303: { description: 'Redirect to the page.' }, 404: page, ...pages } as const;
const anyForm = Type.Object({ step: Type.Optional(Type.String()) }, { additionalProperties: true });

export const showAccessList = contract({
  ...shared,
  operationId: 'Account_ShowAccessList',
  method: 'GET',
  path: '/account/{bank}/access',
  summary: 'Lists which third parties read accounts of the signed-in customer, or did',
  request: { params },
  responses: { 303: { description: 'Redirect to the sign-in.' }, ...pages },
});

export const showAccess = contract({
  ...shared,
  operationId: 'Account_ShowAccess',
  method: 'GET',
  path: '/account/{bank}/access/{consent}',
  summary: 'Shows a consent of the signed-in customer, with the days of reads',
  request: { params: consentParams },
  responses: consentPages,
});

export const changeAccess = contract({
  ...shared,
  operationId: 'Account_ChangeAccess',
  method: 'POST',
  path: '/account/{bank}/access/{consent}',
  summary: 'Receives the forms that withdraw a consent or give it again',
  request: { params: consentParams, body: anyForm },
  responses: consentPages,
});

const orderParams = Type.Object({
  ...params.properties,
  order: Type.String({ maxLength: 64, description: 'Id of the standing order.' }),
});

export const showStandingOrder = contract({
  ...shared,
  operationId: 'Account_ShowStandingOrder',
  method: 'GET',
  path: '/account/{bank}/standing-orders/{order}',
  summary: 'Shows a standing order that a third party set up, or asks before it is ended',
  request: { params: orderParams },
  responses: consentPages,
});

export const changeStandingOrder = contract({
  ...shared,
  operationId: 'Account_ChangeStandingOrder',
  method: 'POST',
  path: '/account/{bank}/standing-orders/{order}',
  summary: 'Receives the forms that end a standing order',
  request: { params: orderParams, body: anyForm },
  responses: consentPages,
});

export const showAccessConfirmation = contract({
  ...shared,
  operationId: 'Account_ShowAccessConfirmation',
  method: 'GET',
  path: '/account/{bank}/access/{consent}/confirm',
  summary: 'Asks for a second factor before a withdrawn consent is given again',
  request: { params: consentParams },
  responses: consentPages,
});

export const approveAccess = contract({
  ...shared,
  operationId: 'Account_ApproveAccess',
  method: 'POST',
  path: '/account/{bank}/access/{consent}/confirm',
  summary: 'Receives the forms of the second factor',
  request: { params: consentParams, body: anyForm },
  responses: consentPages,
});

export const showFundsConsent = contract({
  ...shared,
  operationId: 'Account_ShowFundsConsent',
  method: 'GET',
  path: '/account/{bank}/funds/{consent}',
  summary:
    'Shows a consent of the signed-in customer to the confirmation of funds, with the days of questions',
  request: { params: consentParams },
  responses: consentPages,
});

export const changeFundsConsent = contract({
  ...shared,
  operationId: 'Account_ChangeFundsConsent',
  method: 'POST',
  path: '/account/{bank}/funds/{consent}',
  summary: 'Receives the forms that withdraw such a consent or give it again',
  request: { params: consentParams, body: anyForm },
  responses: consentPages,
});

export const showFundsConfirmation = contract({
  ...shared,
  operationId: 'Account_ShowFundsConfirmation',
  method: 'GET',
  path: '/account/{bank}/funds/{consent}/confirm',
  summary: 'Asks for a second factor before such a consent is given again',
  request: { params: consentParams },
  responses: consentPages,
});

export const approveFundsConsent = contract({
  ...shared,
  operationId: 'Account_ApproveFundsConsent',
  method: 'POST',
  path: '/account/{bank}/funds/{consent}/confirm',
  summary: 'Receives the forms of the second factor for such a consent',
  request: { params: consentParams, body: anyForm },
  responses: consentPages,
});
