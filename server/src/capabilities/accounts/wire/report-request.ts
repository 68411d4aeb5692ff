import { Temporal } from 'temporal-polyfill';
import type { RequestOf } from '#platform/http/contract.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type {
  listCardTransactions as cardContract,
  listTransactions as listContract,
} from '../contract/transactions.ts';
import type { SentReport } from '../domain/report.ts';
import type { ReportAccess } from '../steps/report.ts';
import { accessIn } from './accounts.ts';

type ListRequest = RequestOf<typeof listContract>;
type CardRequest = RequestOf<typeof cardContract>;

export function toReportAccess({ params, query, responseType, ...request }: ListRequest): ReportAccess {
  return {
    ...reportIn({ params, query, ...request }),
    withBalance: query.withBalance === 'true',
    format: responseType,
  };
}

/** Cards have their balances with their transactions. SPEC xs2a 1.6 */
export function toCardReportAccess(request: CardRequest): ReportAccess {
  return { ...reportIn(request), withBalance: true, format: 'application/json' };
}

function reportIn({
  params,
  query,
  ...request
}: Pick<CardRequest, 'headers' | 'params'> & {
  readonly query: ListRequest['query'] | CardRequest['query'];
}): Omit<ReportAccess, 'format' | 'withBalance'> {
  const { cursor } = query;
  return {
    ...accessIn(request),
    resourceId: params['account-id'],
    sent: sentIn(query),
    ...(cursor !== undefined && { cursor }),
  };
}

function sentIn(query: ListRequest['query'] | CardRequest['query']): SentReport {
  const { bookingStatus, dateFrom, dateTo, deltaList, entryReferenceFrom, itemsPerPage, pageIndex } = query;
  return omitUndefined({
    bookingStatus,
    dateFrom: dateFrom === undefined ? undefined : Temporal.PlainDate.from(dateFrom),
    dateTo: dateTo === undefined ? undefined : Temporal.PlainDate.from(dateTo),
    deltaList: deltaList === 'true',
    entryReferenceFrom,
    itemsPerPage: itemsPerPage === undefined ? undefined : Number(itemsPerPage),
    pageIndex: pageIndex === undefined ? undefined : Number(pageIndex),
  });
}
