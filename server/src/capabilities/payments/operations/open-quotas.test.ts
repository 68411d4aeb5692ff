import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import { type BulkSteps, bulkFrom, bulkSteps, entryOf } from '../testing/bulk-steps.suite.ts';
import {
  createPaymentsTestApp,
  type PaymentsTestApp,
  pathIn,
  paymentFrom,
  shortly,
  type TestPayer,
} from '../testing/payments-test-app.suite.ts';
import { standingPath, standingSteps } from '../testing/standing-steps.suite.ts';
import { cleanUpPayments } from './clean-up-payments.ts';
import { expirePayments } from './expire-payments.ts';

let app: PaymentsTestApp;
let bulks: BulkSteps;
let payer: TestPayer;
let other: TestPayer;
beforeAll(async () => {
  app = await createPaymentsTestApp();
  bulks = bulkSteps(app);
  payer = await app.payer();
  other = await app.payer();
}, 120_000);
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  app.quotas.limit({});
  await app.identity.database.empty('tpp_quotas.resource', 'tpp_quotas.organisation_use');
});

const blocked = '429 SERVICE_BLOCKED';
const used = () =>
  app.identity.database.query<{ open: number; bytes: number }>(
    'select open_resources::int as open, bytes::int as bytes from tpp_quotas.organisation_use',
  );
const counted = (responses: readonly TestServerResponse[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...Map.groupBy(responses.map(shortly), (one) => one)].map(([code, all]) => [code, all.length]),
  );
const textOf = (response: TestServerResponse): string => String(at(response.body, 'tppMessages', 0, 'text'));

describe('of one debtor account (initiatePayment)', () => {
  beforeEach(() => app.quotas.limit({ openPerAccount: 3 }));

  test('three payments are open, and the fourth is refused with the quota and the time to wait', async () => {
    for (let count = 0; count < 3; count += 1) expect(shortly(await app.initiate(payer))).toBe('201 RCVD');
    const refused = await app.initiate(payer);
    expect(shortly(refused)).toBe(blocked);
    expect(textOf(refused)).toMatch(/open resources for this account.*delete some, or wait/u);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(1_700);
    expect(shortly(await app.initiate(payer, { as: '_B' }))).toBe('201 RCVD');
    expect(shortly(await app.initiate(other))).toBe('201 RCVD');
  });

  test('bulks and standing orders count with payments', async () => {
    expect(shortly(await bulks.initiate(payer))).toBe('201 RCVD');
    expect(shortly(await app.initiate(payer))).toBe('201 RCVD');
    const standing = {
      path: standingPath,
      body: { ...paymentFrom(payer.iban), startDate: standingSteps(app).dayIn(5), frequency: 'Monthly' },
    };
    expect(shortly(await app.initiate(payer, standing))).toBe('201 RCVD');
    expect(shortly(await app.initiate(payer, standing))).toBe(blocked);
    expect(shortly(await bulks.initiate(payer))).toBe(blocked);
  });

  test('a cancellation, a complete signature and an expiry free a place each', async () => {
    const paths = [];
    for (let count = 0; count < 3; count += 1) paths.push(pathIn(await app.initiate(payer)));
    const [first = '', second = ''] = paths;
    await app.send({ method: 'DELETE', path: first });
    const third = pathIn(await app.initiate(payer));
    expect(shortly(await app.initiate(payer))).toBe(blocked);
    expect(await app.approve(second, payer)).toBe('finalised');
    expect(shortly(await app.initiate(payer))).toBe('201 RCVD');
    expect(shortly(await app.initiate(payer))).toBe(blocked);
    expect(await app.statusOf(third)).toBe('RCVD');
    app.identity.clock.advance({ minutes: 31 });
    await expirePayments(app.context());
    expect(shortly(await app.initiate(payer))).toBe('201 RCVD');
  });

  test('a refused order takes no place, and a repeated request only one', async () => {
    const unusable = { body: { ...paymentFrom(payer.iban), creditorAccount: { iban: 'XX00' } } };
    expect(shortly(await app.initiate(payer, unusable))).toContain('400');
    const headers = { 'x-request-id': '2f5e7a1c-57f0-4d4c-9d53-6a6de0b4a0de' };
    const twice = await Promise.all([app.initiate(payer, { headers }), app.initiate(payer, { headers })]);
    expect(new Set(twice.map(pathIn)).size).toBe(1);
    expect(await used()).toMatchObject([{ open: 1 }]);
  });

  test('twenty requests at once leave exactly three open', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => app.initiate(payer)));
    expect(counted(responses)).toEqual({ '201 RCVD': 3, [blocked]: 17 });
    expect(await used()).toMatchObject([{ open: 3 }]);
  });
});

describe('of one third party', () => {
  test('as many resources are open as its quota says, over all accounts; another one is not affected', async () => {
    app.quotas.limit({ openResources: 5 });
    const asked = Array.from({ length: 20 }, (_, index) => app.initiate(index % 2 === 0 ? payer : other));
    const responses = await Promise.all(asked);
    expect(counted(responses)).toEqual({ '201 RCVD': 5, [blocked]: 15 });
    const refused = await app.initiate(payer);
    expect(textOf(refused)).toMatch(/open resources exceeded/u);
    expect(refused.headers['retry-after']).toBe('60');
    const [path = ''] = responses.filter(({ status }) => status === 201).map(pathIn);
    expect(shortly(await app.initiate(payer, { as: '_B' }))).toBe('201 RCVD');
    await app.send({ method: 'DELETE', path });
    expect(shortly(await app.initiate(payer))).toBe('201 RCVD');
    expect(shortly(await app.initiate(payer))).toBe(blocked);
  });

  test('bulks that nobody approves fill no disk: their bytes count until their content is deleted', async () => {
    const entries = Array.from({ length: 500 }, () => entryOf('1.00'));
    const first = await bulks.initiate(payer, { body: bulkFrom(payer.iban, entries) });
    const [{ bytes } = { bytes: 0 }] = await used();
    expect(bytes).toBeGreaterThan(4_096);
    app.quotas.limit({ bytes });
    const refused = await app.initiate(payer);
    expect(shortly(refused)).toBe(blocked);
    expect(textOf(refused)).toMatch(/stored bytes exceeded/u);
    expect(refused.headers['retry-after']).toBe('3600');
    expect(shortly(await app.initiate(payer, { as: '_B' }))).toBe('201 RCVD');
    await app.send({ method: 'DELETE', path: pathIn(first) });
    expect(shortly(await app.initiate(payer))).toBe(blocked);
    app.identity.clock.advance({ hours: 25 });
    await cleanUpPayments(app.context());
    expect(shortly(await app.initiate(payer))).toBe('201 RCVD');
  });

  test('its quotas hold for bulks and standing orders as well', async () => {
    const standing = {
      path: standingPath,
      body: paymentFrom(payer.iban, { startDate: standingSteps(app).dayIn(5), frequency: 'Monthly' }),
    };
    for (const limits of [{ openResources: 0 }, { bytes: 0 }]) {
      app.quotas.limit(limits);
      expect([await bulks.initiate(payer), await app.initiate(payer, standing)].map(shortly)).toEqual([
        blocked,
        blocked,
      ]);
    }
  });

  test('what is approved counts nothing', async () => {
    const path = pathIn(await app.initiate(payer));
    expect(await app.approve(path, payer)).toBe('finalised');
    expect(await used()).toEqual([{ open: 0, bytes: 0 }]);
  });
});
