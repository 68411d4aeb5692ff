import { omitUndefined } from '#platform/kernel/members.ts';
import type { BulkBlock, BulkEntry, KeptBulk } from './bulk-payment.ts';
import type { PaymentStatusReport, ReportedBlock, ReportedTransfer } from './pain002.ts';
import { type PaymentReason, type PaymentState, reasonTexts } from './payment.ts';

/** A bulk that was ordered by a document, with its state and the transfers that were rejected or cancelled. */
export interface ReportedBulk extends Pick<PaymentStatusReport, 'format' | 'createdAt'> {
  readonly state: PaymentState;
  readonly bulk: KeptBulk;
  readonly header: NonNullable<KeptBulk['header']>;
  readonly stopped: readonly ReportedEntry[];
  readonly reportId: string;
}

/** A transfer of a report. */
export interface ReportedEntry {
  readonly entryNo: number;
  readonly entry: BulkEntry;
  readonly state: PaymentState;
}

/**
 * Returns the report about a bulk. Message and blocks have a status; of the transfers those that were rejected or
 * cancelled are listed, so that the report of a large bulk stays short. SPEC xs2a 4.5
 */
export function bulkReport({
  bulk: { blocks = [] },
  createdAt,
  format,
  header,
  reportId,
  state,
  stopped,
}: ReportedBulk): PaymentStatusReport {
  const starts = startsOf(blocks);
  return omitUndefined({
    format,
    messageId: reportId,
    createdAt,
    original: header,
    status: state.status,
    reason: reasonIn(state.reason),
    blocks: blocks.map((block, index) => {
      const from = starts[index] ?? 0;
      const own = stopped.filter(({ entryNo }) => entryNo >= from && entryNo < from + block.count);
      return reportedBlock(block, own, state);
    }),
  });
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
  { controlSum, count, numberOfTransactions, paymentInformationId }: BulkBlock,
  stopped: readonly ReportedEntry[],
  state: PaymentState,
): ReportedBlock {
  return omitUndefined({
    paymentInformationId,
    numberOfTransactions,
    controlSum,
    ...blockState(stopped, count, state),
    transfers: stopped.map(reportedTransfer),
  });
}

/** A block of a bulk that was executed in part may have been executed as a whole, or not at all. */
function blockState(
  stopped: readonly ReportedEntry[],
  count: number,
  { reason, status }: PaymentState,
): Pick<ReportedBlock, 'status' | 'reason'> {
  if (status !== 'PART') return omitUndefined({ status, reason: reasonIn(reason) });
  if (stopped.length === 0) return { status: 'ACSC' };
  return { status: stopped.length === count ? 'RJCT' : 'PART' };
}

function reportedTransfer({ entry, state }: ReportedEntry): ReportedTransfer {
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

function reasonIn(code: PaymentReason | undefined) {
  return code === undefined ? undefined : { code, text: reasonTexts[code] };
}
