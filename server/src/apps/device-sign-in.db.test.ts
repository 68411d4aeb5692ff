import { createPublicKey, randomBytes } from 'node:crypto';
import { decodeJwt, type JWTPayload } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type AttestationKind,
  type ClientPorts,
  clientRoutes,
  createClientVault,
  createSignInApprovals,
  signInStrength,
} from '#capabilities/client/index.ts';
import { tokenOf } from '#capabilities/client/testing/approval-test-app.suite.ts';
import { testClientPorts } from '#capabilities/client/testing/client-test-ports.suite.ts';
import { insertPairedDevice, type PairedDevice } from '#capabilities/client/testing/paired-device.suite.ts';
import { restrictUser } from '#capabilities/client/testing/restriction-steps.suite.ts';
import {
  createIdentityTestApp,
  type IdentityTestApp,
  type TestUser,
} from '#capabilities/identity/testing/identity-test-app.suite.ts';
import { recordApproval } from '#capabilities/oauth/index.ts';
import {
  createServerTestApp,
  type ServerTestApp,
} from '#capabilities/oauth/testing/server-test-app.suite.ts';
import { createTestClient, type TestClient } from '#capabilities/oauth/testing/test-client.suite.ts';
import { anyCustomer, outcomeOf } from '#capabilities/oauth/testing/test-tokens.suite.ts';
import { recordSignInAnswer, reserveSignInRequest } from '#capabilities/sca/index.ts';
import { testScaPorts } from '#capabilities/sca/testing/sca-test-app.suite.ts';
import { plain } from '#dialects/plain/plain.ts';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { epochSeconds } from '#platform/kernel/timestamp.ts';
import { at, listAt } from '#platform/testing/json-at.ts';
import { createTestServer, type TestServer, type TestServerResponse } from '#platform/testing/test-server.ts';

const masterKey = randomBytes(32);
const clientVault = createClientVault(createLocalKeys([masterKey]));

let identity: IdentityTestApp;
let oauth: ServerTestApp;
let server: TestServer;
let ports: ClientPorts;
let shop: TestClient;
let user: TestUser;
let device: PairedDevice;

beforeAll(async () => {
  identity = await createIdentityTestApp({ masterKey });
  // The library of the OAuth server reads the time from `Date`.
  vi.useFakeTimers({ toFake: ['Date'], now: identity.clock.now().epochMilliseconds });
  oauth = await createServerTestApp({
    customers: anyCustomer,
    masterKey,
    approval: createSignInApprovals({
      clientVault,
      identity: identity.ports,
      signInRequests: { reserve: reserveSignInRequest },
    }),
    // oxlint-disable-next-line typescript/consistent-type-assertions -- of a neighbour only database and clock are used
    beside: identity as unknown as ServerTestApp,
  });
  ports = {
    ...testClientPorts({
      app: identity.services.database,
      clock: identity.clock,
      identity: identity.ports,
      masterKey,
    }),
    approvalAnswers: {
      answerOrder: async () => ({ kind: 'over' }),
      async answerSignIn(
        context,
        { approvalId, at: moment, attestedBy, decision, handle, isMuting, userId },
      ) {
        const isRecorded = await recordApproval(
          { ...context, server: oauth.server },
          {
            requestId: handle,
            decision,
            by: {
              accountId: userId,
              ...signInStrength(attestedBy),
              atSeconds: epochSeconds(moment),
            },
          },
        );
        const answer = decision === 'refused' ? 'declined' : decision;
        await recordSignInAnswer(
          { ...context, ...testScaPorts(identity.ports) },
          { requestId: approvalId, userId, answer, isMuting },
        );
        return isRecorded;
      },
    },
  };
  server = await createTestServer<ClientPorts>(
    {
      routes: clientRoutes,
      ports: () => ports,
      dialectFor: () => plain,
    },
    identity.services.database,
  );
  shop = await createTestClient(oauth, { kind: 'customer-app', scopes: ['openid', 'mailbox'], name: 'Shop' });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await oauth[Symbol.asyncDispose]();
  await identity[Symbol.asyncDispose]();
  vi.useRealTimers();
});
beforeEach(async () => {
  user = await identity.register();
  device = await pair();
});

const pair = (attestedBy: AttestationKind = 'android-tee'): Promise<PairedDevice> =>
  insertPairedDevice(
    { database: identity.database, vault: clientVault },
    { userId: user.userId, attestedBy },
  );
const begin = (loginHint = user.username, client = shop): Promise<TestServerResponse> =>
  client.post('/backchannel', {
    scope: 'openid mailbox',
    login_hint: loginHint,
    binding_message: 'Order 4711',
  });
const poll = (begun: TestServerResponse): Promise<TestServerResponse> =>
  shop.post('/token', {
    grant_type: 'urn:openid:params:grant-type:ciba',
    auth_req_id: String(at(begun.body, 'auth_req_id')),
  });
const call = (method: 'GET' | 'PUT', path: string, body?: object): Promise<TestServerResponse> =>
  server.call({
    method,
    path: `/api/v1/approvals${path}`,
    as: tokenOf(device),
    ...(body === undefined ? {} : { body }),
  });

/** Moves every clock. */
function wait(minutes: number): void {
  identity.clock.advance({ minutes });
  oauth.moveTime(minutes * 60);
  server.clock.set(identity.clock.now().toString());
}

async function shown() {
  const [request] = listAt((await call('GET', '')).body, 'approvals');
  const text = (name: string): string => String(at(request, name));
  return { request, approvalId: text('approvalId'), order: text('order'), digest: text('digest') };
}

async function approve(): Promise<number> {
  const asked = await shown();
  return (await call('PUT', `/${asked.approvalId}/approve`, { signature: device.sign(asked) })).status;
}

describe('a sign-in that an application leaves to the device', () => {
  test('shows the application and its message, and issues tokens after the approval', async () => {
    const begun = await begin();
    const { request, order } = await shown();
    expect(request).toMatchObject({
      kind: 'sign-in',
      requestedBy: 'Shop',
      text: 'Order 4711',
      needsNumber: false,
    });
    expect(JSON.parse(order)).toMatchObject({
      kind: 'sign-in',
      clientId: shop.clientId,
      scope: 'openid mailbox',
    });
    expect(order).not.toContain(String(at(begun.body, 'auth_req_id')));
    expect(outcomeOf(await poll(begun))).toBe('400 authorization_pending');
    expect(await approve()).toBe(204);
    oauth.moveTime(5);
    const tokens = await poll(begun);
    expect(tokens.status).toBe(200);
    expect(claimsIn(tokens)).toMatchObject({ sub: user.userId, acr: 'sca', amr: ['hwk', 'user'] });
  });

  test('counts as one factor with a key in software', async () => {
    await identity.database.query(`update client.device set attested_by = 'software' where device_id = $1`, [
      device.deviceId,
    ]);
    const begun = await begin();
    expect(await approve()).toBe(204);
    expect(claimsIn(await poll(begun))).toMatchObject({ acr: '1fa', amr: ['swk', 'user'] });
  });

  test('is denied when the customer refuses', async () => {
    const begun = await begin();
    const { approvalId } = await shown();
    expect((await call('PUT', `/${approvalId}/refuse`)).status).toBe(204);
    expect(outcomeOf(await poll(begun))).toBe('400 access_denied');
  });

  test('is not approved by a device that is unpaired meanwhile, nor by another key', async () => {
    const begun = await begin();
    const asked = await shown();
    const foreign = (await pair()).sign(asked);
    expect((await call('PUT', `/${asked.approvalId}/approve`, { signature: foreign })).status).toBe(410);
    await identity.database.query(
      `update client.device set status = 'unpaired', unpaired_at = now(), unpair_reason = 'lost' where device_id = $1`,
      [device.deviceId],
    );
    const own = await call('PUT', `/${asked.approvalId}/approve`, { signature: device.sign(asked) });
    expect(own.status).toBe(410);
    expect(outcomeOf(await poll(begun))).toBe('400 authorization_pending');
  });

  test.each(['login-block', 'device-block'] as const)('is not approved under a %s', async (kind) => {
    const begun = await begin();
    const asked = await shown();
    await restrictUser({ ...identity.context(), ...ports, rows: identity.database }, user, kind);
    const own = await call('PUT', `/${asked.approvalId}/approve`, { signature: device.sign(asked) });
    expect([own.status, at(own.body, 'code')]).toEqual([410, 'approval-over']);
    expect(outcomeOf(await poll(begun))).toBe('400 authorization_pending');
  });

  test('waits alone: another request is not shown while one is open', async () => {
    await begin();
    await begin();
    expect(listAt((await call('GET', '')).body, 'approvals')).toHaveLength(1);
  });

  test('is not shown after one without an answer, until the application has waited, and others are', async () => {
    const other = await createTestClient(oauth, {
      kind: 'customer-app',
      scopes: ['openid', 'mailbox'],
      name: 'Other',
    });
    const shownNow = async () => listAt((await call('GET', '')).body, 'approvals').length;
    await begin();
    wait(6);
    await begin();
    expect(await shownNow()).toBe(0);
    await begin(user.username, other);
    expect(await shownNow()).toBe(1);
    wait(9);
    await begin();
    expect(await shownNow()).toBe(1);
  });

  test('is not shown for a day after its application was muted on the request', async () => {
    await begin();
    const { approvalId } = await shown();
    expect((await call('PUT', `/${approvalId}/refuse`, { muteRequester: true })).status).toBe(204);
    const shownNow = async () => listAt((await call('GET', '')).body, 'approvals').length;
    wait(11);
    expect([(await begin()).status, await shownNow()]).toEqual([200, 0]);
    wait(24 * 60);
    expect([(await begin()).status, await shownNow()]).toEqual([200, 1]);
  });

  test('is over for the device when the application asked for it too long ago', async () => {
    await begin();
    const asked = await shown();
    await identity.database.query(`delete from oauth.artefact`);
    const late = await call('PUT', `/${asked.approvalId}/approve`, { signature: device.sign(asked) });
    expect(late.status).toBe(410);
  });
});

test('a name without a user, and a user without a device, are refused alike', async () => {
  const withoutDevice = await identity.register();
  const answers = [await begin('nobody.here'), await begin(withoutDevice.username)];
  expect(answers.map(outcomeOf)).toEqual(['400 unknown_user_id', '400 unknown_user_id']);
  expect(answers[0]?.body).toEqual(answers[1]?.body);
});

test('a token that is bound to the key of a paired device names the device', async () => {
  const begun = await begin();
  await approve();
  oauth.moveTime(5);
  const publicKey = createPublicKey({ key: Object(shop.proofJwk), format: 'jwk' });
  await identity.database.query(`update client.device set public_key = $2 where device_id = $1`, [
    device.deviceId,
    publicKey.export({ type: 'spki', format: 'der' }),
  ]);
  expect(claimsIn(await poll(begun))['device-id']).toBe(device.deviceId);
});

function claimsIn({ body }: TestServerResponse): JWTPayload {
  return decodeJwt(String(at(body, 'access_token')));
}
