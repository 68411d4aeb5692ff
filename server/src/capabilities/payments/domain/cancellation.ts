import { Temporal } from 'temporal-polyfill';
import { isSubmittable, isUnapproved, isUnsigned, type PaymentStatus } from './payment.ts';
import type { PaymentService } from './single-payment.ts';

/** What deciding about a cancellation needs to know of a payment. */
export interface CancellablePayment {
  readonly service: PaymentService;
  readonly status: PaymentStatus;
  readonly executionDate: Temporal.PlainDate | undefined;
  readonly releasedAt: Temporal.Instant | undefined;
}

/** A cancellation that a third party asked for, and that the payer has to approve. */
export interface CancellationRequest {
  readonly cancellationId: string;
  readonly until: Temporal.Instant;
  /** When it was approved although the core may have had the payment; undefined before. */
  readonly approvedAt: Temporal.Instant | undefined;
}

/**
 * Who decides about a cancellation: we, before the payment is released; the core, from then on until it reserves money;
 * then it is too late. PSD2 art. 80: an approved payment without a date cannot be revoked. Of a released bulk the core may
 * have some transfers already.
 */
export function cancellationBy({
  executionDate,
  releasedAt,
  service,
  status,
}: CancellablePayment): 'us' | 'core' | 'too-late' {
  if (isUnapproved(status)) return 'us';
  // A standing order is never with the core; what is, are its executions.
  if (service === 'periodic-payments') return isSubmittable(status) ? 'us' : 'too-late';
  if (executionDate === undefined) return 'too-late';
  if (service === 'bulk-payments' && releasedAt !== undefined) return 'too-late';
  if (isSubmittable(status)) return releasedAt === undefined ? 'us' : 'core';
  return status === 'ACCP' ? 'core' : 'too-late';
}

/** Returns whether the payer must approve a cancellation: never of a payment that no signature is given for. SPEC xs2a 6.1 */
export function needsApproval(
  { status }: Pick<CancellablePayment, 'status'>,
  { isMandated }: { readonly isMandated: boolean },
): boolean {
  return isMandated && !isUnsigned(status);
}

/** Returns whether a request still waits for its approval. */
export function isLive(
  request: CancellationRequest | undefined,
  now: Temporal.Instant,
): request is CancellationRequest {
  return (
    request !== undefined &&
    request.approvedAt === undefined &&
    Temporal.Instant.compare(now, request.until) < 0
  );
}

/** Returns whether the cancellation of a payment takes authorisations, as approvals name it. */
export function cancellationState(
  payment: CancellablePayment & { readonly cancellation?: CancellationRequest | undefined },
  now: Temporal.Instant,
): 'open' | 'done' | 'over' | 'unrequested' {
  const { cancellation, status } = payment;
  if (cancellation === undefined) return 'unrequested';
  if (status === 'RJCT') return 'over';
  if (cancellationBy(payment) === 'too-late' || cancellation.approvedAt !== undefined) return 'done';
  return isLive(cancellation, now) ? 'open' : 'over';
}
