import { hash } from 'node:crypto';
import type { BulkPayment, Subject, Transfer } from '#capabilities/sca/index.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { type Money, type MoneyText, parseMoney } from '#platform/kernel/money.ts';
import { type KeptBulkCheck, totalResults } from '../domain/bulk-check.ts';
import type { BulkEntry, KeptPosition } from '../domain/bulk-payment.ts';
import type { PayeeResult } from '../domain/payee-check.ts';
import type { StoredBulk } from '../store/payments.store.ts';
import { orderOf, type PaymentOrder, referenceOf, shownResult } from './payment-order.ts';
import { subjectState } from './payment-subject.ts';

/** The order of a bulk that a customer approves. */
export type BulkOrder = BulkPayment;

/** Returns the order of a stored bulk: counts, totals and hashes that cover every transfer. */
export function bulkOrderIn({ bulk, documentHash, paymentId, productName }: StoredBulk): BulkOrder {
  const [first, ...others] = bulk.positions;
  return omitUndefined({
    kind: 'bulk-payment' as const,
    id: paymentId,
    product: productName,
    debtorAccount: referenceOf(bulk.members.debtorAccount),
    documentHash: documentHash.toString('hex'),
    count: bulk.count,
    positions: [positionOf(first), ...others.map(positionOf)] as const,
    entriesHash: hash('sha256', bulk.chunkHashes.join('\n'), 'hex'),
    accountsHash: bulk.accountsHash,
    requestedExecutionDate: bulk.members.requestedExecutionDate,
    payees: bulk.payeeCheck && shownPayees(bulk.payeeCheck),
  });
}

/** Returns the results for the payees as the payer sees them. */
function shownPayees({ chunks }: KeptBulkCheck): NonNullable<BulkOrder['payees']> {
  if (chunks === undefined) return { kind: 'running' };
  const counts = totalResults(chunks);
  return {
    kind: 'checked',
    counts: {
      'no-match': counts.NMTC,
      'close-match': counts.CMTC,
      'not-possible': counts.NOAP,
      match: counts.MTCH,
    },
    resultsHash: hash('sha256', chunks.map((chunk) => chunk.hash).join('\n'), 'hex'),
  };
}

function positionOf({
  count,
  creditorAccount,
  creditorAgent,
  largest,
  total,
}: KeptPosition): BulkOrder['positions'][number] {
  return omitUndefined({
    count,
    total: moneyOf(total),
    largest: moneyOf(largest),
    creditorAccount: referenceOf(creditorAccount),
    creditorAgent,
  });
}

function moneyOf(text: MoneyText): Money {
  const money = parseMoney(text);
  if (money === undefined) throw new Error('an amount that cannot be read was not refused');
  return money;
}

/** Returns a bulk as approvals see it. */
export function toBulkSubject(stored: StoredBulk): Subject {
  const { bulk, expiresAt, organisationId, owner, paymentId, thirdPartyName } = stored;
  return {
    ref: { kind: 'payment', id: paymentId },
    organisationId,
    thirdPartyName,
    owner,
    leavesOpen: undefined,
    order: bulkOrderIn(stored),
    isPayeeUntold: bulk.payeeCheck?.toldTo === 'payer',
    ...omitUndefined({ hasNotifications: stored.hasNotifications }),
    state: subjectState(stored.status),
    expiresAt,
  };
}

/** Returns the order of one transfer of a bulk, under the id of its instruction. */
export function entryOrder(stored: StoredBulk, entryId: string, entry: BulkEntry): PaymentOrder {
  return orderOf({
    paymentId: entryId,
    productName: stored.productName,
    payment: entry,
    debtorAccount: referenceOf(stored.bulk.members.debtorAccount),
    documentHash: stored.documentHash.toString('hex'),
  });
}

/** Returns a transfer as the page of an approval lists it, with the result for its payee. */
export function transferOf(stored: StoredBulk, entry: BulkEntry, result?: PayeeResult): Transfer {
  const { transfer } = entryOrder(stored, stored.paymentId, entry);
  return omitUndefined({ ...transfer, payeeCheck: result && shownResult(result) });
}
