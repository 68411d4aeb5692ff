import { afterEach, describe, expect, test } from 'vitest';
import { channel } from '#dialects/channel/channel.ts';
import { oauth } from '#dialects/oauth/oauth.ts';
import { callers, oauthClients } from '#platform/auth/access.ts';
import { callerId } from '#platform/auth/caller.ts';
import { ConnectionFailed } from '#platform/db/failure.ts';
import { testContract, testEndpoint, testInterface } from '#platform/testing/endpoints.ts';
import { readResponse, sendRaw } from '#platform/testing/raw-http.ts';
import { createTestServer, type TestServer } from '#platform/testing/test-server.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import type { Contract } from './contract.ts';
import { type Listener, openListener } from './listeners.ts';
import type { Services } from './services.ts';

const path = '/v1/channel/mine';
const mine: Contract = testContract({
  interface: testInterface(channel),
  at: '/mine',
  access: callers({
    customer: { scope: 'x', assurance: 'sca', freshForSeconds: 300 },
    application: { scope: 'x' },
    employee: { role: 'x', binding: 'required', assurance: 'sca' },
  }),
});
const token: Contract = testContract({
  interface: testInterface(oauth, '/oauth'),
  at: '/token',
  method: 'POST',
  access: oauthClients,
});

async function openTestServer(services: Partial<Services> = {}): Promise<TestServer> {
  return createTestServer({
    routes: [mine, token].map((contract) =>
      testEndpoint(contract, ({ caller }) => ({ status: 200, headers: { 'x-caller': callerId(caller) } })),
    ),
    ports: () => ({}),
    dialectFor: () => channel,
    services,
  });
}

const customer: TokenRequest = { kind: 'customer', id: 'usr_1', scope: 'x', assurance: 'sca' };
const algs = 'algs="ES256 EdDSA PS256"';

describe('the challenge', () => {
  const challengeFor = async (as: TokenRequest | undefined): Promise<unknown> => {
    await using server = await openTestServer();
    const { headers, status } = await server.call({
      method: 'GET',
      path,
      ...(as === undefined ? {} : { as }),
    });
    return [status, headers['www-authenticate']];
  };

  test('is absent on success', async () => {
    expect(await challengeFor(customer)).toEqual([200, undefined]);
    expect(await challengeFor({ kind: 'application', scope: 'x' })).toEqual([200, undefined]);
  });

  test.each<[string, TokenRequest | undefined, string]>([
    ['no token', undefined, `Bearer, DPoP ${algs}`],
    [
      'a bad bearer token',
      { kind: 'application', scope: 'x', validForSeconds: -60 },
      'Bearer error="invalid_token"',
    ],
    ['a bad DPoP token', { ...customer, validForSeconds: -60 }, `DPoP error="invalid_token", ${algs}`],
    ['an unbound customer', { ...customer, boundTo: 'none' }, `DPoP error="invalid_token", ${algs}`],
    [
      'an unbound employee where a bound token is required',
      { kind: 'employee', id: 'e-1', roles: ['x'], assurance: 'sca' },
      `DPoP error="invalid_token", ${algs}`,
    ],
    [
      'a weak sign-in',
      { ...customer, assurance: '1fa' },
      `DPoP error="insufficient_user_authentication", acr_values="sca", max_age="300", ${algs}`,
    ],
    [
      'a stale sign-in',
      { ...customer, ageSeconds: 301 },
      `DPoP error="insufficient_user_authentication", acr_values="sca", max_age="300", ${algs}`,
    ],
  ])('with %s', async (_what, as, challenge) => {
    expect(await challengeFor(as)).toEqual([401, challenge]);
  });

  test('with a proof for another address', async () => {
    await using server = await openTestServer();
    const headers = await server.mint.headersFor(customer, { method: 'POST', path });
    const response = await server.call({ method: 'GET', path, headers });
    expect(response).toMatchObject({ status: 401, body: { problem: 'unauthorized' } });
    expect(response.headers['www-authenticate']).toBe(`DPoP error="invalid_dpop_proof", ${algs}`);
  });
});

test('a revoked token is refused on the next request, cached or not', async () => {
  await using server = await openTestServer();
  const { wallet } = server.mint;
  const bearer = await server.mint.mint({ ...customer, grantId: 'g-1' });
  const callOnce = async (): Promise<number> => {
    const dpop = await wallet.prove({ method: 'GET', path, token: bearer });
    const headers = { authorization: `DPoP ${bearer}`, dpop };
    return (await server.call({ method: 'GET', path, headers })).status;
  };
  expect(await callOnce()).toBe(200);
  expect(await callOnce()).toBe(200);
  server.revoked.revoke('grant', 'g-1');
  expect(await callOnce()).toBe(401);
});

test('while the replay store is unavailable, every proof is refused', async () => {
  const away = new ConnectionFailed('connecting', new Error('away'));
  await using server = await openTestServer({ proofReplays: { recordFirstUse: () => Promise.reject(away) } });
  expect((await server.call({ method: 'GET', path, as: customer })).status).toBe(503);
  expect((await server.call({ method: 'GET', path, as: { kind: 'application', scope: 'x' } })).status).toBe(
    200,
  );
});

test('an operation for OAuth clients runs whatever token headers are sent', async () => {
  await using server = await openTestServer();
  for (const authorization of ['Bearer nonsense', 'Basic bWU6c2VjcmV0', 'DPoP nonsense']) {
    const headers = { authorization, dpop: 'nonsense', 'x-bank-id': 'none' };
    const response = await server.call({ method: 'POST', path: '/oauth/token', headers });
    expect(response).toMatchObject({ status: 200, headers: { 'x-caller': 'anonymous' } });
  }
});

describe('over a real connection', () => {
  const open: Listener[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((listener) => listener.close(0)));
  });

  /** The status for these header lines, repeated ones included. */
  async function statusFor(server: TestServer, lines: readonly string[]): Promise<number> {
    const listener = await openListener(
      { kind: 'plain', listen: { host: '127.0.0.1', port: 0 } },
      server.handler,
    );
    open.push(listener);
    const text = [`GET ${path} HTTP/1.1`, 'connection: close', ...lines, '', ''].join('\r\n');
    return readResponse(await sendRaw(listener.address().port, text)).status;
  }

  test('one proof is accepted, whatever host is named', async () => {
    await using server = await openTestServer();
    for (const host of ['bank.test', 'evil.test', '127.0.0.1']) {
      const { authorization, dpop } = await server.mint.headersFor(customer, { method: 'GET', path });
      const lines = [`host: ${host}`, `authorization: ${authorization}`, `dpop: ${dpop}`];
      expect(await statusFor(server, [...lines, 'x-forwarded-host: evil.test'])).toBe(200);
    }
  });

  test('two proofs are refused, equal or not', async () => {
    await using server = await openTestServer();
    const first = await server.mint.headersFor(customer, { method: 'GET', path });
    const bearer = (first['authorization'] ?? '').slice('DPoP '.length);
    const second = await server.mint.wallet.prove({ method: 'GET', path, token: bearer });
    for (const dpop of [first['dpop'], second, '']) {
      const lines = [`authorization: DPoP ${bearer}`, `dpop: ${first['dpop']}`, `DPoP: ${dpop}`];
      expect(await statusFor(server, ['host: bank.test', ...lines])).toBe(401);
    }
  });

  test('a token in the address is ignored', async () => {
    await using server = await openTestServer();
    const bearer = await server.mint.mint({ kind: 'application', scope: 'x' });
    expect((await server.call({ method: 'GET', path: `${path}?access_token=${bearer}` })).status).toBe(401);
  });
});
