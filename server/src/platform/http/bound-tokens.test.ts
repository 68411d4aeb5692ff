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

describe('what a caller is told about how to do better', () => {
  const told = async (as: TokenRequest | undefined): Promise<unknown> => {
    await using server = await openTestServer();
    const { headers, status } = await server.call({
      method: 'GET',
      path,
      ...(as === undefined ? {} : { as }),
    });
    return [status, headers['www-authenticate']];
  };

  test('is nothing when all is well', async () => {
    expect(await told(customer)).toEqual([200, undefined]);
    expect(await told({ kind: 'application', scope: 'x' })).toEqual([200, undefined]);
  });

  test.each<[string, TokenRequest | undefined, string]>([
    ['no token', undefined, `Bearer, DPoP ${algs}`],
    [
      'a bad bearer token',
      { kind: 'application', scope: 'x', validForSeconds: -60 },
      'Bearer error="invalid_token"',
    ],
    ['a bad token of a key', { ...customer, validForSeconds: -60 }, `DPoP error="invalid_token", ${algs}`],
    ['an unbound customer', { ...customer, boundTo: 'nobody' }, `DPoP error="invalid_token", ${algs}`],
    [
      'an unbound employee where bound ones are wanted',
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
    expect(await told(as)).toEqual([401, challenge]);
  });

  test('with a proof for another place', async () => {
    await using server = await openTestServer();
    const headers = await server.mint.headersFor(customer, { method: 'POST', path });
    const answer = await server.call({ method: 'GET', path, headers });
    expect(answer).toMatchObject({ status: 401, body: { problem: 'unauthorized' } });
    expect(answer.headers['www-authenticate']).toBe(`DPoP error="invalid_dpop_proof", ${algs}`);
  });
});

test('a token that was taken back is refused on the next request, remembered or not', async () => {
  await using server = await openTestServer();
  const { wallet } = server.mint;
  const bearer = await server.mint.mint({ ...customer, grantId: 'g-1' });
  const ask = async (): Promise<number> => {
    const dpop = await wallet.prove({ method: 'GET', path, token: bearer });
    const headers = { authorization: `DPoP ${bearer}`, dpop };
    return (await server.call({ method: 'GET', path, headers })).status;
  };
  expect(await ask()).toBe(200);
  expect(await ask()).toBe(200);
  server.revoked.revoke('grant', 'g-1');
  expect(await ask()).toBe(401);
});

test('while nobody can say whether a proof was used, nobody is let in', async () => {
  const away = new ConnectionFailed('connecting', new Error('away'));
  await using server = await openTestServer({ proofReplays: { isFirstUse: () => Promise.reject(away) } });
  expect((await server.call({ method: 'GET', path, as: customer })).status).toBe(503);
  expect((await server.call({ method: 'GET', path, as: { kind: 'application', scope: 'x' } })).status).toBe(
    200,
  );
});

test('an operation for OAuth clients is asked whatever stands in the headers of tokens', async () => {
  await using server = await openTestServer();
  for (const authorization of ['Bearer nonsense', 'Basic bWU6c2VjcmV0', 'DPoP nonsense']) {
    const headers = { authorization, dpop: 'nonsense', 'x-bank-id': 'none' };
    const answer = await server.call({ method: 'POST', path: '/oauth/token', headers });
    expect(answer).toMatchObject({ status: 200, headers: { 'x-caller': 'anonymous' } });
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

  test('one proof is good, whatever host is named', async () => {
    await using server = await openTestServer();
    for (const host of ['bank.test', 'evil.test', '127.0.0.1']) {
      const { authorization, dpop } = await server.mint.headersFor(customer, { method: 'GET', path });
      const lines = [`host: ${host}`, `authorization: ${authorization}`, `dpop: ${dpop}`];
      expect(await statusFor(server, [...lines, 'x-forwarded-host: evil.test'])).toBe(200);
    }
  });

  test('two proofs are none, equal or not', async () => {
    await using server = await openTestServer();
    const first = await server.mint.headersFor(customer, { method: 'GET', path });
    const bearer = (first['authorization'] ?? '').slice('DPoP '.length);
    const second = await server.mint.wallet.prove({ method: 'GET', path, token: bearer });
    for (const dpop of [first['dpop'], second, '']) {
      const lines = [`authorization: DPoP ${bearer}`, `dpop: ${first['dpop']}`, `DPoP: ${dpop}`];
      expect(await statusFor(server, ['host: bank.test', ...lines])).toBe(401);
    }
  });

  test('a token in the address is no token', async () => {
    await using server = await openTestServer();
    const bearer = await server.mint.mint({ kind: 'application', scope: 'x' });
    expect((await server.call({ method: 'GET', path: `${path}?access_token=${bearer}` })).status).toBe(401);
  });
});
