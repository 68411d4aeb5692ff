import type { CoreEntry } from '#capabilities/core-banking/index.ts';
import type { ResponseOf } from '#platform/http/contract.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { listCardTransactions as listContract } from '../contract/transactions.ts';
import { shortTransactionIdOf } from '../domain/transaction-id.ts';
import type { Accessed } from '../steps/access.ts';
import type { AccountView } from '../steps/read-accounts.ts';
import type { Report } from '../steps/report.ts';
import { countIn, referenceOf, toAmount, toCardBalanceList } from './accounts.ts';
import { reportLinks } from './transactions.ts';

type Body = ResponseOf<typeof listContract>['body'];
type CardTransactionBody = NonNullable<Body['cardTransactions']['booked']>[number];

export function toCardReport({ left, read }: Accessed<Report>): ResponseOf<typeof listContract> {
  const { bookingStatus, entries, view } = read;
  const of = (status: CoreEntry['status']): CardTransactionBody[] | undefined =>
    bookingStatus === status || bookingStatus === 'both'
      ? entries.filter((entry) => entry.status === status).map((entry) => toCardTransaction(view, entry))
      : undefined;
  const body = omitUndefined({
    cardAccount: referenceOf(view),
    cardTransactions: omitUndefined({
      booked: of('booked'),
      pending: of('pending'),
      _links: reportLinks(read, { cardAccount: `/v1/card-accounts/${view.resourceId}` }),
    }),
    balances: view.balances && toCardBalanceList(view.balances),
  });
  return { status: 200 as const, headers: countIn(left), body };
}

function toCardTransaction({ account }: AccountView, entry: CoreEntry): CardTransactionBody {
  const { amount, bookingDate, merchant, remittance, status, valueDate } = entry;
  return omitUndefined({
    cardTransactionId: shortTransactionIdOf(entry),
    bookingDate: bookingDate?.toString(),
    valueDate: valueDate?.toString(),
    transactionAmount: toAmount(amount),
    merchantCategoryCode: merchant?.categoryCode,
    maskedPAN: account.maskedPan,
    transactionDetails: merchant?.name ?? remittance,
    invoiced: status === 'booked',
  });
}
