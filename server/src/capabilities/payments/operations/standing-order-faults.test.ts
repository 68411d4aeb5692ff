import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deliverEvents } from '../testing/deliver-events.suite.ts';
import { idOf, paymentSteps } from '../testing/payment-steps.suite.ts';
import {
  createPaymentsTestApp,
  creditor,
  type PaymentsTestApp,
  pathIn,
  paymentFrom,
  shortly,
  type TestPayer,
} from '../testing/payments-test-app.suite.ts';
import { type StandingSteps, standingPath, standingSteps } from '../testing/standing-steps.suite.ts';
import { writePain001 } from '../testing/write-pain001.suite.ts';
import { cleanUpPayments } from './clean-up-payments.ts';
import { listCustomerStandingOrders } from './list-customer-standing-orders.ts';
import { notifyAboutStandingOrder } from './notify-about-standing-order.ts';
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
const eventsOf = (path: string) => paymentSteps(app).eventsOf(path);

/** What the worker has set aside of an order. */
const asideOf = (path: string) =>
  app.identity.database.query(
    `select job, attempts, last_error from platform.set_aside_row where row_key = $1`,
    [idOf(path)],
  );

const documentFor = (payer: TestPayer): string =>
  writePain001(
    {
      messageId: randomUUID().slice(0, 30),
      createdAt: '2026-11-17T09:00:00Z',
      blocks: [
        {
          paymentInformationId: 'P-1',
          transfers: [
            {
              debtorName: 'Anna Schmidt',
              debtorAccount: { iban: payer.iban },
              instructedAmount: { currency: 'EUR', amount: '12.50' },
              creditorAccount: { iban: creditor },
              creditorName: 'Acme GmbH',
              requestedExecutionDate: '2020-01-01',
            },
          ],
        },
      ],
    },
    '09',
  );

function formOf(document: string, schedule: unknown): string {
  const part = (named: string, type: string, content: string): string =>
    `--B\r\nContent-Disposition: form-data; name="${named}"\r\nContent-Type: ${type}\r\n\r\n${content}\r\n`;
  return `${part('xml_sct', 'application/xml', document)}${part('json_standingorderType', 'application/json', JSON.stringify(schedule))}--B--\r\n`;
}

describe('a standing order by pain.001', () => {
  test('pays on its days', async () => {
    const payer = await app.payer();
    const schedule = { frequency: 'Daily', startDate: steps.dayIn(1), endDate: steps.dayIn(3) };
    const path = pathIn(
      await app.initiate(payer, {
        path: '/v1/periodic-payments/pain.001-sepa-credit-transfers',
        body: formOf(documentFor(payer), schedule),
        headers: { 'content-type': 'multipart/form-data; boundary=B' },
      }),
    );
    expect(await app.approve(path, payer)).toBe('finalised');
    await app.runOrders();
    await steps.live(2);
    expect(await asideOf(path)).toEqual([]);
    expect((await steps.executionsOf(path)).map(({ status }) => status)).toContain('ACSC');
    expect(await paid(payer)).toBeGreaterThan(0);
  });
});

describe('two workers', () => {
  test('of which one was stopped while it asked for the calendar, let the order pay its next day', async () => {
    const payer = await app.payer();
    const path = await steps.approvedOrder(payer, { frequency: 'Daily', startDate: steps.dayIn(1) });
    const { clock, database } = app.identity;
    // Just before midnight the order is taken up (a lease that ended, or a move to the day itself).
    const real = app.core.core;
    await database.query('update payments.standing_order set due_at = $2 where payment_id = $1', [
      idOf(path),
      clock.now().toString(),
    ]);
    let isFirst = true;
    app.useCore({
      ...real,
      async calendar(...asked) {
        const days = await real.calendar(...asked);
        if (isFirst) {
          isFirst = false;
          // This worker hangs; meanwhile its lease ends, the day begins, and another one executes it.
          clock.advance({ hours: 24 });
          while ((await runStandingOrders(app.context())) > 0);
        }
        return days;
      },
    });
    await runStandingOrders(app.context());
    app.useCore(real);
    expect(await steps.executionsOf(path)).toHaveLength(1);
    await steps.live(5);
    expect(await asideOf(path)).toEqual([]);
    expect((await steps.executionsOf(path)).length).toBeGreaterThan(1);
  });
});

describe('a suspended standing order', () => {
  test('is not said to pay again by a day that was not paid', async () => {
    const payer = await app.payer({ cents: 0n });
    const path = await steps.approvedOrder(payer, { frequency: 'Weekly', startDate: steps.dayIn(1) });
    await app.core.changeStatus(payer.accountId, 'blocked');
    await steps.live(3);
    expect(await eventsOf(path)).toContain('payment-suspended');
    await app.core.changeStatus(payer.accountId, 'open');
    await steps.live(8);
    expect((await steps.executionsOf(path)).map(({ status }) => status)).toEqual(['RJCT', 'RJCT']);
    expect(await eventsOf(path)).not.toContain('payment-resumed');
  });
});

describe('hostile input', () => {
  test.each([
    ['frequency', 5],
    ['startDate', 5],
    ['startDate', '2027-02-30'],
    ['monthsOfExecution', 5],
    ['endDate', 'tomorrow'],
  ])(
    'with many unknown members and a faulty %s is refused, not an error of the server',
    async (name, value) => {
      const payer = await app.payer();
      const unknown = Object.fromEntries(Array.from({ length: 25 }, (_, one) => [`a${one}`, 1]));
      const body = {
        ...unknown,
        ...paymentFrom(payer.iban, { frequency: 'MonthlyVariable' }),
        [name]: value,
      };
      const answer = await app.initiate(payer, { path: standingPath, body });
      expect(shortly(answer)).toBe('400 FORMAT_ERROR');
    },
  );

  test('a first day that nobody plans is refused', async () => {
    const payer = await app.payer();
    const answer = await app.initiate(payer, {
      path: standingPath,
      body: paymentFrom(payer.iban, { frequency: 'Monthly', startDate: '9999-12-31', dayOfExecution: '1' }),
    });
    expect(shortly(answer)).toBe('400 FORMAT_ERROR');
  });
});

describe('one order that cannot be opened', () => {
  test('does not hide the others from the customer', async () => {
    const payer = await app.payer();
    const bad = await steps.approvedOrder(payer, { frequency: 'Weekly', startDate: steps.dayIn(10) });
    await steps.approvedOrder(payer, { frequency: 'Weekly', startDate: steps.dayIn(10) });
    await app.identity.database.query(
      `update payments.payment set sealed_payment = '\\x00' where payment_id = $1`,
      [idOf(bad)],
    );
    const orders = await listCustomerStandingOrders(app.context(), {
      customerNumber: payer.customerNumber,
      which: 'live',
    });
    expect(orders).toHaveLength(1);
  });

  test('fails no event about its end', async () => {
    const payer = await app.payer();
    const bad = await steps.approvedOrder(payer, { frequency: 'Weekly', startDate: steps.dayIn(1) });
    await app.identity.database.query(
      `update payments.payment set sealed_payment = '\\x00' where payment_id = $1`,
      [idOf(bad)],
    );
    await steps.live(2);
    expect(await app.statusOf(bad)).toBe('RJCT');
    await deliverEvents(app, 'payment-changed', notifyAboutStandingOrder);
  });
});

describe('a row that failed once', () => {
  test('is not set aside any more after it succeeded', async () => {
    const payer = await app.payer();
    const path = await steps.approvedOrder(payer, { frequency: 'Daily', startDate: steps.dayIn(1) });
    const real = app.core.core;
    app.identity.clock.advance({ hours: 24 });
    app.useCore({
      ...real,
      calendar: async () => {
        throw new Error('once');
      },
    });
    await runStandingOrders(app.context());
    app.useCore(real);
    await steps.live(3);
    expect((await steps.executionsOf(path)).length).toBeGreaterThan(0);
    expect(await asideOf(path)).toEqual([]);
  });
});

describe('an order that restrictions hold before it is taken up', () => {
  test('is rejected, which is no alarm for staff', async () => {
    const payer = await app.payer();
    const path = await steps.initiated(payer, { frequency: 'Daily', startDate: steps.dayIn(1) });
    expect(await app.approve(path, payer)).toBe('finalised');
    await app.restrict(payer, { kind: 'payment-block' });
    await app.runOrders();
    const [row] = await app.identity.database.query(
      'select status, reason from payments.payment where payment_id = $1',
      [idOf(path)],
    );
    expect(row).toEqual({ status: 'RJCT', reason: 'MS03' });
    const alarms = await app.identity.database.query(
      `select from platform.outbox_event where name = 'payment-altered' and aggregate_id = $1`,
      [idOf(path)],
    );
    expect(alarms).toEqual([]);
    await steps.live(2);
    expect(await steps.executionsOf(path)).toEqual([]);
  });
});

describe('the end of a long order', () => {
  test('counts the days that were paid long ago', async () => {
    const payer = await app.payer({ cents: 1_300n });
    const path = await steps.approvedOrder(payer, {
      frequency: 'SemiAnnual',
      startDate: steps.dayIn(1),
      endDate: steps.dayIn(1 + 3 * 184 + 5),
    });
    await steps.live(3);
    expect((await steps.executionsOf(path)).map(({ status }) => status)).toEqual(['ACSC']);
    for (let half = 0; half < 4; half += 1) {
      app.identity.clock.advance({ hours: 24 * 180 });
      await steps.live(4);
      await cleanUpPayments(app.context());
    }
    expect(await app.statusOf(path)).toBe('PART');
  });
});
