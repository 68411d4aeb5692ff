import { omitUndefined } from '#platform/kernel/members.ts';
import { type CheckedChunk, resultCodes, totalResults } from './bulk-check.ts';
import type { BulkBlock, BulkEntry, KeptBulk } from './bulk-payment.ts';
import type { PaymentStatusReport, ReportedBlock, ReportedTransfer } from './pain002.ts';
import type { StatusReason } from './pain002-status.ts';
import type { PayeeResult } from './payee-check.ts';
import { type PaymentReason, type PaymentState, reasonTexts } from './payment.ts';
import { reported, reportedDoubt, resultStatuses } from './status-report.ts';

/** A bulk that was ordered by a document, with its state and the transfers that were rejected or cancelled. */
export interface ReportedBulk extends Pick<PaymentStatusReport, 'format' | 'createdAt'> {
  readonly state: PaymentState;
  readonly bulk: KeptBulk;
  readonly header: NonNullable<KeptBulk['header']>;
  readonly stopped: readonly ReportedEntry[];
  /** Payees that did not match, while the payer has to confirm them. */
  readonly doubts: readonly CheckedTransfer[];
  readonly reportId: string;
}

/** A transfer of a report. */
export interface ReportedEntry {
  readonly entryNo: number;
  readonly entry: BulkEntry;
  readonly state: PaymentState;
}

/** A transfer with the result for its payee. */
export interface CheckedTransfer {
  readonly entryNo: number;
  readonly entry: BulkEntry;
  readonly result: PayeeResult;
}

/**
 * Returns the report about a bulk. Message and blocks have a status; of the transfers those that were rejected or
 * cancelled are listed, or whose payees did not match, so that the report of a large bulk stays short. SPEC xs2a 4.5,
 * xs2a-2026 3.4
 */
export function bulkReport({
  bulk: { blocks = [], payeeCheck },
  createdAt,
  doubts,
  format,
  header,
  reportId,
  state,
  stopped,
}: ReportedBulk): PaymentStatusReport {
  const starts = startsOf(blocks);
  const listed = [
    ...stopped.map(({ entryNo, ...one }) => ({ entryNo, transfer: reportedTransfer(one) })),
    ...doubts.map(({ entry, entryNo, result }) => ({ entryNo, transfer: doubtfulTransfer(entry, result) })),
  ];
  return omitUndefined({
    format,
    messageId: reportId,
    createdAt,
    original: header,
    status: reported(state.status),
    reason: reasonIn(state.reason),
    counts: doubts.length === 0 ? undefined : countsOf(payeeCheck?.chunks ?? []),
    blocks: blocks.map((block, index) => {
      const from = starts[index] ?? 0;
      const isOwn = ({ entryNo }: { readonly entryNo: number }) =>
        entryNo >= from && entryNo < from + block.count;
      const { reason, status } = blockState(stopped.filter(isOwn), block.count, state);
      const transfers = listed.filter(isOwn).map(({ transfer }) => transfer);
      return reportedBlock(block, { status, reason, transfers });
    }),
  });
}

/** Statuses of a report are those of the transfers; results of the check that no payee has are left out. */
function countsOf(chunks: readonly CheckedChunk[]): NonNullable<PaymentStatusReport['counts']> {
  const counts = totalResults(chunks);
  return resultCodes.flatMap((code) =>
    counts[code] === 0 ? [] : [{ status: resultStatuses[code], count: counts[code] }],
  );
}

/** Returns the number of the first transfer of each block. */
function startsOf(blocks: readonly BulkBlock[]): readonly number[] {
  let start = 0;
  return blocks.map(({ count }) => {
    start += count;
    return start - count;
  });
}

function reportedBlock(
  { controlSum, numberOfTransactions, paymentInformationId }: BulkBlock,
  { reason, status, transfers }: BlockFacts,
): ReportedBlock {
  return omitUndefined({
    paymentInformationId,
    numberOfTransactions,
    controlSum,
    status,
    reason,
    transfers,
  });
}

interface BlockFacts extends BlockState {
  readonly transfers: readonly ReportedTransfer[];
}

interface BlockState {
  readonly status: string;
  readonly reason?: StatusReason | undefined;
}

/** A block of a bulk that was executed in part may have been executed as a whole, or not at all. */
function blockState(
  stopped: readonly ReportedEntry[],
  count: number,
  { reason, status }: PaymentState,
): BlockState {
  if (status !== 'PART') return { status: reported(status), reason: reasonIn(reason) };
  if (stopped.length === 0) return { status: 'ACSC' };
  return { status: stopped.length === count ? 'RJCT' : 'PART' };
}

function reportedTransfer({ entry, state }: Omit<ReportedEntry, 'entryNo'>): ReportedTransfer {
  const { endToEndIdentification, instructionIdentification, uetr } = entry;
  const { reason, status } = state;
  return omitUndefined({
    endToEndIdentification,
    instructionIdentification,
    uetr,
    status,
    reason: reasonIn(reason),
  });
}

function doubtfulTransfer(entry: BulkEntry, result: PayeeResult): ReportedTransfer {
  const { endToEndIdentification, instructionIdentification, uetr } = entry;
  return omitUndefined({
    endToEndIdentification,
    instructionIdentification,
    uetr,
    ...reportedDoubt(result, entry),
  });
}

function reasonIn(code: PaymentReason | undefined) {
  return code === undefined ? undefined : { code, text: reasonTexts[code] };
}
