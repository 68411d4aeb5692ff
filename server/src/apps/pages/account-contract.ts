import Type from 'typebox';
import { plain } from '#dialects/plain/plain.ts';
import { everyone } from '#platform/auth/access.ts';
import { contract, type Interface } from '#platform/http/contract.ts';

const account: Interface = {
  name: 'account',
  title: 'Pages on which customers look after their sign-in',
  basePath: '/account',
  dialect: plain,
  duringMaintenance: 'closed',
};

const page = { description: 'A page for people.' } as const;
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
  summary: 'Passkeys, browsers and sessions of whoever is signed in; a sign-in for everybody else',
  request: { params },
  responses: pages,
});

export const showReset = contract({
  ...shared,
  operationId: 'Account_ShowReset',
  method: 'GET',
  path: '/account/{bank}/reset',
  summary: 'Where somebody who forgot the password begins',
  request: { params },
  responses: { 303: { description: 'To the page.' }, ...pages },
});

export const changeAccount = contract({
  ...shared,
  operationId: 'Account_Change',
  method: 'POST',
  path: '/account/{bank}',
  summary: 'What a customer has filled in on these pages',
  request: {
    params,
    body: Type.Object({ step: Type.Optional(Type.String()) }, { additionalProperties: true }),
  },
  responses: { 303: { description: 'To the page again.' }, ...pages },
});
