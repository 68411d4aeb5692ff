import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import type { Context } from '#platform/work/context.ts';
import { doubtfulCodes } from '../domain/bulk-check.ts';
import { bulkReport } from '../domain/bulk-report.ts';
import { writePain002 } from '../domain/pain002.ts';
import { isUnverified } from '../domain/payment.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { problems } from '../problems.ts';
import { type CheckedEntry, listChecked, type Source } from '../steps/checked-chunks.ts';
import { laterStart } from '../steps/later-start.ts';
import { loadOwnPayment } from '../steps/load-payment.ts';
import { withEntryState } from '../steps/read-bulk-state.ts';
import { stoppedEntriesOf } from '../steps/stopped-entries.ts';
import { toldLater } from '../steps/told-bulk-check.ts';
import { findSealedPayment, type PaymentHead, type StoredBulk } from '../store/payments.store.ts';
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
  if (mediaType === 'application/json') return { kind: 'json', head, ...(await payeeFacts(ctx, head)) };
  const sealed = await findSealedPayment(db, vault, { bankId, paymentId: head.paymentId });
  const { bulk } = sealed?.openBulk() ?? {};
  if (bulk?.header === undefined || head.format === 'json') throw problems['payment-unknown']();
  const source = { bankId, db, vault };
  const stored = { ...head, bulk };
  const stopped = await stoppedEntriesOf(source, stored);
  const doubts = await reportedDoubts(source, stored);
  const report = bulkReport({
    format: head.format,
    state: head,
    bulk,
    header: bulk.header,
    doubts,
    stopped: stopped.map(({ entry, state }) => ({ entry, entryNo: state.entryNo, state })),
    // A UUID with hyphens is longer than an identifier may be.
    reportId: origin.requestId.replaceAll('-', ''),
    createdAt: toWireTimestamp(clock.now()),
  });
  return { kind: 'report', text: writePain002(report) };
}

/** Payees that did not match of which a report has the names; it has the number of all. */
const reportedMax = 1_000;

/** Only the later version of reports has statuses for results. SPEC xs2a-2026 3.4 */
async function reportedDoubts(source: Source, stored: StoredBulk): Promise<readonly CheckedEntry[]> {
  const { format, status } = stored;
  if (status !== 'RVCM' || format !== 'pain.001.001.09') return [];
  return listChecked(source, stored, { codes: doubtfulCodes, from: 0, max: reportedMax });
}

/** What a third party that asked about the payees reads with the status, and what it does next. */
async function payeeFacts(
  ctx: Context & PaymentsPorts,
  head: PaymentHead,
): Promise<Pick<Extract<ReadStatus, { readonly kind: 'json' }>, 'checkedBulk' | 'start'>> {
  const { bankId, db, paymentsVault: vault } = ctx;
  if (head.status !== 'RCVC' && !isUnverified(head.status)) return {};
  const sealed = await findSealedPayment(db, vault, { bankId, paymentId: head.paymentId });
  if (sealed === undefined) return {};
  const { bulk } = sealed.openBulk();
  if (head.status !== 'RCVC')
    return { checkedBulk: await toldLater({ bankId, db, vault }, { ...head, bulk }) };
  const isStartedLater = bulk.payeeCheck?.isLate === true || bulk.payeeCheck?.confirmedAt !== undefined;
  return { start: isStartedLater ? laterStart(ctx, head) : undefined };
}
