import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverEvents } from '../testing/deliver-events.suite.ts';
import { paymentSteps } from '../testing/payment-steps.suite.ts';
import { createPaymentsTestApp, type PaymentsTestApp } from '../testing/payments-test-app.suite.ts';
import { standingSteps } from '../testing/standing-steps.suite.ts';
import { endOrdersOfOwner } from './end-orders-of-owner.ts';

let app: PaymentsTestApp;
beforeAll(async () => {
  app = await createPaymentsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const events = {
  merged: 'parties-merged',
  dead: 'individual-death-confirmed',
  erased: 'party-erased',
} as const;

test.each(['merged', 'dead', 'erased'] as const)(
  'a standing order of a customer who is %s is rejected, and pays no more',
  async (happening) => {
    const [payer, survivor] = [await app.payer(), await app.customer()];
    const steps = standingSteps(app);
    const path = await steps.approvedOrder(payer, { frequency: 'Daily', startDate: steps.dayIn(1) });
    const happen = {
      merged: () => app.parties.merge(payer.customerNumber, survivor.customerNumber),
      dead: () => app.parties.reportDeath(payer.customerNumber),
      erased: () => app.parties.erase(payer.customerNumber),
    };
    await happen[happening]();
    await deliverEvents(app, events[happening], endOrdersOfOwner);
    expect(await app.statusOf(path)).toBe('RJCT');
    await steps.live(4);
    expect(await steps.executionsOf(path)).toEqual([]);
    expect(await paymentSteps(app).timesPaid(payer)).toBe(0);
  },
);

test('an order whose account belongs to somebody else when it is approved is rejected', async () => {
  const [payer, other] = [await app.payer(), await app.customer()];
  const steps = standingSteps(app);
  const path = await steps.initiated(payer, { frequency: 'Daily', startDate: steps.dayIn(1) });
  expect(await app.approve(path, payer)).toBe('finalised');
  const { core } = app.core;
  app.useCore({
    ...core,
    async findAccounts(references) {
      const found = await core.findAccounts(references);
      return new Map([...found].map(([key, account]) => [key, { ...account, owner: other.customerNumber }]));
    },
  });
  await app.runOrders();
  app.useCore(core);
  expect(await app.statusOf(path)).toBe('RJCT');
});
