import { activateAnyTwo, requireTwoSignatures } from '#capabilities/sca/testing/two-signers.suite.ts';
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

/** Makes every payment of a customer need the signatures of any two people with a mandate. */
export function requireAnyTwo({ identity }: PaymentsTestApp, { customerNumber }: TestPayer): Promise<void> {
  const ctx = { ...identity.context(), ...identity.ports.authorization };
  return activateAnyTwo(ctx, { owner: customerNumber, resourceKind: 'payment' });
}
