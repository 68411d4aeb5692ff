import { randomUUID } from 'node:crypto';
import type { ObjectEntry, OpenPath } from './object-entry.ts';

/** Under a consent that does not exist every account is refused alike, so the paths have no owner to compare. */
const account: OpenPath = {
  kind: 'open',
  why: 'the consent in the header decides; accounts have ids of their own under each consent',
  values: { 'account-id': 'x' },
  sends: { headers: { 'consent-id': randomUUID() } },
};

/** Accounts belong to consents. */
export const accountObjects: Readonly<Record<string, ObjectEntry>> = {
  Account_Get: account,
  Account_GetBalances: account,
  CardAccount_Get: account,
  CardAccount_GetBalances: account,
  Account_GetTransactions: account,
  Account_GetTransaction: { ...account, values: { ...account.values, transactionId: 'x' } },
  Account_DownloadTransactions: { ...account, values: { ...account.values, 'download-id': 'x' } },
  CardAccount_GetTransactions: account,
};
