import Type from 'typebox';
import { links } from '#dialects/xs2a/schema-parts.ts';
import { tppWarnings } from '#dialects/xs2a/warnings.ts';
import { contract, documentContent } from '#platform/http/contract.ts';
import { named } from '#platform/http/named-schema.ts';
import { problems } from '../problems.ts';
import { accountProblems, accountsInterface, cardsInterface, common, uncountedProblems } from './accounts.ts';
import { accessHeaders, accountParams, accountReference, balances, countHeaders } from './parts.ts';
import {
  accountReport,
  cardAccountReport,
  cardTransactionsQuery,
  transaction,
  transactionsQuery,
} from './transaction-parts.ts';

const { Optional } = Type;

const reportProblems = [
  ...accountProblems,
  problems['report-faulty'],
  problems['page-unknown'],
  problems['parameter-not-supported'],
  problems['parameters-contradict'],
  problems['period-invalid'],
];

const reportBody = named(
  'TransactionReport',
  'Transactions of an account in a period.',
  Type.Object({
    account: accountReference,
    transactions: accountReport,
    balances: Optional(balances),
    _links: Optional(links),
    tppMessages: tppWarnings,
  }),
);

const reportContent = {
  'application/json': reportBody,
  'application/xml': documentContent,
  'text/plain': documentContent,
} as const;

export const listTransactions = contract({
  ...common,
  interface: accountsInterface,
  operationId: 'Account_GetTransactions',
  path: '/v1/accounts/{account-id}/transactions',
  summary: 'List the transactions of an account',
  description:
    'Booked, pending or future transactions of a period, newest first. Further pages are reached by the link `next`, a document with all of them by the link `download`.',
  request: { params: accountParams, headers: accessHeaders, query: transactionsQuery },
  responses: {
    200: {
      description:
        'The transactions, newest first; booked ones also as a statement in camt.053.001.08 or MT940, where the bank offers it.',
      content: reportContent,
      headers: countHeaders,
    },
  },
  problems: [...reportProblems, problems['report-too-long'], problems['document-not-offered']],
  source: 'addition',
});

export const downloadTransactions = contract({
  ...common,
  interface: accountsInterface,
  operationId: 'Account_DownloadTransactions',
  path: '/v1/accounts/{account-id}/transactions/download/{download-id}',
  summary: 'Read all pages of a list of transactions at once',
  description:
    'One document with all transactions of a list that had too many for one page. The address comes from the link `download` and expires.',
  request: {
    params: Type.Object({ ...accountParams.properties, 'download-id': Type.String({ maxLength: 1_000 }) }),
    headers: accessHeaders,
  },
  responses: { 200: { description: 'All of them, in a format of the list.', content: reportContent } },
  problems: [
    ...uncountedProblems,
    problems['account-unknown'],
    problems['download-unknown'],
    problems['document-not-offered'],
    problems['report-too-long'],
    problems['page-unknown'],
    problems['period-invalid'],
  ],
  source: 'addition',
});

export const getTransaction = contract({
  ...common,
  interface: accountsInterface,
  operationId: 'Account_GetTransaction',
  path: '/v1/accounts/{account-id}/transactions/{transactionId}',
  summary: 'Read a transaction',
  description: 'Details of one transaction by the `transactionId` from the list.',
  request: {
    params: Type.Object({ ...accountParams.properties, transactionId: Type.String({ maxLength: 128 }) }),
    headers: accessHeaders,
  },
  responses: {
    200: {
      description: 'The transaction. One that was pending is shown as it was booked.',
      body: Type.Object({ transactionsDetails: transaction, tppMessages: tppWarnings }),
      headers: countHeaders,
    },
  },
  problems: [...accountProblems, problems['transaction-unknown'], problems['period-invalid']],
  source: 'addition',
});

export const listCardTransactions = contract({
  ...common,
  interface: cardsInterface,
  operationId: 'CardAccount_GetTransactions',
  path: '/v1/card-accounts/{account-id}/transactions',
  summary: 'List the transactions of a card',
  description:
    'Booked or pending transactions of a card in a period. Further pages are reached by the link `next`.',
  request: { params: accountParams, headers: accessHeaders, query: cardTransactionsQuery },
  responses: {
    200: {
      description: 'The transactions, newest first.',
      body: Type.Object({
        cardAccount: accountReference,
        cardTransactions: cardAccountReport,
        balances: Optional(balances),
        tppMessages: tppWarnings,
      }),
      headers: countHeaders,
    },
  },
  problems: reportProblems,
  source: 'addition',
});
