import { activateRules, readRules } from '#capabilities/authorization/index.ts';
import type { PaymentsTestApp, TestCustomer, TestPayer } from './payments-test-app.suite.ts';

/** Makes every payment of a customer need the signatures of the customer and of a proxy, who gets a mandate. */
export async function requireTwoSigners(
  app: PaymentsTestApp,
  { customerNumber, userId }: TestPayer,
  second: TestCustomer,
): Promise<void> {
  await app.grantMandate(customerNumber, second.customerNumber);
  const signer = (level: number, id: string) => ({
    level,
    'entity-level': 'user-id',
    'entity-id': id,
    required: 1,
  });
  const read = readRules([
    {
      'rule-id': `${customerNumber}-two`,
      version: 1,
      status: 'draft',
      'valid-from': '2020-01-01T00:00:00Z',
      'bank-id': '01',
      owner: customerNumber,
      'resource-kind': 'payment',
      'authorization-type': 'PAYMENT',
      currency: 'EUR',
      'amount-from': '0',
      alternatives: [[signer(1, userId), signer(2, second.userId)]],
    },
  ]);
  if (read.kind === 'errors') throw new Error(JSON.stringify(read.errors));
  const outcome = await activateRules(
    { ...app.identity.context(), ...app.identity.ports.authorization },
    {
      owner: customerNumber,
      ownerKind: 'person',
      rules: read.rules,
      retire: [],
      by: 'bank',
      mode: 'activate',
    },
  );
  if (outcome.kind !== 'activated') throw new Error(JSON.stringify(outcome));
}
