import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import type { Context } from '#platform/work/context.ts';
import { bulkReport } from '../domain/bulk-report.ts';
import { writePain002 } from '../domain/pain002.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { problems } from '../problems.ts';
import { loadOwnPayment } from '../steps/load-payment.ts';
import { withEntryState } from '../steps/read-bulk-state.ts';
import { stoppedEntriesOf } from '../steps/stopped-entries.ts';
import { findSealedPayment } from '../store/payments.store.ts';
import type { GetPaymentStatus, ReadStatus } from './get-payment-status.ts';

/** Returns the status of a bulk to the third party that initiated it. A report exists for documents alone. */
export async function getBulkStatus(
  ctx: Context & PaymentsPorts,
  { mediaType, ...named }: GetPaymentStatus,
): Promise<ReadStatus> {
  const { bankId, clock, db, origin, paymentsChoices, paymentsVault: vault } = ctx;
  const loaded = await loadOwnPayment(ctx, named);
  const isOffered = paymentsChoices.of(bankId).statusFormats.includes(mediaType);
  if (!isOffered || (mediaType === 'application/xml' && loaded.format === 'json'))
    throw standardProblems['not-acceptable']();
  const head = await withEntryState(db, bankId, loaded);
  if (mediaType === 'application/json') return { kind: 'json', head };
  const sealed = await findSealedPayment(db, vault, { bankId, paymentId: head.paymentId });
  const { bulk } = sealed?.openBulk() ?? {};
  if (bulk?.header === undefined || head.format === 'json') throw problems['payment-unknown']();
  const stopped = await stoppedEntriesOf({ bankId, db, vault }, { ...head, bulk });
  const report = bulkReport({
    format: head.format,
    state: head,
    bulk,
    header: bulk.header,
    stopped: stopped.map(({ entry, state }) => ({ entry, entryNo: state.entryNo, state })),
    // A UUID with hyphens is longer than an identifier may be.
    reportId: origin.requestId.replaceAll('-', ''),
    createdAt: toWireTimestamp(clock.now()),
  });
  return { kind: 'report', text: writePain002(report) };
}
