import { xs2a } from '#dialects/xs2a/xs2a.ts';
import { defineCapability } from '#platform/capability/capability.ts';
import { paymentsEndings } from './domain/endings.ts';
import { paymentsEventHandlers } from './event-handlers.ts';
import { events } from './events.ts';
import { cleanUpPayments } from './operations/clean-up-payments.ts';
import { expirePayments } from './operations/expire-payments.ts';
import type { PaymentsPorts } from './ports/payments-ports.ts';
import { problems } from './problems.ts';
import { paymentsRoutes } from './routes.ts';
import { paymentsKeyClasses } from './store/payments-keys.ts';

export { events as paymentsEvents } from './events.ts';
export { type AskedPayments, askAboutPayments } from './operations/ask-about-payments.ts';
export { endPayeeOptOut } from './operations/end-payee-opt-out.ts';
export { endStandingOrder, type StandingOrderEnd } from './operations/end-standing-order.ts';
export { findPayeeOptOut } from './operations/find-payee-opt-out.ts';
export {
  type CustomerStandingOrder,
  listCustomerStandingOrders,
} from './operations/list-customer-standing-orders.ts';
export { listStandingOrders } from './operations/list-standing-orders.ts';
export { replayPaymentEndings } from './operations/replay-payment-endings.ts';
export { runStandingOrders } from './operations/run-standing-orders.ts';
export { setPayeeOptOut } from './operations/set-payee-opt-out.ts';
export { submitDueBulks } from './operations/submit-due-bulks.ts';
export { submitDueExecutions } from './operations/submit-due-executions.ts';
export { submitDuePayments } from './operations/submit-due-payments.ts';
export { verifyBulkPayees } from './operations/verify-bulk-payees.ts';
export type { OrderAccounts, PayerAccount, PayerAccounts } from './ports/payer-accounts.ts';
export type { PaymentsChoices, PaymentsPorts } from './ports/payments-ports.ts';
export { problems as paymentsProblems } from './problems.ts';
export { createCancellationSubjects } from './steps/cancellation-subjects.ts';
export { createPaymentSubjects } from './steps/payment-subjects.ts';
export { createPaymentsVault } from './store/payments-vault.ts';

/** Payments of third parties, from the order to the ledger. */
export const paymentsCapability = defineCapability<PaymentsPorts>({
  name: 'payments',
  routes: paymentsRoutes,
  events,
  problems,
  paths: [
    ['/v1/payments', xs2a],
    ['/v1/bulk-payments', xs2a],
    ['/v1/periodic-payments', xs2a],
  ],
  handlers: (ports) => (ports === undefined ? [] : paymentsEventHandlers(ports)),
  jobs: [
    { name: 'expire-payments', cron: '* * * * *', needs: 'context', run: expirePayments },
    { name: 'clean-up-payments', cron: '41 2 * * *', needs: 'context', run: cleanUpPayments },
  ],
  keyClasses: paymentsKeyClasses,
  endings: paymentsEndings,
});
