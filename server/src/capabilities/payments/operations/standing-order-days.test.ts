import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { idOf, paymentSteps } from '../testing/payment-steps.suite.ts';
import {
  createPaymentsTestApp,
  type PaymentsTestApp,
  pathIn,
  paymentFrom,
  shortly,
  type TestPayer,
} from '../testing/payments-test-app.suite.ts';
import { type StandingSteps, standingSteps } from '../testing/standing-steps.suite.ts';
import { runStandingOrders } from './run-standing-orders.ts';

let app: PaymentsTestApp;
let steps: StandingSteps;
beforeAll(async () => {
  app = await createPaymentsTestApp();
  steps = standingSteps(app);
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  app.choose({});
  app.useCore(app.core.core);
});
const paid = (payer: TestPayer) => paymentSteps(app).timesPaid(payer);

describe('a calendar that was wrong once', () => {
  test('an empty answer does not make a daily order lose a month', async () => {
    const payer = await app.payer();
    const real = app.core.core;
    app.useCore({ ...real, calendar: async () => [] });
    const path = await steps.approvedOrder(payer, { frequency: 'Daily', startDate: steps.dayIn(1) });
    app.useCore(real);
    await steps.live(4);
    expect(await paid(payer)).toBeGreaterThan(0);
    expect((await steps.executionsOf(path)).length).toBeGreaterThan(0);
  });

  test('an empty answer does not end an order', async () => {
    const payer = await app.payer();
    const path = await steps.approvedOrder(payer, {
      frequency: 'Weekly',
      startDate: steps.dayIn(20),
      endDate: steps.dayIn(29),
    });
    const real = app.core.core;
    await app.identity.database.query(
      'update payments.standing_order set due_at = $2 where payment_id = $1',
      [idOf(path), app.identity.clock.now().toString()],
    );
    app.useCore({ ...real, calendar: async () => [] });
    await app.runOrders();
    app.useCore(real);
    expect(await app.statusOf(path)).toBe('ACTC');
  });

  test('days that a later calendar opens are paid', async () => {
    const payer = await app.payer();
    const real = app.core.core;
    // Ahead of time the core says that the next week is closed; it is corrected on the same day.
    app.useCore({
      ...real,
      calendar: async (...asked) =>
        (await real.calendar(...asked)).map((day) => ({
          ...day,
          isBusinessDay: day.isBusinessDay && day.date.toString() > steps.dayIn(7),
        })),
    });
    const path = await steps.approvedOrder(payer, { frequency: 'Daily', startDate: steps.dayIn(1) });
    app.useCore(real);
    await steps.live(3);
    expect((await steps.executionsOf(path)).length).toBeGreaterThan(0);
  });
});

describe('an instant payment', () => {
  test('is not delayed by executions of standing orders that are due, which have a queue of their own (submitDueExecutions)', async () => {
    const payer = await app.payer();
    await steps.approvedOrder(payer, { frequency: 'Daily', startDate: steps.dayIn(1) });
    const hasty = await app.payer();
    app.identity.clock.advance({ hours: 24 * 90 });
    app.core.clock.set(app.identity.clock.now().toString());
    while ((await runStandingOrders(app.context())) > 0);
    const path = pathIn(
      await app.initiate(hasty, {
        path: '/v1/payments/instant-sepa-credit-transfers',
        body: paymentFrom(hasty.iban),
      }),
    );
    expect(await app.approve(path, hasty)).toBe('finalised');
    await app.work();
    expect(await app.statusOf(path)).not.toBe('ACTC');
  });
});

describe('the rule preceding around the approval', () => {
  test('a day that is executed before it was approved waits for money until its own day is over', async () => {
    const payer = await app.payer({ cents: 0n });
    // Tuesday or Wednesday; the order is for the coming Sunday, and is approved on the Saturday before.
    const { clock } = app.identity;
    app.choose({ unconfirmedLifeMs: 10 * 86_400_000 });
    const path = await steps.initiated(payer, {
      frequency: 'Weekly',
      dayOfExecution: '7',
      startDate: steps.dayIn(0),
      executionRule: 'preceding',
    });
    const days = 6 - clock.now().toZonedDateTimeISO('Europe/Berlin').dayOfWeek;
    clock.advance({ hours: 24 * days });
    expect(await app.approve(path, payer)).toBe('finalised');
    await app.runOrders();
    const [first] = await steps.executionsOf(path);
    // Executed on the Friday before its approval, whose day is over; nobody could have put money there.
    expect(first).toMatchObject({ status: 'ACTC' });
  });
});

describe('cancelled while an execution waits for money', () => {
  test('the execution is cancelled, not rejected for lack of money', async () => {
    const payer = await app.payer({ cents: 0n });
    const path = await steps.approvedOrder(payer, { frequency: 'Weekly', startDate: steps.dayIn(1) });
    app.identity.clock.advance({ hours: 24 });
    await app.runOrders();
    expect(shortly(await app.send({ method: 'DELETE', path }))).toBe('202 CANC');
    await steps.live(3);
    expect((await steps.executionsOf(path)).map(({ status }) => status)).toEqual(['CANC']);
  });
});
