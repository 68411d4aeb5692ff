import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import * as contracts from './contract/accounts.ts';
import * as transactions from './contract/transactions.ts';
import { downloadTransactions } from './operations/download-transactions.ts';
import { getAccount } from './operations/get-account.ts';
import { getCardAccount } from './operations/get-card-account.ts';
import { getTransaction } from './operations/get-transaction.ts';
import { listAccounts } from './operations/list-accounts.ts';
import { listBalances } from './operations/list-balances.ts';
import { listCardAccounts } from './operations/list-card-accounts.ts';
import { listCardBalances } from './operations/list-card-balances.ts';
import { listCardTransactions } from './operations/list-card-transactions.ts';
import { listTransactions } from './operations/list-transactions.ts';
import type { AccountsPorts } from './ports/accounts-ports.ts';
import {
  toAccountAccess,
  toAccounts,
  toBalanceAccess,
  toBalances,
  toCardBalances,
  toCardListAccess,
  toCards,
  toListAccess,
  toOneAccount,
  toOneCard,
} from './wire/accounts.ts';
import { toCardReport } from './wire/card-transactions.ts';
import { toCardReportAccess, toReportAccess } from './wire/report-request.ts';
import { toDownload, toGetTransaction, toOneTransaction, toReport } from './wire/transactions.ts';

/** All routes of this capability. */
export const accountsRoutes: readonly Endpoint<AccountsPorts>[] = [
  endpoint(contracts.listAccounts, {
    toCommand: toListAccess,
    operation: listAccounts,
    toResponse: toAccounts,
  }),
  endpoint(contracts.getAccount, {
    toCommand: toAccountAccess,
    operation: getAccount,
    toResponse: toOneAccount,
  }),
  endpoint(contracts.listBalances, {
    toCommand: toBalanceAccess,
    operation: listBalances,
    toResponse: toBalances,
  }),
  endpoint(contracts.listCardAccounts, {
    toCommand: toCardListAccess,
    operation: listCardAccounts,
    toResponse: toCards,
  }),
  endpoint(contracts.getCardAccount, {
    toCommand: toBalanceAccess,
    operation: getCardAccount,
    toResponse: toOneCard,
  }),
  endpoint(contracts.listCardBalances, {
    toCommand: toBalanceAccess,
    operation: listCardBalances,
    toResponse: toCardBalances,
  }),
  endpoint(transactions.listTransactions, {
    toCommand: toReportAccess,
    operation: listTransactions,
    toResponse: toReport,
  }),
  endpoint(transactions.downloadTransactions, {
    toCommand: toDownload,
    operation: downloadTransactions,
    toResponse: toReport,
  }),
  endpoint(transactions.getTransaction, {
    toCommand: toGetTransaction,
    operation: getTransaction,
    toResponse: toOneTransaction,
  }),
  endpoint(transactions.listCardTransactions, {
    toCommand: toCardReportAccess,
    operation: listCardTransactions,
    toResponse: toCardReport,
  }),
];
