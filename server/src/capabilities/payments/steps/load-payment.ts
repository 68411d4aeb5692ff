import { Temporal } from 'temporal-polyfill';
import { callerId } from '#platform/auth/caller.ts';
import { requireTokenFor } from '#platform/auth/third-party-token.ts';
import { isUuid } from '#platform/kernel/ids.ts';
import type { Context } from '#platform/work/context.ts';
import { isVerifyingOver } from '../domain/payee-check.ts';
import { isUnapproved, nextState } from '../domain/payment.ts';
import type { PaymentService } from '../domain/single-payment.ts';
import { problems } from '../problems.ts';
import { findPaymentHead, type PaymentHead } from '../store/payments.store.ts';

/** Names a payment as its path does. */
export interface NamedPayment {
  readonly productName: string;
  readonly paymentId: string;
  /** Absent: a single payment. */
  readonly service?: PaymentService;
}

/**
 * Returns a payment of the calling third party. One of another third party does not exist for it, nor does an execution of
 * a standing order.
 */
export async function loadOwnPayment(
  ctx: Context,
  { paymentId, productName, service = 'payments' }: NamedPayment,
): Promise<PaymentHead> {
  const { bankId, caller, clock, db } = ctx;
  requireTokenFor(caller, { service: 'PIS', resourceId: paymentId });
  const head = isUuid(paymentId) ? await findPaymentHead(db, { bankId, paymentId }) : undefined;
  if (head === undefined || head.organisationId !== callerId(caller) || head.execution !== undefined)
    throw problems['payment-unknown']();
  if (head.productName !== productName || head.service !== service) throw problems['product-other']();
  return asOfNow(head, clock.now());
}

/**
 * Returns a payment as it is now: one that was not approved in time is rejected, and the payee of one whose verification
 * took too long could not be verified, whether or not a job or process has said so.
 */
export function asOfNow<Head extends PaymentHead>(head: Head, now: Temporal.Instant): Head {
  if (isUnapproved(head.status) && Temporal.Instant.compare(now, head.expiresAt) >= 0)
    return { ...head, ...nextState(head.status, { kind: 'expired' }) };
  if (isVerifyingOver(head, now))
    return { ...head, ...nextState(head.status, { kind: 'verified', isMatch: false }) };
  return head;
}
