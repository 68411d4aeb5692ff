import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deliverEvents } from '../testing/deliver-events.suite.ts';
import { idOf } from '../testing/payment-steps.suite.ts';
import { publishPaymentTemplate, publishStandingTemplate } from '../testing/payment-template.suite.ts';
import {
  createPaymentsTestApp,
  type PaymentsTestApp,
  type TestPayer,
} from '../testing/payments-test-app.suite.ts';
import { type StandingSteps, standingSteps } from '../testing/standing-steps.suite.ts';
import { requireTwoSigners } from '../testing/two-signers.suite.ts';
import { expirePayments } from './expire-payments.ts';
import { notifyAboutStandingOrder } from './notify-about-standing-order.ts';
import { notifyPayer } from './notify-payer.ts';

let app: PaymentsTestApp;
let steps: StandingSteps;
beforeAll(async () => {
  app = await createPaymentsTestApp();
  steps = standingSteps(app);
  await publishPaymentTemplate(app);
  await publishStandingTemplate(app);
});
afterAll(() => app[Symbol.asyncDispose]());

/** Handles the events of an order and of its executions once, in their order; returns the groups of what is in the mailbox. */
async function noticesOf(path: string, { customerNumber }: TestPayer): Promise<readonly string[]> {
  const rows = await app.identity.database.query<{ aggregate_id: string; data: string; name: string }>(
    `select aggregate_id, data, name from platform.outbox_event
      where name in ('payment-changed', 'payment-stopped', 'payment-suspended', 'payment-resumed')
        and aggregate_id in (select payment_id::text from payments.payment
                              where payment_id = $1::uuid or standing_order_id = $1::uuid)
      order by position`,
    [idOf(path)],
  );
  for (const { aggregate_id: aggregateId, data, name } of rows)
    for (const handle of [notifyPayer, notifyAboutStandingOrder])
      await handle(app.context(), {
        id: aggregateId,
        name,
        version: 1,
        occurredAt: '',
        aggregateKind: 'payment',
        aggregateId,
        sequence: 1,
        data: JSON.parse(data),
      });
  const sent = await app.identity.database.query<{ notification_group: string }>(
    `select notification_group from correspondence.communication
      where customer_number = $1 and medium = 'mailbox' order by created_at, communication_id`,
    [customerNumber],
  );
  return sent.map(({ notification_group: group }) => group);
}

describe('the owner of an account', () => {
  test('is told that a standing order was set up, was executed and was ended', async () => {
    const payer = await app.payer();
    const path = await steps.approvedOrder(payer, { frequency: 'Weekly', startDate: steps.dayIn(1) });
    await steps.live(3);
    await app.send({ method: 'DELETE', path });
    expect(await noticesOf(path, payer)).toEqual(['standing-order', 'standing-order', 'standing-order']);
  });

  test('is told once that one is suspended, and not about each day that it fails', async () => {
    const payer = await app.payer();
    const path = await steps.approvedOrder(payer, { frequency: 'Daily', startDate: steps.dayIn(1) });
    await app.core.changeStatus(payer.accountId, 'blocked');
    await steps.live(3);
    expect((await steps.executionsOf(path)).length).toBeGreaterThan(1);
    expect(await noticesOf(path, payer)).toEqual(['standing-order', 'standing-order']);
  });

  test('is told that one has run to its end', async () => {
    const payer = await app.payer();
    const path = await steps.approvedOrder(payer, {
      frequency: 'Daily',
      startDate: steps.dayIn(1),
      endDate: steps.dayIn(2),
    });
    await steps.live(8);
    expect(await app.statusOf(path)).toBe('ACSC');
    const executions = await steps.executionsOf(path);
    // Set up, each execution, and the end.
    expect(await noticesOf(path, payer)).toHaveLength(executions.length + 2);
  });

  test('is told that one waits for another signer, and that it was rejected without that', async () => {
    const [payer, second] = [await app.payer(), await app.customer()];
    await requireTwoSigners(app, payer, second, undefined, 'periodic-payment');
    const path = await steps.initiated(payer, { frequency: 'Weekly', startDate: steps.dayIn(20) });
    expect(await app.approve(path, payer)).toBe('finalised');
    app.identity.clock.advance({ hours: 24 * 16 });
    await expirePayments(app.context());
    expect(await app.statusOf(path)).toBe('RJCT');
    expect((await noticesOf(path, payer)).toSorted()).toEqual(['payment-status', 'standing-order']);
  });

  test('is told nothing about a standing order that was never approved', async () => {
    const payer = await app.payer();
    const path = await steps.initiated(payer, { frequency: 'Weekly', startDate: steps.dayIn(1) });
    await app.send({ method: 'DELETE', path });
    await deliverEvents(app, 'payment-changed', notifyAboutStandingOrder);
    expect(await noticesOf(path, payer)).toEqual([]);
  });
});
