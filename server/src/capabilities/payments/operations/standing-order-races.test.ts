import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endMandate } from '#capabilities/party/index.ts';
import { idOf, paymentSteps } from '../testing/payment-steps.suite.ts';
import {
  createPaymentsTestApp,
  type PaymentsTestApp,
  paymentFrom,
} from '../testing/payments-test-app.suite.ts';
import { type StandingSteps, standingSteps } from '../testing/standing-steps.suite.ts';
import { endStandingOrder } from './end-standing-order.ts';
import { followExecution } from './follow-execution.ts';

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

const executionIds = async (path: string): Promise<readonly string[]> =>
  (
    await app.identity.database.query<{ id: string }>(
      'select payment_id as id from payments.payment where standing_order_id = $1 order by planned_date',
      [idOf(path)],
    )
  ).map(({ id }) => id);

const eventFor = (aggregateId: string) => ({
  id: aggregateId,
  name: 'payment-changed',
  version: 1,
  occurredAt: '',
  aggregateKind: 'payment',
  aggregateId,
  sequence: 1,
  data: {},
});

describe('two events at once', () => {
  test('suspend an order once', async () => {
    const payer = await app.payer();
    const path = await steps.approvedOrder(payer, { frequency: 'Daily', startDate: steps.dayIn(1) });
    await app.core.changeStatus(payer.accountId, 'blocked');
    app.identity.clock.advance({ hours: 24 * 8 });
    await app.runOrders();
    const ids = await executionIds(path);
    expect(ids.length).toBeGreaterThan(3);
    await Promise.all(ids.map((id) => followExecution(app.context(), eventFor(id))));
    const events = await paymentSteps(app).eventsOf(path);
    expect(events.filter((name) => name === 'payment-suspended')).toHaveLength(1);
  });
});

/** Records which instructions the core is told to refuse. */
function recordCancels(): string[] {
  const real = app.core.core;
  const ids: string[] = [];
  app.useCore({
    ...real,
    async cancel(instructionId, cancellationId) {
      ids.push(instructionId);
      return real.cancel(instructionId, cancellationId);
    },
  });
  return ids;
}

describe('a day that was rejected is refused at the core, because a restored database would make it again', () => {
  test('for lack of money', async () => {
    const payer = await app.payer({ cents: 0n });
    const path = await steps.approvedOrder(payer, { frequency: 'Weekly', startDate: steps.dayIn(1) });
    const refused = recordCancels();
    await steps.live(3);
    expect(refused).toEqual(expect.arrayContaining([...(await executionIds(path))]));
  });

  test('also if its signer lost the right', async () => {
    const [owner, proxy] = [await app.payer(), await app.customer()];
    await app.grantMandate(owner.customerNumber, proxy.customerNumber);
    const path = await steps.approvedOrder(
      { ...owner, ...proxy, iban: owner.iban },
      { frequency: 'Weekly', startDate: steps.dayIn(1) },
    );
    await endMandate(
      { ...app.context(), ...app.ports.identity.authorization.correspondence.party },
      { principal: owner.customerNumber, proxy: proxy.customerNumber, employeeId: 'e-1', reason: 'letter' },
    );
    const refused = recordCancels();
    await steps.live(2);
    expect((await steps.executionsOf(path)).map(({ status }) => status)).toEqual(['RJCT']);
    expect(refused).toEqual(expect.arrayContaining([...(await executionIds(path))]));
  });
});

describe('a stranger', () => {
  test('neither sees nor ends an order, and an execution is none', async () => {
    const [payer, other] = [await app.payer(), await app.payer()];
    const path = await steps.approvedOrder(payer, { frequency: 'Weekly', startDate: steps.dayIn(1) });
    expect(
      await endStandingOrder(app.context(), { orderId: idOf(path), customerNumber: other.customerNumber }),
    ).toBe('unknown');
    await steps.live(2);
    const [id = ''] = await executionIds(path);
    expect(await endStandingOrder(app.context(), { orderId: id, customerNumber: payer.customerNumber })).toBe(
      'unknown',
    );
  });
});

describe('cancel against execute', () => {
  test('no day is paid after the cancellation was answered', async () => {
    for (let turn = 0; turn < 8; turn += 1) {
      const payer = await app.payer();
      const path = await steps.approvedOrder(payer, { frequency: 'Daily', startDate: steps.dayIn(1) });
      app.identity.clock.advance({ hours: 24 });
      const [, answer] = await Promise.all([app.runOrders(), app.send({ method: 'DELETE', path })]);
      expect(answer.status).toBe(202);
      const before = (await steps.executionsOf(path)).length;
      await steps.live(2);
      expect((await steps.executionsOf(path)).length).toBe(before);
    }
  });
});

describe('the faults of a single payment', () => {
  test('beyond the twentieth do not fail the server either', async () => {
    const payer = await app.payer();
    const unknown = Object.fromEntries(Array.from({ length: 25 }, (_, one) => [`a${one}`, 1]));
    for (const wrong of [
      { creditorName: 5 },
      { instructedAmount: 5 },
      { creditorAccount: 5 },
      { creditorAccount: null },
      { debtorAccount: [] },
      { requestedExecutionDate: 5 },
      { creditorAddress: 'x' },
      { remittanceInformationUnstructured: {} },
    ]) {
      const body = { ...unknown, ...paymentFrom(payer.iban), ...wrong };
      const answer = await app.initiate(payer, { body });
      expect([JSON.stringify(wrong), answer.status]).toEqual([JSON.stringify(wrong), 400]);
    }
  });
});
