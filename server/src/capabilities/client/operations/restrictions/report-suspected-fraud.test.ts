import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertBankValue } from '#platform/testing/bank-values.ts';
import { at } from '#platform/testing/json-at.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import { insertPairedDevice } from '../../testing/paired-device.suite.ts';
import {
  asApplication,
  asCustomer,
  asEmployee,
  createRestrictionsTestApp,
  fraudPath,
  type RestrictionsTestApp,
  restrictionsPath,
  shortly,
  type TestClient,
} from '../../testing/restrictions-test-app.suite.ts';
import { listClientCases } from './list-client-cases.ts';
import { notifyClient } from './notify-client.ts';

let app: RestrictionsTestApp;
beforeAll(async () => {
  app = await createRestrictionsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const phishing = { category: 'phishing', description: 'A call from "the bank"' } as const;

async function kindsOf({ customerNumber: clientNumber }: TestClient): Promise<readonly string[]> {
  const { restrictions } = await listClientCases(app.context(), { clientNumber });
  return restrictions.map(({ details, kind, setBy, state }) => `${kind} ${setBy} ${state} ${details.reason}`);
}

describe('the category of a report', () => {
  test('may be one that the bank added, which asks to contact the bank, and none that it has ended', async () => {
    const schemaId = 'fraud-categories';
    const { database } = app.identity;
    await insertBankValue(database, { schemaId, literal: 'deepfake', code: 'DF' });
    await insertBankValue(database, {
      schemaId,
      literal: 'sim-swap',
      code: '005',
      validUntil: '2025-12-31T23:59:59Z',
    });
    const client = await app.client();
    const send = (category: string): Promise<TestServerResponse> =>
      app.post(fraudPath, { as: asCustomer(client), body: { category } });
    expect(await send('deepfake')).toMatchObject({ status: 201, body: { nextSteps: ['contact-bank'] } });
    const { reports } = await listClientCases(app.context(), { clientNumber: client.customerNumber });
    expect(reports.map(({ details }) => details.category)).toEqual(['deepfake']);
    for (const category of ['sim-swap', 'magic']) expect((await send(category)).status).toBe(400);
  });
});

describe('a report', () => {
  test('of a customer is received, blocks payments and says what to do', async () => {
    const client = await app.client();
    const body = {
      ...phishing,
      transactionReferences: ['E2E-1'],
      occurredAt: '2026-11-01T10:00:00Z',
      contactPhone: '+49 151 1',
    };
    const response = await app.post(fraudPath, { as: asCustomer(client), body });
    expect(response.status).toBe(201);
    expect(response.body).toMatchObject({
      status: 'received',
      nextSteps: ['change-password', 'check-transactions', 'contact-bank'],
    });
    const reportId = String(at(response.body, 'reportId'));
    expect(response.headers['location']).toMatch(
      new RegExp(`/api/v1/restrictions/fraud-reports/${reportId}$`, 'u'),
    );
    expect(await kindsOf(client)).toEqual(['payment-block client active suspected-fraud']);
    const { reports } = await listClientCases(app.context(), { clientNumber: client.customerNumber });
    expect(reports.map(({ details, state }) => [state, details.category, details.reporterId])).toEqual([
      ['received', 'phishing', client.userId],
    ]);
    expect((await app.eventsOf(client.customerNumber)).map(({ name }) => name)).toEqual([
      'suspected-fraud-reported',
      'restriction-set',
    ]);
  });

  test('without a block only records', async () => {
    const client = await app.client();
    const response = await app.post(fraudPath, {
      as: asCustomer(client),
      body: { ...phishing, blockNow: false },
    });
    expect([response.status, at(response.body, 'restrictionIds')]).toEqual([201, []]);
    expect(await kindsOf(client)).toEqual([]);
  });

  test('finds a block that is set, and makes it last until it is lifted', async () => {
    const client = await app.client();
    const as = asCustomer(client);
    const block = { kind: 'payment-block', reason: 'lost' };
    const set = await app.post(restrictionsPath, { as, body: block });
    const response = await app.post(fraudPath, { as, body: phishing });
    expect(at(response.body, 'restrictionIds')).toEqual([at(set.body, 'restrictionId')]);
    app.identity.clock.advance({ hours: 91 * 24 });
    expect(await kindsOf(client)).toEqual(['payment-block client active lost']);
  });

  test.each([
    ['an employee', asEmployee],
    ['an application', asApplication],
  ])('of %s names the client and is one of the bank', async (_, as) => {
    const client = await app.client();
    const { customerNumber: clientNumber } = client;
    expect(shortly(await app.post(fraudPath, { as, body: phishing }))).toBe('400 clientNumber required');
    const unknown = { ...phishing, clientNumber: '9999999999' };
    expect(shortly(await app.post(fraudPath, { as, body: unknown }))).toBe('404 not-found');
    expect((await app.post(fraudPath, { as, body: { ...phishing, clientNumber } })).status).toBe(201);
    expect(await kindsOf(client)).toEqual(['payment-block bank active suspected-fraud']);
  });

  test('is one for one key', async () => {
    const client = await app.client();
    const sent = { as: asCustomer(client), body: phishing, key: 'one-report-of-a-customer' };
    const [first, second] = [await app.post(fraudPath, sent), await app.post(fraudPath, sent)];
    expect([second.status, second.body]).toEqual([201, first.body]);
    const { reports } = await listClientCases(app.context(), { clientNumber: client.customerNumber });
    expect(reports).toHaveLength(1);
  });

  test('needs the scope', async () => {
    const client = await app.client();
    const as = asCustomer(client, { scope: 'restriction' });
    expect(shortly(await app.post(fraudPath, { as, body: phishing }))).toBe('403 forbidden');
    const named = { ...phishing, clientNumber: client.customerNumber };
    expect(shortly(await app.post(fraudPath, { as: asCustomer(client), body: named }))).toBe(
      '400 clientNumber unknown-field',
    );
  });

  test('that does not block is refused after twenty within a day, also if thirty come at once; one that blocks never', async () => {
    const client = await app.client();
    const as = asCustomer(client);
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => app.post(fraudPath, { as, body: { ...phishing, blockNow: false } })),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(20);
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(86_000);
    expect((await app.post(fraudPath, { as, body: phishing })).status).toBe(201);
    app.identity.clock.advance({ hours: 24 });
    const body = { ...phishing, blockNow: false };
    expect((await app.post(fraudPath, { as, body })).status).toBe(201);
  });

  test('ends what a stranger may have begun: activation codes, unconfirmed pairings, verified codes', async () => {
    const client = await app.client();
    const { userId } = client;
    const { clock, database } = app.identity;
    const later = clock.now().add({ minutes: 5 }).toString();
    const issued = await app.server.call({
      method: 'GET',
      path: '/api/v1/device/generate-activation-code',
      as: { kind: 'customer', id: userId, banks: ['01'], scope: 'device', assurance: 'sca' },
    });
    expect(issued.status).toBe(200);
    const vault = app.ports.clientVault;
    const { deviceId } = await insertPairedDevice({ database, vault }, { userId });
    await database.query(
      `update client.device set status = 'awaiting-confirmation', confirmed_at = null, confirm_until = $2
        where device_id = $1`,
      [deviceId, later],
    );
    await database.query(
      `update "authorization".otp_verification set superseded_at = null, verified_at = $2, proof_until = $3,
         consumed_at = null, consumed_by = null where subject = $1`,
      [userId, clock.now().toString(), later],
    );
    await app.post(fraudPath, { as: asCustomer(client), body: phishing });
    const left = await database.query<{ what: string }>(
      `select 'code' as what from client.activation_code where user_id = $1 and state = 'issued'
       union all select 'device' from client.device where user_id = $1 and status <> 'unpaired'
       union all select 'proof' from "authorization".otp_verification
         where subject = $1 and proof_until > $2 and consumed_at is null`,
      [userId, clock.now().toString()],
    );
    expect(left).toEqual([]);
  });

  test('ends the other sessions and voids open codes, but not the session that reports', async () => {
    const client = await app.client();
    const { userId } = client;
    const { database } = app.identity;
    const now = app.identity.clock.now();
    const openSession = (authenticatedAt: typeof now): Promise<unknown> =>
      database.query(
        `insert into identity.session (bank_id, session_id, user_id, client_name, browser_name, assurance,
           authenticated_at, seen_at, expires_at, created_at)
         values ('01', gen_random_uuid(), $1, 'app', 'Firefox', 'sca', $2, $2, $3, $2)`,
        [userId, authenticatedAt.toString(), now.add({ hours: 12 }).toString()],
      );
    await openSession(now);
    await openSession(now.subtract({ hours: 1 }));
    await database.query(
      `update "authorization".otp_verification set superseded_at = null, verified_at = null, proof_until = null,
         consumed_at = null, consumed_by = null where subject = $1`,
      [userId],
    );
    await app.post(fraudPath, { as: asCustomer(client), body: phishing });
    const open = await database.query<{ count: number }>(
      `select count(*)::int as count from identity.session where user_id = $1 and ended_at is null`,
      [userId],
    );
    expect(open).toEqual([{ count: 1 }]);
    const codes = await database.query<{ count: number }>(
      `select count(*)::int as count from "authorization".otp_verification
        where subject = $1 and verified_at is null and superseded_at is null`,
      [userId],
    );
    expect(codes).toEqual([{ count: 0 }]);
  });
});

test('the client is notified once of each event, without reasons', async () => {
  const client = await app.client();
  await app.post(fraudPath, { as: asCustomer(client), body: phishing });
  await app.publishTemplate();
  for (const event of await app.eventsOf(client.customerNumber)) await notifyClient(app.context(), event);
  const queued = await app.identity.database.query<{ count: number }>(
    `select count(*)::int as count from correspondence.communication where customer_number = $1
        and message_kind = 'security-notice' and created_at >= $2`,
    [client.customerNumber, app.identity.clock.now().subtract({ minutes: 1 }).toString()],
  );
  expect(queued[0]?.count).toBeGreaterThanOrEqual(2);
});
