import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endMandate } from '#capabilities/party/index.ts';
import { deliverEvents } from '../testing/deliver-events.suite.ts';
import { idOf, paymentSteps } from '../testing/payment-steps.suite.ts';
import { createPaymentsTestApp, type PaymentsTestApp } from '../testing/payments-test-app.suite.ts';
import { type StandingSteps, standingSteps } from '../testing/standing-steps.suite.ts';
import { cancelReportedPayments } from './cancel-reported-payments.ts';

let app: PaymentsTestApp;
let steps: StandingSteps;
beforeAll(async () => {
  app = await createPaymentsTestApp();
  steps = standingSteps(app);
});
afterAll(() => app[Symbol.asyncDispose]());

const statusOf = (path: string) => app.statusOf(path);
const messageOf = (path: string) => paymentSteps(app).messageOf(path);
const paid = (payer: Parameters<ReturnType<typeof paymentSteps>['timesPaid']>[0]) =>
  paymentSteps(app).timesPaid(payer);

describe('a standing order', () => {
  test('pays on each of its days, on the next business day where one is none, and ends', async () => {
    const payer = await app.payer();
    // A Tuesday or Wednesday: the fifth to the twelfth day from it have a weekend.
    const schedule = { frequency: 'Daily', startDate: steps.dayIn(1), endDate: steps.dayIn(9) };
    const path = await steps.approvedOrder(payer, schedule);
    expect(await statusOf(path)).toBe('ACTC');
    await steps.live(8);
    expect(await statusOf(path)).toBe('ACTC');
    await steps.live(4);
    const executions = await steps.executionsOf(path);
    expect(executions.map(({ status }) => status)).toEqual(executions.map(() => 'ACSC'));
    expect(executions.map(({ planned }) => planned)).toEqual(executions.map(({ executed }) => executed));
    expect(executions).toHaveLength(7);
    expect(await paid(payer)).toBe(7);
    expect(await statusOf(path)).toBe('ACSC');
  });

  test('pays on the business day before or after its own', async () => {
    const payer = await app.payer();
    const weekly = {
      frequency: 'Weekly',
      dayOfExecution: '7',
      startDate: steps.dayIn(1),
      endDate: steps.dayIn(14),
    };
    const after = await steps.approvedOrder(payer, weekly);
    const before = await steps.approvedOrder(payer, { ...weekly, executionRule: 'preceding' });
    await steps.live(18);
    const moved = async (path: string) =>
      (await steps.executionsOf(path)).map(({ executed, planned }) => [planned, executed]);
    const [[sunday = '', monday = ''] = []] = await moved(after);
    const [[same = '', friday = ''] = []] = await moved(before);
    expect(same).toBe(sunday);
    expect([friday, sunday, monday].toSorted()).toEqual([friday, sunday, monday]);
    expect(new Set([friday, sunday, monday]).size).toBe(3);
    expect(await paid(payer)).toBe(4);
  });

  test('leaves days before its approval out', async () => {
    const payer = await app.payer();
    const body = { frequency: 'Daily', startDate: steps.dayIn(0), endDate: steps.dayIn(1) };
    const path = await steps.approvedOrder(payer, body);
    await steps.live(4);
    expect(await steps.executionsOf(path)).toHaveLength(2);
  });

  test('goes on after a day without money, and says so at its end', async () => {
    const payer = await app.payer({ cents: 1_300n });
    const path = await steps.approvedOrder(payer, {
      frequency: 'Weekly',
      startDate: steps.dayIn(1),
      endDate: steps.dayIn(10),
    });
    await steps.live(12);
    expect((await steps.executionsOf(path)).map(({ status }) => status)).toEqual(['ACSC', 'RJCT']);
    expect(await statusOf(path)).toBe('PART');
    expect(await messageOf(path)).toBeUndefined();
  });

  test('is suspended while its account cannot be used, and pays again afterwards', async () => {
    const payer = await app.payer();
    const path = await steps.approvedOrder(payer, { frequency: 'Weekly', startDate: steps.dayIn(1) });
    await app.core.changeStatus(payer.accountId, 'blocked');
    await steps.live(3);
    expect(await messageOf(path)).toMatch(/^The standing order is suspended\. AC06/v);
    await app.core.changeStatus(payer.accountId, 'open');
    await steps.live(8);
    expect((await steps.executionsOf(path)).map(({ status }) => status)).toEqual(['RJCT', 'ACSC']);
    expect(await messageOf(path)).toBeUndefined();
  });

  test('is suspended when its signer may not sign any more', async () => {
    const [owner, proxy] = [await app.payer(), await app.customer()];
    await app.grantMandate(owner.customerNumber, proxy.customerNumber);
    const path = await steps.approvedOrder(
      { ...owner, ...proxy, iban: owner.iban },
      {
        frequency: 'Weekly',
        startDate: steps.dayIn(1),
      },
    );
    await endMandate(
      { ...app.context(), ...app.ports.identity.authorization.correspondence.party },
      {
        principal: owner.customerNumber,
        proxy: proxy.customerNumber,
        employeeId: 'e-1',
        reason: 'letter of the customer',
      },
    );
    await steps.live(3);
    expect((await steps.executionsOf(path)).map(({ status }) => status)).toEqual(['RJCT']);
    expect(await messageOf(path)).toMatch(/suspended\. DS0C/v);
    expect(await paid(owner)).toBe(0);
  });

  test('that was cancelled pays no more', async () => {
    const payer = await app.payer();
    const path = await steps.approvedOrder(payer, { frequency: 'Daily', startDate: steps.dayIn(1) });
    await steps.live(2);
    const before = await paid(payer);
    expect(before).toBeGreaterThan(0);
    expect((await app.send({ method: 'DELETE', path })).status).toBe(202);
    await steps.live(4);
    expect(await statusOf(path)).toBe('CANC');
    expect(await paid(payer)).toBe(before);
  });

  test('that fraud was reported about is rejected', async () => {
    const payer = await app.payer();
    const path = await steps.approvedOrder(payer, { frequency: 'Daily', startDate: steps.dayIn(2) });
    await app.reportFraud(payer);
    await deliverEvents(app, 'suspected-fraud-reported', cancelReportedPayments);
    expect(await statusOf(path)).toBe('RJCT');
    await steps.live(4);
    expect(await paid(payer)).toBe(0);
  });
});

describe('a database that is restored to the time before an execution', () => {
  /** Takes the newest execution away, and lets the order be where it was before it. */
  async function restore(path: string): Promise<void> {
    const { database } = app.identity;
    const [last] = (await steps.executionsOf(path)).toReversed();
    const values = [idOf(path), last?.planned];
    await database.query(
      'delete from payments.payment where standing_order_id = $1 and planned_date = $2',
      values,
    );
    await database.query(
      `update payments.standing_order set planned_date = $2, due_at = $3 where payment_id = $1`,
      [...values, app.identity.clock.now().toString()],
    );
  }

  test('does not pay again what was paid since', async () => {
    const payer = await app.payer();
    const path = await steps.approvedOrder(payer, { frequency: 'Weekly', startDate: steps.dayIn(1) });
    await steps.live(3);
    await restore(path);
    await app.runOrders();
    expect((await steps.executionsOf(path)).map(({ status }) => status)).toEqual(['ACSC']);
    expect(await paid(payer)).toBe(1);
  });

  test('does not pay what was rejected since, although the money is there now', async () => {
    const payer = await app.payer({ cents: 0n });
    const path = await steps.approvedOrder(payer, { frequency: 'Weekly', startDate: steps.dayIn(1) });
    await steps.live(3);
    expect((await steps.executionsOf(path)).map(({ status }) => status)).toEqual(['RJCT']);
    await app.core.receive(payer.accountId, { minor: 100_000n, currency: 'EUR' });
    await restore(path);
    await app.runOrders();
    expect((await steps.executionsOf(path)).map(({ status }) => status)).toEqual(['CANC']);
    expect(await paid(payer)).toBe(0);
  });
});

describe('an order or execution that was changed in the database', () => {
  test('is rejected, and nothing is paid', async () => {
    const payer = await app.payer();
    const path = await steps.approvedOrder(payer, { frequency: 'Daily', startDate: steps.dayIn(1) });
    const other = await steps.approvedOrder(payer, { frequency: 'Daily', startDate: steps.dayIn(1) });
    const { database } = app.identity;
    // The order of another one, which is not what was signed.
    await database.query(`update payments.payment set document_hash = sha256('x') where payment_id = $1`, [
      idOf(path),
    ]);
    await database.query(`update payments.payment set sealed_payment = '\\x00' where payment_id = $1`, [
      idOf(other),
    ]);
    await steps.live(2);
    expect(await steps.executionsOf(other)).toEqual([]);
    expect(await statusOf(other)).toBe('RJCT');
    expect((await steps.executionsOf(path)).map(({ status }) => status)).not.toContain('ACSC');
    expect(await paid(payer)).toBe(0);
  });
});
