import { omitUndefined } from '#platform/kernel/members.ts';
import type { PaymentStatusReport } from './pain002.ts';
import { type PaymentState, reasonTexts } from './payment.ts';
import type { DocumentHeader, SinglePayment } from './single-payment.ts';

/** A payment that was ordered by a document, with its state. */
export interface ReportedPayment extends Pick<PaymentStatusReport, 'format' | 'createdAt'> {
  readonly state: PaymentState;
  readonly payment: SinglePayment;
  readonly header: DocumentHeader;
  readonly reportId: string;
}

/** Returns the report about a payment: message, block and transfer have its one status. */
export function reportOn({
  createdAt,
  format,
  header,
  payment,
  reportId,
  state: { reason: code, status },
}: ReportedPayment): PaymentStatusReport {
  const { paymentInformationId, ...original } = header;
  const { endToEndIdentification, instructionIdentification, uetr } = payment;
  const reason = code === undefined ? undefined : { code, text: reasonTexts[code] };
  const transfer = omitUndefined({ endToEndIdentification, instructionIdentification, uetr, status, reason });
  const block = omitUndefined({ paymentInformationId, status, reason, transfers: [transfer] });
  return omitUndefined({ format, messageId: reportId, createdAt, original, status, reason, blocks: [block] });
}
