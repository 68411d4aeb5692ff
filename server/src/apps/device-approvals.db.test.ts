import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type ClientPorts,
  clientRoutes,
  createApprovalDevices,
  createClientVault,
} from '#capabilities/client/index.ts';
import { tokenOf } from '#capabilities/client/testing/approval-test-app.suite.ts';
import { testClientPorts } from '#capabilities/client/testing/client-test-ports.suite.ts';
import { insertPairedDevice, type PairedDevice } from '#capabilities/client/testing/paired-device.suite.ts';
import { answerDeviceRequest } from '#capabilities/sca/index.ts';
import {
  createScaTestApp,
  pathOf,
  type ScaTestApp,
  shortly,
} from '#capabilities/sca/testing/sca-test-app.suite.ts';
import { outcomeOf } from '#capabilities/sca/testing/test-subjects.suite.ts';
import { plain } from '#dialects/plain/plain.ts';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { createRateLimits } from '#platform/http/rate-limits.ts';
import { at } from '#platform/testing/json-at.ts';
import { createTestServer, type TestServer, type TestServerResponse } from '#platform/testing/test-server.ts';

const masterKey = randomBytes(32);
const clientVault = createClientVault(createLocalKeys([masterKey]));
const plenty = { perMinute: 10_000_000 };

let sca: ScaTestApp;
let server: TestServer;
let device: PairedDevice;
let customer: Awaited<ReturnType<ScaTestApp['customer']>>;

beforeAll(async () => {
  const devices = createApprovalDevices({
    clientVault,
    users: { find: (db, criteria) => sca.identity.ports.authorization.users.find(db, criteria) },
  });
  sca = await createScaTestApp({ masterKey, devices });
  sca.choose({ approaches: ['DECOUPLED'] });
  server = await createTestServer<ClientPorts>(
    {
      routes: clientRoutes,
      ports: () => ({
        ...testClientPorts({
          app: sca.identity.services.database,
          clock: sca.identity.clock,
          identity: sca.identity.ports,
          masterKey,
        }),
        approvalAnswers: {
          answerOrder: (context, answer) => answerDeviceRequest({ ...context, ...sca.ports }, answer),
          answerSignIn: async () => false,
        },
      }),
      dialectFor: () => plain,
      services: {
        rateLimits: createRateLimits({ read: plenty, change: plenty, search: plenty, anonymous: plenty }),
      },
    },
    sca.identity.services.database,
  );
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await sca[Symbol.asyncDispose]();
});
beforeEach(async () => {
  customer = await sca.customer();
  device = await pair();
});

const pair = (): Promise<PairedDevice> =>
  insertPairedDevice({ database: sca.identity.database, vault: clientVault }, { userId: customer.userId });

function call(
  method: 'GET' | 'PUT',
  path: string,
  { body, by = device }: { readonly body?: object; readonly by?: PairedDevice } = {},
): Promise<TestServerResponse> {
  server.clock.set(sca.identity.clock.now().toString());
  return server.call({
    method,
    path: `/api/v1/approvals${path}`,
    as: tokenOf(by),
    ...(body === undefined ? {} : { body }),
  });
}

/** A payment of which the third party says which customer approves it, as the device sees it. */
async function decoupled() {
  const subject = await sca.payment(customer.customerNumber);
  const started = await sca.send({
    method: 'POST',
    path: pathOf(subject),
    headers: { 'psu-id': customer.username },
  });
  const number = /\d\d/v.exec(String(at(started.body, 'psuMessage')))?.[0] ?? '';
  const request = at((await call('GET', '')).body, 'approvals', 0);
  const shown = {
    approvalId: String(at(request, 'approvalId')),
    order: String(at(request, 'order')),
    digest: String(at(request, 'digest')),
  };
  const status = async (): Promise<string> =>
    shortly(
      await sca.send({
        method: 'GET',
        path: `${pathOf(subject)}/${String(at(started.body, 'authorisationId'))}`,
      }),
    );
  const approve = (chosen = number): Promise<TestServerResponse> =>
    call('PUT', `/${shown.approvalId}/approve`, {
      body: { number: chosen, signature: device.sign(shown, chosen) },
    });
  return { subject, shown, number, status, approve };
}

const other = (number: string): string => String((Number(number) + 1) % 100).padStart(2, '0');
const said = ({ body, status }: TestServerResponse): string =>
  typeof at(body, 'code') === 'string' ? `${status} ${String(at(body, 'code'))}` : String(status);
const movesOf = async ({ subject }: Awaited<ReturnType<typeof decoupled>>): Promise<unknown> =>
  at(await outcomeOf(sca.identity.database, subject), 'moves');

describe('a payment that a third party leaves to the device', () => {
  test('moves once when the customer approves with the number of the page', async () => {
    const asked = await decoupled();
    expect(asked.shown.order).toContain('DE89370400440532013000');
    expect([said(await asked.approve()), said(await asked.approve())]).toEqual(['204', '204']);
    expect([await asked.status(), await movesOf(asked)]).toEqual(['200 finalised', 1]);
  });

  test('fails when the customer refuses it', async () => {
    const asked = await decoupled();
    expect(said(await call('PUT', `/${asked.shown.approvalId}/refuse`))).toBe('204');
    expect([await asked.status(), await movesOf(asked)]).toEqual(['200 failed', 0]);
  });

  test('waits after a wrong number, and ends after five', async () => {
    const asked = await decoupled();
    const answers = [];
    for (let count = 0; count < 5; count += 1) answers.push(await asked.approve(other(asked.number)));
    expect(answers.map((answer) => at(answer.body, 'attemptsLeft'))).toEqual([4, 3, 2, 1, 0]);
    expect(said(await asked.approve())).toBe('410 approval-over');
    expect([await asked.status(), await movesOf(asked)]).toEqual(['200 failed', 0]);
  });

  test('cannot be approved by a signature over another number, or of another device', async () => {
    const asked = await decoupled();
    const { approvalId } = asked.shown;
    const forged = device.sign(asked.shown, other(asked.number));
    const foreign = (await pair()).sign(asked.shown, asked.number);
    for (const signature of [forged, foreign])
      expect(
        said(await call('PUT', `/${approvalId}/approve`, { body: { number: asked.number, signature } })),
      ).toBe('410 approval-over');
    expect([await asked.status(), await movesOf(asked)]).toEqual(['200 started', 0]);
    expect(said(await asked.approve())).toBe('204');
  });

  test('cannot be approved once the device is blocked or unpaired, although its token still works', async () => {
    const asked = await decoupled();
    await sca.identity.database.query(
      `update client.device set status = 'blocked', blocks = '{agent}' where device_id = $1`,
      [device.deviceId],
    );
    expect(said(await asked.approve())).toBe('410 approval-over');
    expect([await asked.status(), await movesOf(asked)]).toEqual(['200 started', 0]);
  });

  test('ends by itself after five minutes', async () => {
    const asked = await decoupled();
    sca.identity.clock.advance({ minutes: 5 });
    expect(said(await asked.approve())).toBe('410 approval-over');
    expect(await asked.status()).toBe('200 failed');
  });
});

test('of fifty approvals at once one counts, and the payment moves once', async () => {
  const asked = await decoupled();
  const answers = await Promise.all(Array.from({ length: 50 }, () => asked.approve()));
  expect(answers.map(({ status }) => status).filter((status) => status !== 204 && status !== 410)).toEqual(
    [],
  );
  expect(await movesOf(asked)).toBe(1);
});
