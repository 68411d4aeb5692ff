import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PaymentSteps, paymentSteps } from '../testing/payment-steps.suite.ts';
import {
  createPaymentsTestApp,
  type PaymentsTestApp,
  pathIn,
  paymentFrom,
  type TestCustomer,
  type TestPayer,
} from '../testing/payments-test-app.suite.ts';
import { requireAnyTwo } from '../testing/two-signers.suite.ts';

let app: PaymentsTestApp;
let steps: PaymentSteps;
beforeAll(async () => {
  app = await createPaymentsTestApp();
  steps = paymentSteps(app);
});
afterAll(() => app[Symbol.asyncDispose]());

/** A payer whose payments need two people, and a proxy who is also known under a second party with a user. */
async function payerAndDuplicates(): Promise<readonly [TestPayer, TestCustomer, TestCustomer]> {
  const [payer, proxy, duplicate] = [await app.payer(), await app.customer(), await app.customer()];
  await app.grantMandate(payer.customerNumber, proxy.customerNumber);
  await requireAnyTwo(app, payer);
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
