import Type from 'typebox';
import { consentsProblems } from '#capabilities/consents/index.ts';
import { xs2aParameters } from '#dialects/xs2a/parameter-texts.ts';
import { tppWarnings } from '#dialects/xs2a/warnings.ts';
import { xs2a } from '#dialects/xs2a/xs2a.ts';
import { callers } from '#platform/auth/access.ts';
import { contract, type Interface } from '#platform/http/contract.ts';
import { problems } from '../problems.ts';
import {
  accessHeaders,
  accountDetails,
  accountParams,
  accountReference,
  balanceQuery,
  balances,
  cardAccountDetails,
  countHeaders,
} from './parts.ts';

export const accountsInterface: Interface = {
  name: 'xs2a',
  title: 'XS2A for third-party providers',
  tag: { name: 'accounts', description: 'Accounts and cards that customers share.' },
  basePath: '/v1/accounts',
  dialect: xs2a,
  parameters: xs2aParameters,
  duringMaintenance: 'closed',
};

export const cardsInterface: Interface = { ...accountsInterface, basePath: '/v1/card-accounts' };

/** Of every read. */
export const common = {
  access: callers({ tpp: { roles: ['PSP_AI'] } }),
  method: 'GET',
  idempotency: 'none',
  rate: 'tpp-read',
} as const;

/** Of reads that are not counted as an access. */
export const uncountedProblems = [
  consentsProblems['consent-not-found'],
  consentsProblems['consent-invalid'],
  consentsProblems['consent-expired'],
  problems['core-away'],
];
const listProblems = [...uncountedProblems, consentsProblems['access-exceeded']];
/** Of reads of one account. */
export const accountProblems = [...listProblems, problems['account-unknown']];

export const listAccounts = contract({
  ...common,
  interface: accountsInterface,
  operationId: 'Account_GetList',
  path: '/v1/accounts',
  summary: 'List the accounts of a consent',
  description:
    'The accounts of the consent; the list has ids by which details, balances and transactions are read.',
  request: { headers: accessHeaders, query: balanceQuery },
  responses: {
    200: {
      description: 'The accounts.',
      body: Type.Object({ accounts: Type.Array(accountDetails), tppMessages: tppWarnings }),
      headers: countHeaders,
    },
  },
  problems: listProblems,
  source: 'S001',
});

export const getAccount = contract({
  ...common,
  interface: accountsInterface,
  operationId: 'Account_Get',
  path: '/v1/accounts/{account-id}',
  summary: 'Read an account',
  description: 'Details of one account by the id from the list, which is not its IBAN.',
  request: { params: accountParams, headers: accessHeaders, query: balanceQuery },
  responses: {
    200: {
      description: 'The account.',
      body: Type.Object({ account: accountDetails, tppMessages: tppWarnings }),
      headers: countHeaders,
    },
  },
  problems: accountProblems,
  source: 'S001',
});

export const listBalances = contract({
  ...common,
  interface: accountsInterface,
  operationId: 'Account_GetBalances',
  path: '/v1/accounts/{account-id}/balances',
  summary: 'Read the balances of an account',
  description: 'The balances that the consent covers, with the time at which each was true.',
  request: { params: accountParams, headers: accessHeaders },
  responses: {
    200: {
      description: 'The balances.',
      body: Type.Object({ account: accountReference, balances, tppMessages: tppWarnings }),
      headers: countHeaders,
    },
  },
  problems: accountProblems,
  source: 'addition',
});

export const listCardAccounts = contract({
  ...common,
  interface: cardsInterface,
  operationId: 'CardAccount_GetList',
  path: '/v1/card-accounts',
  summary: 'List the cards of a consent',
  description: 'The cards of the consent; the list has ids by which balances and transactions are read.',
  request: { headers: accessHeaders },
  responses: {
    200: {
      description: 'The cards, with their balances where the consent covers them.',
      body: Type.Object({ cardAccounts: Type.Array(cardAccountDetails), tppMessages: tppWarnings }),
      headers: countHeaders,
    },
  },
  problems: listProblems,
  source: 'S001',
});

export const getCardAccount = contract({
  ...common,
  interface: cardsInterface,
  operationId: 'CardAccount_Get',
  path: '/v1/card-accounts/{account-id}',
  summary: 'Read a card',
  description: 'Details of one card by the id from the list. The number of the card is masked.',
  request: { params: accountParams, headers: accessHeaders },
  responses: {
    200: {
      description: 'The card.',
      body: Type.Object({ cardAccount: cardAccountDetails, tppMessages: tppWarnings }),
      headers: countHeaders,
    },
  },
  problems: accountProblems,
  source: 'addition',
});

export const listCardBalances = contract({
  ...common,
  interface: cardsInterface,
  operationId: 'CardAccount_GetBalances',
  path: '/v1/card-accounts/{account-id}/balances',
  summary: 'Read the balances of a card',
  description: 'The balances of the card account, with the time at which each was true.',
  request: { params: accountParams, headers: accessHeaders },
  responses: {
    200: {
      description: 'The balances.',
      body: Type.Object({
        cardAccount: accountReference,
        balances,
        tppMessages: tppWarnings,
      }),
      headers: countHeaders,
    },
  },
  problems: accountProblems,
  source: 'addition',
});
