import Type from 'typebox';
import { omitUndefined } from '#platform/kernel/members.ts';
import { defineEvent, eventFamily, eventOf, type NewEvent } from '#platform/work/event.ts';
import type { PaymentHead } from './store/payment-rows.ts';

const definePaymentEvent = eventFamily({
  source: '/payments',
  aggregateKind: 'payment',
  data: Type.Object({
    paymentId: Type.String(),
    organisationId: Type.String(),
    product: Type.String(),
    transactionStatus: Type.String(),
    /** Of ISO 20022, for rejected and cancelled payments, and for bulks that were stopped. */
    reason: Type.Optional(Type.String()),
  }),
});

/** All events of this capability. None names the customer, an account or an amount. */
export const events = {
  initiated: definePaymentEvent('payment-initiated', 'A third party initiated a payment.'),
  changed: definePaymentEvent('payment-changed', 'The status of a payment changed.'),
  released: definePaymentEvent(
    'payment-released',
    'A payment was found approved and unchanged, and goes to the core banking system.',
  ),
  stopped: definePaymentEvent(
    'payment-stopped',
    'A payment that was approved, or signed by some, ended without being executed. A restored backup must not execute it.',
  ),
  bulkStopped: definePaymentEvent(
    'bulk-payment-stopped',
    'A bulk was stopped after its release: no further transfer is submitted. A restored backup must not go on with it.',
  ),
  cancellationRequested: definePaymentEvent(
    'payment-cancellation-requested',
    'A third party asked to cancel a payment. The payer has to approve that.',
  ),
  cancellationApproved: definePaymentEvent(
    'payment-cancellation-approved',
    'The payer approved the cancellation of a payment. If the core may have the payment, the core decides.',
  ),
  suspended: definePaymentEvent(
    'payment-suspended',
    'A standing order cannot pay at present. It is tried again on each of its days.',
  ),
  resumed: definePaymentEvent('payment-resumed', 'A standing order that was suspended has paid again.'),
  altered: definePaymentEvent(
    'payment-altered',
    'A payment differs from what was approved, or its approval is gone; it was rejected. Staff must look at it.',
  ),
  optOutEnded: defineEvent({
    source: '/payments',
    aggregateKind: 'customer',
    name: 'payee-opt-out-ended',
    version: 1,
    data: Type.Object({}),
    summary:
      'A firm wants the payees of its packages of payments verified again. A restored backup must not forget it.',
  }),
} as const;

/** Announces that a firm opted in again. */
export function optOutEnded(customerNumber: string): NewEvent {
  return eventOf(events.optOutEnded, customerNumber, {});
}

export function paymentEvent(
  event: Exclude<keyof typeof events, 'optOutEnded'>,
  payment: PaymentHead,
): NewEvent {
  const { organisationId, paymentId, productName, reason, status } = payment;
  return eventOf(events[event], paymentId, {
    paymentId,
    organisationId,
    product: productName,
    transactionStatus: status,
    ...omitUndefined({ reason }),
  });
}
