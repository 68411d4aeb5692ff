import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idOf } from '../testing/payment-steps.suite.ts';
import { createPaymentsTestApp, type PaymentsTestApp } from '../testing/payments-test-app.suite.ts';
import { type StandingSteps, standingSteps } from '../testing/standing-steps.suite.ts';
import { endStandingOrder } from './end-standing-order.ts';
import { listCustomerStandingOrders } from './list-customer-standing-orders.ts';
import { listStandingOrders } from './list-standing-orders.ts';

let app: PaymentsTestApp;
let steps: StandingSteps;
beforeAll(async () => {
  app = await createPaymentsTestApp();
  steps = standingSteps(app);
});
afterAll(() => app[Symbol.asyncDispose]());

const weekly = () => ({ frequency: 'Weekly', startDate: steps.dayIn(2), dayOfExecution: '3' });
const idsOf = async (customerNumber: string | undefined, which: 'live' | 'ended') =>
  (await listCustomerStandingOrders(app.context(), { customerNumber, which })).map(({ orderId }) => orderId);

describe('the standing orders of a customer', () => {
  test('are listed from their approval to their end, and afterwards with the ended ones', async () => {
    const payer = await app.payer();
    await steps.initiated(payer, weekly());
    expect(await idsOf(payer.customerNumber, 'live')).toEqual([]);
    const path = await steps.approvedOrder(payer, weekly());
    const [order] = await listCustomerStandingOrders(app.context(), {
      customerNumber: payer.customerNumber,
      which: 'live',
    });
    expect(order).toMatchObject({
      orderId: idOf(path),
      creditorName: 'Acme GmbH',
      debtorAccount: { id: payer.iban },
      schedule: weekly(),
      isSuspended: false,
    });
    expect(order?.nextDay?.dayOfWeek).toBe(3);
    await app.send({ method: 'DELETE', path });
    expect(await idsOf(payer.customerNumber, 'live')).toEqual([]);
    expect(await idsOf(payer.customerNumber, 'ended')).toEqual([idOf(path)]);
    expect(await idsOf(undefined, 'live')).toEqual([]);
  });

  test('are found again under the number of the surviving customer', async () => {
    const [payer, survivor] = [await app.payer(), await app.customer()];
    const path = await steps.approvedOrder(payer, weekly());
    await app.parties.merge(payer.customerNumber, survivor.customerNumber);
    expect(await idsOf(survivor.customerNumber, 'live')).toEqual([idOf(path)]);
  });

  test('are reported for their account alone', async () => {
    const [payer, other] = [await app.payer(), await app.payer()];
    await steps.approvedOrder(payer, weekly());
    const listed = (iban: string) =>
      listStandingOrders(app.ports, app.context().db, { bankId: '01', owners: [payer.customerNumber], iban });
    expect(await listed(payer.iban)).toEqual([
      {
        amount: { minor: 1_250n, currency: 'EUR' },
        counterparty: { name: 'Acme GmbH', account: { scheme: 'iban', id: 'DE02100100109307118603' } },
        remittance: 'INV 2231',
        details: weekly(),
      },
    ]);
    expect(await listed(other.iban)).toEqual([]);
  });

  test('are ended by their customer, and by nobody else', async () => {
    const [payer, other] = [await app.payer(), await app.customer()];
    const path = await steps.approvedOrder(payer, weekly());
    const open = await steps.initiated(payer, weekly());
    const end = (customerNumber: string | undefined, one = path) =>
      endStandingOrder(app.context(), { orderId: idOf(one), customerNumber });
    expect([await end(other.customerNumber), await end(undefined)]).toEqual(['unknown', 'unknown']);
    expect(await end(payer.customerNumber, open)).toBe('unknown');
    expect(await end(payer.customerNumber, 'x/y')).toBe('unknown');
    expect(await app.statusOf(path)).toBe('ACTC');
    expect([await end(payer.customerNumber), await end(payer.customerNumber)]).toEqual(['ended', 'ended']);
    expect(await app.statusOf(path)).toBe('CANC');
  });
});
