import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createPaymentsTestApp,
  type PaymentsTestApp,
  pathIn,
  shortly,
} from '../testing/payments-test-app.suite.ts';
import { cleanUpPayments } from './clean-up-payments.ts';

let app: PaymentsTestApp;
beforeAll(async () => {
  app = await createPaymentsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

test('a payment that ended is kept for 13 months, and its request can then be sent anew', async () => {
  const payer = await app.payer();
  const headers = { 'x-request-id': randomUUID() };
  const [ended, open] = [pathIn(await app.initiate(payer, { headers })), pathIn(await app.initiate(payer))];
  await app.send({ method: 'DELETE', path: ended });
  app.identity.clock.advance({ hours: 24 * 396 });
  // Only the content of what ended unsigned is deleted.
  expect(await cleanUpPayments(app.context())).toBe(1);
  expect(await app.statusOf(ended)).toBe('CANC');
  app.identity.clock.advance({ hours: 24 * 2 });
  expect(await cleanUpPayments(app.context())).toBe(1);
  expect(shortly(await app.send({ method: 'GET', path: ended }))).toBe('403 RESOURCE_UNKNOWN');
  expect(await app.statusOf(open)).toBe('RJCT');
  const marks = await app.identity.database.query(
    'select 1 from platform.request_mark where request_key = $1',
    [headers['x-request-id']],
  );
  expect(marks).toEqual([]);
});
