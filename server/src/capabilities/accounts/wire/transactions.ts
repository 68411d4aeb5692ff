import type { CoreEntry } from '#capabilities/core-banking/index.ts';
import type { RequestOf, ResponseOf } from '#platform/http/contract.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Money } from '#platform/kernel/money.ts';
import type {
  downloadTransactions as downloadContract,
  listTransactions as listContract,
  getTransaction as readContract,
} from '../contract/transactions.ts';
import { writeCamt053 } from '../domain/camt053.ts';
import { writeMt940 } from '../domain/mt940.ts';
import { transactionIdOf } from '../domain/transaction-id.ts';
import type { DownloadTransactions } from '../operations/download-transactions.ts';
import type { GetTransaction, ReadTransaction } from '../operations/get-transaction.ts';
import type { Accessed } from '../steps/access.ts';
import type { AccountView } from '../steps/read-accounts.ts';
import type { Report } from '../steps/report.ts';
import type { ReportedOrder } from '../steps/reported-order.ts';
import { accessIn, countIn, referenceOf, toAmount, toBalanceList } from './accounts.ts';

export function toGetTransaction({ params, ...request }: RequestOf<typeof readContract>): GetTransaction {
  const { 'account-id': resourceId, transactionId } = params;
  return { ...accessIn(request), resourceId, transactionId };
}

export function toDownload({
  params,
  responseType,
  ...request
}: RequestOf<typeof downloadContract>): DownloadTransactions {
  const { 'account-id': resourceId, 'download-id': downloadId } = params;
  return { ...accessIn(request), resourceId, downloadId, format: responseType };
}

export function toReport({ left, read }: Accessed<Report>): ResponseOf<typeof listContract> {
  const headers = countIn(left);
  const { statement, view } = read;
  if (statement !== undefined) {
    const isXml = read.format === 'application/xml';
    const text = isXml ? writeCamt053(statement) : writeMt940(statement);
    const document = { content: Buffer.from(text) };
    return isXml
      ? { status: 200 as const, mediaType: 'application/xml', document, headers }
      : { status: 200 as const, mediaType: 'text/plain', document, headers };
  }
  const path = `/v1/accounts/${view.resourceId}`;
  const { download } = read;
  const body = omitUndefined({
    account: referenceOf(view),
    transactions: {
      ...listsOf(read, (entry) => toTransaction(view, entry, path)),
      _links: reportLinks(read, { account: path }),
    },
    balances: view.balances && toBalanceList(view.balances),
    _links:
      download === undefined
        ? undefined
        : { download: { href: `${path}/transactions/download/${download}` } },
  });
  return { status: 200 as const, mediaType: 'application/json', body, headers };
}

export function toOneTransaction({ left, read }: Accessed<ReadTransaction>): ResponseOf<typeof readContract> {
  const { entry, view } = read;
  const body = { transactionsDetails: toTransaction(view, entry, undefined) };
  return { status: 200 as const, headers: countIn(left), body };
}

type TransactionBody = ResponseOf<typeof readContract>['body']['transactionsDetails'];

/** SPEC xs2a 1.5: only the categories that were asked for; booked ones also without entries. */
function listsOf(
  { bookingStatus, entries, standingOrders }: Report,
  toBody: (entry: CoreEntry) => TransactionBody,
) {
  const of = (status: CoreEntry['status']): TransactionBody[] =>
    entries.filter((entry) => entry.status === status).map(toBody);
  const hasOrders = bookingStatus === 'information' || bookingStatus === 'all';
  return omitUndefined({
    booked: ['booked', 'both', 'all'].includes(bookingStatus) ? of('booked') : undefined,
    pending: ['pending', 'both', 'all'].includes(bookingStatus) ? of('pending') : undefined,
    information: hasOrders ? standingOrders?.map(toStandingOrder) : undefined,
  });
}

/** Returns the links of a report: to its account, and to its next page, which needs no parameter more. */
export function reportLinks(
  { bookingStatus, next }: Report,
  own: Readonly<Record<string, string>>,
): Record<string, { href: string }> {
  const [path = ''] = Object.values(own);
  const all = {
    ...own,
    ...(next !== undefined && {
      next: `${path}/transactions?bookingStatus=${bookingStatus}&cursor=${next}`,
    }),
  };
  return Object.fromEntries(Object.entries(all).map(([name, href]) => [name, { href }]));
}

function toTransaction(view: AccountView, entry: CoreEntry, path: string | undefined): TransactionBody {
  const { amount, balanceAfter, bookingDate, endToEndId, entryReference, remittance, status } = entry;
  const transactionId = transactionIdOf(entry);
  const hasBalance = view.kinds.has('balances') && balanceAfter !== undefined;
  return omitUndefined({
    transactionId,
    entryReference: status === 'booked' ? entryReference : undefined,
    endToEndId,
    bookingDate: bookingDate?.toString(),
    valueDate: entry.valueDate?.toString(),
    transactionAmount: toAmount(amount),
    ...otherSide(entry.counterparty, amount),
    remittanceInformationUnstructured: remittance,
    bankTransactionCode: entry.transactionCode,
    balanceAfterTransaction: hasBalance
      ? { balanceAmount: toAmount(balanceAfter), balanceType: 'interimBooked' as const }
      : undefined,
    _links:
      path === undefined
        ? undefined
        : { transactionDetails: { href: `${path}/transactions/${encodeURIComponent(transactionId)}` } },
  });
}

type Counterparty = CoreEntry['counterparty'];

function otherSide({ account, agent, name }: Counterparty, { minor }: Money): Partial<TransactionBody> {
  const other = account && toOtherAccount(account);
  return minor < 0n
    ? omitUndefined({ creditorName: name, creditorAccount: other, creditorAgent: agent })
    : omitUndefined({ debtorName: name, debtorAccount: other, debtorAgent: agent });
}

/** The number of a card is never shown in full. */
function toOtherAccount({
  id,
  scheme,
}: NonNullable<Counterparty['account']>): TransactionBody['creditorAccount'] | undefined {
  if (scheme === 'pan') return undefined;
  return scheme === 'other' ? { other: { identification: id } } : { [scheme]: id };
}

/** SPEC xs2a 3.11: it has neither an id nor a day of booking. */
function toStandingOrder({ amount, counterparty, details, remittance }: ReportedOrder): TransactionBody {
  const { monthsOfExecution, ...others } = details;
  const paid = { ...amount, minor: amount.minor < 0n ? amount.minor : -amount.minor };
  return omitUndefined({
    transactionAmount: toAmount(paid),
    ...otherSide(counterparty, paid),
    remittanceInformationUnstructured: remittance,
    bankTransactionCode: 'PMNT-ICDT-STDO',
    additionalInformationStructured: {
      standingOrderDetails: omitUndefined({
        ...others,
        monthsOfExecution: monthsOfExecution && [...monthsOfExecution],
      }),
    },
  });
}
