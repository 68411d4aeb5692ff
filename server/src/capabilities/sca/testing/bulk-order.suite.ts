import { hash } from 'node:crypto';
import { largestOf, sum } from '#platform/kernel/money.ts';
import { payeeText } from '#platform/kernel/payee.ts';
import type { BulkPayment, BulkPosition, Transfer } from '../domain/order.ts';

/** Returns a bulk with these transfers: one position for each currency. */
export function bulkOrder(
  base: Omit<BulkPayment, 'kind' | 'count' | 'positions' | 'entriesHash' | 'accountsHash'>,
  transfers: readonly [Transfer, ...Transfer[]],
): BulkPayment {
  const byCurrency = Map.groupBy(transfers, ({ amount }) => amount.currency);
  const [first, ...others] = [...byCurrency.values()].map(positionOf);
  if (first === undefined) throw new Error('a bulk without transfers');
  const payees = transfers
    .map(({ creditorAccount, creditorAgent }) =>
      payeeText({ account: creditorAccount, agent: creditorAgent }),
    )
    .toSorted();
  return {
    ...base,
    kind: 'bulk-payment',
    count: transfers.length,
    positions: [first, ...others],
    entriesHash: hash('sha256', transfers.map(({ creditorName }) => creditorName).join('\n')),
    accountsHash: hash('sha256', payees.join('\n')),
  };
}

function positionOf(transfers: readonly Transfer[]): BulkPosition {
  const amounts = transfers.map(({ amount }) => amount);
  const [first] = transfers;
  if (first === undefined) throw new Error('a position without transfers');
  return {
    count: transfers.length,
    total: sum(amounts),
    largest: largestOf(amounts),
    creditorAccount: first.creditorAccount,
    ...(first.creditorAccount.scheme === 'iban' || first.creditorAgent === undefined
      ? {}
      : { creditorAgent: first.creditorAgent }),
  };
}
