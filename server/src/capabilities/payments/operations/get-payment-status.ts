import type { ResourceStart } from '#capabilities/sca/index.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import type { Context } from '#platform/work/context.ts';
import { writePain002 } from '../domain/pain002.ts';
import { isFinal, isUnverified, type PaymentReason } from '../domain/payment.ts';
import { reportOn } from '../domain/status-report.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { problems } from '../problems.ts';
import { type CheckedPayment, toldCheck } from '../steps/checked-payment.ts';
import { laterStart } from '../steps/later-start.ts';
import { loadOwnPayment, type NamedPayment } from '../steps/load-payment.ts';
import type { ToldBulkCheck } from '../steps/told-bulk-check.ts';
import { findPayment, type PaymentHead } from '../store/payments.store.ts';
import { findStandingState } from '../store/standing-orders.store.ts';

export interface GetPaymentStatus extends NamedPayment {
  readonly mediaType: StatusFormat;
}
export type StatusFormat = 'application/json' | 'application/xml';

/** The status of a payment, or a report about it as pain.002. */
export type ReadStatus =
  | {
      readonly kind: 'json';
      readonly head: PaymentHead;
      /** A payee that is not verified or confirmed. */
      readonly checked?: CheckedPayment | undefined;
      /** The same of a bulk. */
      readonly checkedBulk?: ToldBulkCheck | undefined;
      /** How the authorisation starts after a late result or a confirmation. */
      readonly start?: ResourceStart | undefined;
      /** Of a standing order that cannot pay. */
      readonly suspension?: PaymentReason;
    }
  | { readonly kind: 'report'; readonly text: string };

/** Returns the status of a payment to the third party that initiated it. A report exists for documents alone. */
export async function getPaymentStatus(
  ctx: Context & PaymentsPorts,
  { mediaType, ...named }: GetPaymentStatus,
): Promise<ReadStatus> {
  const { bankId, clock, db, origin, paymentsChoices, paymentsVault: vault } = ctx;
  const head = await loadOwnPayment(ctx, named);
  const isOffered = paymentsChoices.of(bankId).statusFormats.includes(mediaType);
  if (!isOffered || (mediaType === 'application/xml' && head.format === 'json'))
    throw standardProblems['not-acceptable']();
  if (mediaType === 'application/json') {
    const suspension = await suspensionOf(ctx, head);
    return { kind: 'json', head, ...omitUndefined({ suspension }), ...(await payeeFacts(ctx, head)) };
  }
  const stored = await findPayment(db, vault, { bankId, paymentId: head.paymentId });
  if (stored?.header === undefined || head.format === 'json') throw problems['payment-unknown']();
  const { header, payeeCheck, payment } = stored;
  const report = reportOn({
    format: head.format,
    state: head,
    payment,
    payeeCheck,
    header,
    // A UUID with hyphens is longer than an identifier may be.
    reportId: origin.requestId.replaceAll('-', ''),
    createdAt: toWireTimestamp(clock.now()),
  });
  return { kind: 'report', text: writePain002(report) };
}

/** What a third party that asked about the payee reads with the status, and what it does next. */
async function payeeFacts(
  ctx: Context & PaymentsPorts,
  head: PaymentHead,
): Promise<Pick<Extract<ReadStatus, { readonly kind: 'json' }>, 'checked' | 'start'>> {
  const { bankId, db, paymentsVault: vault } = ctx;
  if (head.status !== 'RCVC' && !isUnverified(head.status)) return {};
  const stored = await findPayment(db, vault, { bankId, paymentId: head.paymentId });
  if (stored === undefined) return {};
  const { payeeCheck } = stored;
  const isStartedLater = payeeCheck?.isLate === true || payeeCheck?.confirmedAt !== undefined;
  return head.status === 'RCVC'
    ? { start: isStartedLater ? laterStart(ctx, head) : undefined }
    : { checked: toldCheck({ ...stored, status: head.status }) };
}

/** Returns why a standing order cannot pay at present. */
async function suspensionOf(
  { bankId, db }: Context,
  { paymentId, service, status }: PaymentHead,
): Promise<PaymentReason | undefined> {
  if (service !== 'periodic-payments' || isFinal(status)) return undefined;
  return (await findStandingState(db, { bankId, paymentId }))?.suspension?.reason;
}
