import { requireTwoSignatures } from '#capabilities/sca/testing/two-signers.suite.ts';
import type { PaymentsTestApp, TestCustomer, TestPayer } from './payments-test-app.suite.ts';

/** Makes every payment of a customer, or every cancellation of one, need the signatures of the customer and of a proxy, who gets a mandate. */
export function requireTwoSigners(
  app: PaymentsTestApp,
  payer: TestPayer,
  second: TestCustomer,
  validity?: string,
  resourceKind: 'payment' | 'bulk-payment' | 'periodic-payment' | 'payment-cancellation' = 'payment',
): Promise<void> {
  return requireTwoSignatures(app, [payer, second], { resourceKind, validity });
}
