import type { EventHandler } from '#platform/work/event-handler.ts';
import { cancelReportedPayments } from './operations/cancel-reported-payments.ts';
import { endOrdersOfOwner } from './operations/end-orders-of-owner.ts';
import { finishCancellation } from './operations/finish-cancellation.ts';
import { followExecution } from './operations/follow-execution.ts';
import { followFirm } from './operations/follow-firm.ts';
import { followInstruction } from './operations/follow-instruction.ts';
import { notifyAboutStandingOrder } from './operations/notify-about-standing-order.ts';
import { notifyPayer } from './operations/notify-payer.ts';
import { rejectRecalledPayment } from './operations/reject-recalled-payment.ts';
import type { PaymentsPorts } from './ports/payments-ports.ts';

/** Returns the event handlers of the payments capability. */
export function paymentsEventHandlers(ports: PaymentsPorts): readonly EventHandler[] {
  return [
    {
      consumer: 'payments-core',
      events: ['instruction-changed'],
      handle: (context, event) => followInstruction(context, event),
    },
    {
      consumer: 'payments-recalls',
      events: ['signatures-invalidated'],
      handle: (context, event) => rejectRecalledPayment({ ...context, ...ports }, event),
    },
    {
      consumer: 'payments-fraud',
      events: ['suspected-fraud-reported'],
      handle: (context, event) => cancelReportedPayments({ ...context, ...ports }, event),
    },
    {
      consumer: 'payments-cancellations',
      events: ['payment-cancellation-approved'],
      handle: (context, event) => finishCancellation({ ...context, ...ports }, event),
    },
    {
      consumer: 'payments-parties',
      events: ['individual-death-confirmed', 'parties-merged', 'party-erased'],
      handle: (context, event) => endOrdersOfOwner({ ...context, ...ports }, event),
    },
    {
      consumer: 'payments-opt-outs',
      events: ['parties-merged', 'party-erased'],
      handle: (context, event) => followFirm(context, event),
    },
    {
      consumer: 'payments-standing-orders',
      events: ['payment-changed'],
      handle: (context, event) => followExecution(context, event),
    },
    {
      consumer: 'payments-notices',
      events: ['payment-changed', 'payment-stopped'],
      handle: (context, event) => notifyPayer({ ...context, ...ports }, event),
    },
    {
      consumer: 'payments-standing-notices',
      events: ['payment-changed', 'payment-stopped', 'payment-suspended', 'payment-resumed'],
      handle: (context, event) => notifyAboutStandingOrder({ ...context, ...ports }, event),
    },
  ];
}
