import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import { oauthRoutes } from '../routes.ts';
import { createServerTestApp, type ServerTestApp } from '../testing/server-test-app.suite.ts';
import {
  authorizePath,
  createTestBrowser,
  obtainCode,
  pushRequest,
  redeem,
} from '../testing/test-browser.suite.ts';
import { createPkce, createTestClient, type TestClient } from '../testing/test-client.suite.ts';

let testApp: ServerTestApp;
let application: TestClient;
let app: TestClient;
beforeAll(async () => {
  testApp = await createServerTestApp({
    customers: {
      find: async (_context, userId) =>
        userId === 'usr_test' ? { customerNumber: '1000000048' } : undefined,
      findOrganization: async () => undefined,
    },
  });
  application = await createTestClient(testApp);
  app = await createTestClient(testApp, {
    kind: 'customer-app',
    scopes: ['openid', 'offline_access', 'mailbox'],
  });
});
afterAll(async () => {
  await testApp[Symbol.asyncDispose]();
});

describe('the server of a bank', () => {
  it.each(['/oauth/01/.well-known/openid-configuration', '/.well-known/oauth-authorization-server/oauth/01'])(
    'publishes its metadata at %s, with its own issuer',
    async (path) => {
      const { body, status } = await testApp.call({
        method: 'GET',
        path,
        headers: { host: 'evil.test', 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'http' },
      });
      expect(status).toBe(200);
      expect(at(body, 'issuer')).toBe('https://bank.test/oauth/01');
      expect(at(body, 'token_endpoint')).toBe('https://bank.test/oauth/01/token');
      expect(JSON.stringify(body)).not.toContain('evil');
      expect(listAt(body, 'scopes_supported')).toContain('party.read');
    },
  );

  it('publishes public keys only', async () => {
    const { body } = await testApp.call({ method: 'GET', path: '/oauth/01/jwks' });
    const keys = listAt(body, 'keys');
    expect(keys).toHaveLength(2);
    expect(keys.map((key) => at(key, 'd'))).toEqual([undefined, undefined]);
  });

  it.each(
    oauthRoutes
      .map(({ contract: { method, path, problems } }) => ({ method, path, problems }))
      .filter(({ problems }) => problems.some(({ literal }) => literal === 'bank-unknown')),
  )('that is not configured is unknown at $method $path (bank-unknown)', async ({ method, path }) => {
    const { body, status } = await testApp.call({
      method,
      path: path.replace('{bank}', 'zz').replaceAll(/\{\w+\}/g, 'a'.repeat(21)),
      ...(method === 'POST' && {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'csrf=none',
      }),
    });
    expect(status).toBe(404);
    expect(at(body, 'error_description')).toBe('No authorization server for this bank.');
  });
});

describe('an application', () => {
  it('gets a token for this bank only, bound to its key', async () => {
    const answer = await application.post('/token', {
      grant_type: 'client_credentials',
      scope: 'party.read',
    });
    expect(answer.status).toBe(200);
    const token = String(at(answer.body, 'access_token'));
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
    expect(decodeJwt(token)).toMatchObject({
      iss: application.issuer,
      aud: 'https://bank.test',
      sub: application.clientId,
      client_id: application.clientId,
      scope: 'party.read',
      'bank-id': ['01'],
      cnf: { jkt: application.thumbprint },
    });
    expect(await testApp.verifier.verify(token)).toMatchObject({ facts: { binding: { kind: 'proof' } } });
  });

  it('gets the name of the scope that it may not have', async () => {
    const answer = await application.post('/token', {
      grant_type: 'client_credentials',
      scope: 'party.read party.write',
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: 'invalid_scope', scope: 'party.write' });
  });
});

describe('a refused client', () => {
  const grant = { grant_type: 'client_credentials', scope: 'party.read' };

  it.each([
    [
      'the token endpoint as audience',
      { aud: 'https://bank.test/oauth/01/token' },
      /^audience \(aud\) must be the issuer only$/,
    ],
    [
      'another host as audience',
      { aud: 'http://127.0.0.1:8080/oauth/01' },
      /^audience \(aud\) must be the issuer only$/,
    ],
    ['a list as audience', { aud: ['https://other.test'] }, /^audience \(aud\) must be the issuer only$/],
    ['a life that is too long', { exp: 4_000_000_000 }, /exp must be at most 300 seconds ahead/],
    ['a missing id', { jti: undefined }, /jti/],
    ['an end in the past', { exp: 1_700_000_000 }, /expired/],
  ])('gets an explanation of its invalid assertion: %s', async (_what, claims, said) => {
    const answer = await application.post('/token', {
      ...grant,
      client_assertion: await application.assertion(claims),
    });
    expect(answer.body).toMatchObject({
      error: 'invalid_client',
      error_description: expect.stringMatching(said),
    });
  });

  it('gets an explanation if an assertion, a proof or a code was used before', async () => {
    const client_assertion = await application.assertion();
    await application.post('/token', { ...grant, client_assertion });
    const again = await application.post('/token', { ...grant, client_assertion });
    expect(again.body).toMatchObject({ error_description: expect.stringMatching(/used before/) });
    const dpop = await application.proof({ path: '/oauth/01/token' });
    await application.post('/token', grant, { dpop });
    const proofAgain = await application.post('/token', grant, { dpop });
    expect(proofAgain.body).toMatchObject({
      error_description: expect.stringMatching(/proof was used before/),
    });
    const flow = await obtainCode(testApp, app);
    await redeem(app, flow);
    const codeAgain = await redeem(app, flow);
    expect(codeAgain.body).toMatchObject({
      error: 'invalid_grant',
      error_description: expect.stringMatching(/used before/),
    });
  });

  it('that is unknown gets no explanation, and codes of others look the same as invented ones', async () => {
    const unknownClient = await application.post('/token', {
      ...grant,
      client_id: 'unknown-client',
      client_assertion: await application.assertion({ iss: 'unknown-client', sub: 'unknown-client' }),
    });
    expect(unknownClient.body).toEqual({
      error: 'invalid_client',
      error_description: 'client authentication failed',
    });
    const flow = await obtainCode(testApp, app);
    const other = await createTestClient(testApp, { kind: 'customer-app' });
    const [foreign, none] = [
      await redeem(other, flow),
      await redeem(other, { ...flow, code: 'no-such-code' }),
    ];
    expect(foreign.body).toEqual(none.body);
  });
});

describe('a customer', () => {
  it('returns with a code and the issuer, and the app gets tokens for it', async () => {
    const flow = await obtainCode(testApp, app, { form: { scope: 'openid offline_access mailbox' } });
    const answer = await redeem(app, flow);
    expect(answer.status).toBe(200);
    expect(decodeJwt(String(at(answer.body, 'access_token')))).toMatchObject({
      sub: 'usr_test',
      'customer-number': '1000000048',
      acr: 'sca',
      amr: ['pwd', 'otp'],
      scope: 'mailbox',
    });
    expect(decodeJwt(String(at(answer.body, 'id_token')))).toMatchObject({ acr: 'sca', nonce: 'the-nonce' });
  });

  it('grants scopes that the token response names, those of OpenID Connect included', async () => {
    const form = { scope: 'openid offline_access mailbox' };
    const answer = await redeem(app, await obtainCode(testApp, app, { form }));
    expect(at(answer.body, 'scope')).toBe('openid offline_access mailbox');
    const refreshed = await app.post('/token', {
      grant_type: 'refresh_token',
      refresh_token: String(at(answer.body, 'refresh_token')),
    });
    expect(at(refreshed.body, 'scope')).toBe('openid offline_access mailbox');
  });

  it('grants no offline access without prompt=consent, and the token response says so', async () => {
    const form = { scope: 'openid offline_access mailbox', prompt: undefined };
    const answer = await redeem(app, await obtainCode(testApp, app, { form }));
    expect(at(answer.body, 'scope')).toBe('openid mailbox');
    expect(at(answer.body, 'refresh_token')).toBeUndefined();
  });
});

it('a client that a browser only names is not logged as the caller', async () => {
  const pushed = await pushRequest(app, createPkce());
  await createTestBrowser(testApp).get(authorizePath(app, pushed));
  const logged = testApp.lines.filter((line) => line['message'] === 'request').slice(-2);
  expect(logged.map((line) => [line['operationId'], line['callerKind'], line['callerId']])).toEqual([
    ['OAuth_PushedRequest', 'application', app.clientId],
    ['OAuth_Authorize', 'anonymous', 'anonymous'],
  ]);
});
