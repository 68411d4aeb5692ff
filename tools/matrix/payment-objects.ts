import { bulkFrom } from '../../server/src/capabilities/payments/testing/bulk-steps.suite.ts';
import {
  paymentFrom,
  productTestAccount,
} from '../../server/src/capabilities/payments/testing/payments-test-app.suite.ts';
import { initiatedObjects } from './initiated-objects.ts';
import type { ObjectEntry } from './object-entry.ts';

const product = { 'payment-product': 'sepa-credit-transfers' } as const;
const { iban } = productTestAccount;

const payments = initiatedObjects({
  name: 'Payment',
  service: 'payments',
  product: { 'payment-service': 'payments', ...product },
  body: paymentFrom(iban),
});
const bulks = initiatedObjects({
  name: 'BulkPayment',
  service: 'bulk-payments',
  product,
  body: bulkFrom(iban),
});
const standingOrders = initiatedObjects({
  name: 'PeriodicPayment',
  service: 'periodic-payments',
  product,
  body: paymentFrom(iban, { frequency: 'Monthly' }),
});

/** Payments belong to the third party that initiated them. */
export const paymentObjects: Readonly<Record<string, ObjectEntry>> = {
  ...payments.objects,
  // A payment whose payee could not be verified.
  Payment_ConfirmCreditor: payments.paymentWith({ 'client-vop-requested': 'true' }),
  ...bulks.objects,
  BulkPayment_GetExtendedStatus: bulks.payment,
  BulkPayment_ConfirmCreditors: bulks.paymentWith({ 'client-vop-requested': 'true' }),
  ...standingOrders.objects,
};
