import { omitUndefined } from '#platform/kernel/members.ts';
import type { PaymentStatusReport, ReportedTransfer } from './pain002.ts';
import { type KeptCheck, type PayeeResult, resultOf } from './payee-check.ts';
import { type PaymentState, type PaymentStatus, reasonTexts } from './payment.ts';
import type { DocumentHeader, SinglePayment } from './single-payment.ts';

/** A payment that was ordered by a document, with its state. */
export interface ReportedPayment extends Pick<PaymentStatusReport, 'format' | 'createdAt'> {
  readonly state: PaymentState;
  readonly payment: SinglePayment;
  readonly header: DocumentHeader;
  readonly payeeCheck?: KeptCheck | undefined;
  readonly reportId: string;
}

/** Returns the report about a payment: message, block and transfer have its one status. */
export function reportOn({
  createdAt,
  format,
  header,
  payeeCheck,
  payment,
  reportId,
  state: { reason: code, status },
}: ReportedPayment): PaymentStatusReport {
  const { paymentInformationId, ...original } = header;
  const { endToEndIdentification, instructionIdentification, uetr } = payment;
  const reason = code === undefined ? undefined : { code, text: reasonTexts[code] };
  const doubt = status === 'RVCM' && payeeCheck !== undefined ? doubtIn(payeeCheck, payment) : undefined;
  const transfer = omitUndefined({
    endToEndIdentification,
    instructionIdentification,
    uetr,
    status: reported(status),
    reason,
    ...doubt,
  });
  const all = reported(status);
  const block = omitUndefined({ paymentInformationId, status: all, reason, transfers: [transfer] });
  return omitUndefined({
    format,
    messageId: reportId,
    createdAt,
    original,
    status: all,
    reason,
    blocks: [block],
  });
}

/** SPEC xs2a-2026 3.4: a result that is not known has no status of its own in a report. */
export function reported(status: PaymentStatus): string {
  return status === 'RVNC' ? 'PDNG' : status;
}

/** SPEC xs2a-2026 3.4: the status of a transfer by the result for its payee. */
export const resultStatuses = { MTCH: 'RCVC', CMTC: 'RVMC', NMTC: 'RVNM', NOAP: 'RVNA' } as const;

/** Returns what a report says of a payee that did not match: the name that was given, and that of a close match. */
function doubtIn(check: KeptCheck, payment: SinglePayment): ReportedDoubt {
  return reportedDoubt(resultOf(check), payment);
}

/** What a report says of a payee. */
type ReportedDoubt = Pick<ReportedTransfer, 'creditorName' | 'reason' | 'status'>;

/** Returns what a report says of a payee with this result. */
export function reportedDoubt(
  { code, matchedName }: PayeeResult,
  { creditorName }: Pick<SinglePayment, 'creditorName'>,
): ReportedDoubt {
  const reason = matchedName === undefined ? {} : { reason: { text: matchedName } };
  return { status: resultStatuses[code], creditorName, ...reason };
}
