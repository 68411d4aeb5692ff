import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import { bulkSteps } from '../testing/bulk-steps.suite.ts';
import { cancellationSteps } from '../testing/cancellation-steps.suite.ts';
import { idOf } from '../testing/payment-steps.suite.ts';
import {
  createPaymentsTestApp,
  type PaymentsTestApp,
  pathIn,
  paymentFrom,
  type TestPayer,
} from '../testing/payments-test-app.suite.ts';
import { standingPath } from '../testing/standing-steps.suite.ts';
import { cleanUpPayments } from './clean-up-payments.ts';
import { expirePayments } from './expire-payments.ts';

let app: PaymentsTestApp;
let payer: TestPayer;
beforeAll(async () => {
  app = await createPaymentsTestApp();
}, 120_000);
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  payer = await app.payer();
  app.choose({});
  app.notifications.offer('SCA', 'PROCESS', 'LAST');
});

const limit = { timeout: 60_000 };

const named = (contents: string): Readonly<Record<string, string>> => ({
  'tpp-notification-uri': 'https://push.a.tpp.test/payments',
  'tpp-notification-content-preferred': `status=${contents}`,
});

/** Delivers what is due, and returns what was said about a payment. */
async function sentOf(path: string): Promise<readonly unknown[]> {
  const sent = await app.receivers.deliver(app.context());
  return sent.flatMap((body) => {
    const { paymentId, ...others }: Readonly<Record<string, unknown>> = Object(body);
    return paymentId === idOf(path) ? [others] : [];
  });
}

describe('a third party with an address', limit, () => {
  test('gets each status of a payment, from its approval to its settlement', async () => {
    const response = await app.initiate(payer, { headers: named('SCA, PROCESS') });
    expect(response.headers).toMatchObject({
      'aspsp-notification-support': 'true',
      'aspsp-notification-content': 'status=SCA, PROCESS',
    });
    const path = pathIn(response);
    await app.approve(path, payer);
    const authorisations = await app.send({ method: 'GET', path: `${path}/authorisations` });
    const authorisationId = at(authorisations.body, 'authorisationIds', 0);
    await app.work();
    app.identity.clock.advance({ hours: 72 });
    await app.settle();
    expect(await sentOf(path)).toEqual([
      { authorisationId, scaStatus: 'psuAuthenticated' },
      { authorisationId, scaStatus: 'scaMethodSelected' },
      { transactionStatus: 'ACTC' },
      { authorisationId, scaStatus: 'finalised' },
      { transactionStatus: 'ACSP' },
      { transactionStatus: 'ACSC' },
    ]);
  });

  test('gets the last status alone, if it wants no other', async () => {
    const path = pathIn(await app.initiate(payer, { headers: named('LAST') }));
    await app.approve(path, payer);
    await app.work();
    app.identity.clock.advance({ hours: 72 });
    await app.settle();
    expect(await sentOf(path)).toEqual([{ transactionStatus: 'ACSC' }]);
  });

  test('gets the rejection of a payment that was not approved in time', async () => {
    const path = pathIn(await app.initiate(payer, { headers: named('LAST') }));
    app.identity.clock.advance({ hours: 72 });
    await expirePayments(app.context());
    expect(await sentOf(path)).toEqual([{ transactionStatus: 'RJCT' }]);
  });

  test('gets the authorisation of a cancellation by its name', async () => {
    const steps = cancellationSteps(app, async (_, { iban }, day) => {
      const body = paymentFrom(iban, { requestedExecutionDate: day });
      const path = pathIn(await app.initiate(payer, { body, headers: named('SCA,PROCESS') }));
      await app.approve(path, payer);
      return path;
    });
    const path = await steps.requested(payer);
    await sentOf(path);
    expect(await steps.approve(path, payer)).toBe('200 finalised');
    const cancellationId = expect.any(String);
    expect(await sentOf(path)).toEqual([
      { cancellationId, scaStatus: 'psuAuthenticated' },
      { cancellationId, scaStatus: 'scaMethodSelected' },
      { transactionStatus: 'CANC' },
      { cancellationId, scaStatus: 'finalised' },
    ]);
  });

  test('gets the status of a bulk', async () => {
    const steps = bulkSteps(app);
    const response = await steps.initiate(payer, { headers: named('PROCESS') });
    expect(response.headers['aspsp-notification-support']).toBe('true');
    const path = pathIn(response);
    await app.approve(path, payer);
    await steps.work();
    await steps.settle();
    expect(await sentOf(path)).toEqual([
      { transactionStatus: 'ACTC' },
      { transactionStatus: 'ACSP' },
      { transactionStatus: 'ACSC' },
    ]);
  });

  test('gets the status of a standing order', async () => {
    const startDate = app.identity.clock
      .now()
      .add({ hours: 24 * 30 })
      .toString()
      .slice(0, 10);
    const response = await app.initiate(payer, {
      path: standingPath,
      body: paymentFrom(payer.iban, { startDate, frequency: 'Monthly', dayOfExecution: '01' }),
      headers: named('PROCESS'),
    });
    const path = pathIn(response);
    await app.approve(path, payer);
    expect(await sentOf(path)).toEqual([{ transactionStatus: 'ACTC' }]);
  });

  test('gets nothing to a foreign address, and the payment goes on', async () => {
    const headers = { ...named('PROCESS'), 'tpp-notification-uri': 'https://push.b.tpp.test/' };
    const response = await app.initiate(payer, { headers });
    expect([response.status, response.headers['aspsp-notification-support']]).toEqual([201, 'false']);
    const path = pathIn(response);
    expect(await app.approve(path, payer)).toBe('finalised');
    expect(await sentOf(path)).toEqual([]);
  });
});

test('an address may come with the start of the authorisation of a payment', limit, async () => {
  const path = pathIn(await app.initiate(payer));
  const started = await app.send({
    method: 'POST',
    path: `${path}/authorisations`,
    headers: { ...named('SCA, LAST'), 'psu-id': payer.username },
    body: { psuData: { password: payer.password } },
  });
  expect(started.headers).toMatchObject({
    'aspsp-notification-support': 'true',
    'aspsp-notification-content': 'status=SCA, LAST',
  });
  const authorisationId = at(started.body, 'authorisationId');
  await app.send({ method: 'DELETE', path });
  expect(await sentOf(path)).toEqual([
    { authorisationId, scaStatus: 'psuAuthenticated' },
    { authorisationId, scaStatus: 'scaMethodSelected' },
    { transactionStatus: 'CANC' },
  ]);
});

test('a payment without an address writes nothing of it', limit, async () => {
  const path = pathIn(await app.initiate(payer));
  await app.approve(path, payer);
  await app.work();
  const rows = await app.identity.database.query(
    'select 1 from tpp_notifications.subscription where resource_id = $1',
    [idOf(path)],
  );
  expect(rows).toEqual([]);
});

test('an address and its messages are deleted with the payment', limit, async () => {
  const path = pathIn(await app.initiate(payer, { headers: named('PROCESS') }));
  await app.send({ method: 'DELETE', path });
  app.identity.clock.advance({ hours: 24 * 399 });
  await cleanUpPayments(app.context());
  const [counts] = await app.identity.database.query(
    `select (select count(*)::int from tpp_notifications.subscription where resource_id = $1) as addresses,
            (select count(*)::int from tpp_notifications.notification where resource_id = $1) as messages`,
    [idOf(path)],
  );
  expect(counts).toEqual({ addresses: 0, messages: 0 });
});
