import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRules } from '#capabilities/authorization/index.ts';
import { changeSigning } from '#capabilities/authorization/testing/signing-changes.suite.ts';
import { type PaymentSteps, paymentSteps } from '../testing/payment-steps.suite.ts';
import {
  createPaymentsTestApp,
  type PaymentsTestApp,
  pathIn,
  paymentFrom,
  type TestCustomer,
  type TestPayer,
} from '../testing/payments-test-app.suite.ts';

let app: PaymentsTestApp;
let steps: PaymentSteps;
beforeAll(async () => {
  app = await createPaymentsTestApp();
  steps = paymentSteps(app);
});
afterAll(() => app[Symbol.asyncDispose]());

/** Any two of the people with a mandate have to sign every payment. */
async function requireAnyTwo({ customerNumber }: TestPayer): Promise<void> {
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
      alternatives: [[{ level: 1, 'entity-level': 'customer', 'entity-id': customerNumber, required: 2 }]],
    },
  ]);
  if (read.kind === 'errors') throw new Error(JSON.stringify(read.errors));
  const ctx = { ...app.identity.context(), ...app.identity.ports.authorization };
  const change = { kind: 'rules', ownerKind: 'person', rules: read.rules, retire: [] } as const;
  const outcome = await changeSigning(ctx, customerNumber, change);
  if (outcome.kind !== 'approved') throw new Error(JSON.stringify(outcome));
}

/** A payer whose payments need two people, and a proxy who is also known under a second party with a user. */
async function payerAndDuplicates(): Promise<readonly [TestPayer, TestCustomer, TestCustomer]> {
  const [payer, proxy, duplicate] = [await app.payer(), await app.customer(), await app.customer()];
  await app.grantMandate(payer.customerNumber, proxy.customerNumber);
  await requireAnyTwo(payer);
  return [payer, proxy, duplicate];
}

const merge = (one: TestCustomer, into: TestCustomer): Promise<void> =>
  app.parties.merge(one.customerNumber, into.customerNumber);

describe('a payment that two people have to sign', () => {
  test('is not released by two users of one person whose parties were merged', async () => {
    const [payer, proxy, duplicate] = await payerAndDuplicates();
    const before = pathIn(await app.initiate(payer));
    expect(await app.approve(before, duplicate)).not.toBe('finalised');
    await merge(duplicate, proxy);
    const path = pathIn(await app.initiate(payer));
    expect(await app.approve(path, proxy)).toBe('finalised');
    app.identity.clock.advance({ minutes: 5 });
    expect(await app.approve(path, duplicate)).toContain('409');
    await app.work();
    expect([await app.statusOf(path), await steps.timesPaid(payer)]).toEqual(['PATC', 0]);
    expect(await app.approve(path, payer)).toBe('finalised');
    await app.work();
    expect([await app.statusOf(path), await steps.timesPaid(payer)]).toEqual(['ACSP', 1]);
  });

  test('is not executed when a merge shows that one person has signed twice', async () => {
    const [payer, proxy, duplicate] = await payerAndDuplicates();
    await app.grantMandate(payer.customerNumber, duplicate.customerNumber);
    const body = paymentFrom(payer.iban, { requestedExecutionDate: steps.dayIn(5) });
    const path = pathIn(await app.initiate(payer, { body }));
    for (const signer of [proxy, duplicate]) {
      app.identity.clock.advance({ minutes: 5 });
      expect(await app.approve(path, signer)).toBe('finalised');
    }
    expect(await app.statusOf(path)).not.toBe('PATC');
    await merge(duplicate, proxy);
    app.identity.clock.advance({ hours: 24 * 9 });
    await app.work();
    expect([await app.statusOf(path), await steps.messageOf(path), await steps.timesPaid(payer)]).toEqual([
      'RJCT',
      'DS0C: The approval does not cover the payment any more.',
      0,
    ]);
  });
});
