import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import type { TestRequest, TestServerResponse } from '#platform/testing/test-server.ts';
import { contracts } from '../contract/protocol.ts';
import { scopes } from '../domain/scopes.ts';
import { createServerTestApp, type ServerTestApp } from '../testing/server-test-app.suite.ts';
import {
  authorizePath,
  createTestBrowser,
  locationOf,
  obtainCode,
  pushRequest,
  queryOf,
  redeem,
} from '../testing/test-browser.suite.ts';
import { createPkce, createTestClient, redirectUri, type TestClient } from '../testing/test-client.suite.ts';
import { openTestProxy } from '../testing/test-proxy.suite.ts';
import {
  anyCustomer,
  obtainOwnToken,
  obtainTokens,
  outcomeOf,
  refresh,
  tokensIn,
} from '../testing/test-tokens.suite.ts';

let testApp: ServerTestApp;
let client: TestClient;
let app: TestClient;
beforeAll(async () => {
  testApp = await createServerTestApp({ customers: anyCustomer });
  client = await createTestClient(testApp, { scopes: ['party.read', 'party.search'] });
  app = await createTestClient(testApp, {
    kind: 'customer-app',
    scopes: ['openid', 'offline_access', 'mailbox', 'device'],
  });
});
afterAll(async () => {
  await testApp[Symbol.asyncDispose]();
});

const discovery = '/oauth/01/.well-known/openid-configuration';
const form = 'application/x-www-form-urlencoded';
/** Endpoints with client authentication. */
const forClients = [
  '/token',
  '/request',
  '/token/introspection',
  '/token/revocation',
  '/backchannel',
] as const;

/** Sends a form without any additions. */
const post = (
  path: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<TestServerResponse> =>
  testApp.call({
    method: 'POST',
    path: `/oauth/01${path}`,
    headers: { 'content-type': form, ...headers },
    body,
  });

describe('server metadata', () => {
  it('5.3.2.1-1 the metadata is complete, and the same at both addresses', async () => {
    const { body } = await testApp.call({ method: 'GET', path: discovery });
    const issuer = 'https://bank.test/oauth/01';
    const algorithms = ['PS256', 'ES256', 'EdDSA', 'Ed25519'];
    const forCertificates = {
      token_endpoint: `${issuer}/token`,
      introspection_endpoint: `${issuer}/token/introspection`,
      revocation_endpoint: `${issuer}/token/revocation`,
      pushed_authorization_request_endpoint: `${issuer}/request`,
      backchannel_authentication_endpoint: `${issuer}/backchannel`,
    };
    expect(body).toEqual({
      issuer,
      ...forCertificates,
      mtls_endpoint_aliases: forCertificates,
      authorization_endpoint: `${issuer}/auth`,
      end_session_endpoint: `${issuer}/session/end`,
      jwks_uri: `${issuer}/jwks`,
      acr_values_supported: ['1fa', 'sca', 'sca-linked'],
      authorization_response_iss_parameter_supported: true,
      backchannel_token_delivery_modes_supported: ['poll'],
      backchannel_user_code_parameter_supported: false,
      claim_types_supported: ['normal'],
      claims_parameter_supported: false,
      claims_supported: ['sub', 'acr', 'amr', 'auth_time', 'sid', 'iss'],
      code_challenge_methods_supported: ['S256'],
      dpop_signing_alg_values_supported: algorithms,
      grant_types_supported: [
        'authorization_code',
        'refresh_token',
        'client_credentials',
        'urn:openid:params:grant-type:ciba',
        'urn:ietf:params:oauth:grant-type:token-exchange',
      ],
      id_token_signing_alg_values_supported: ['ES256'],
      request_uri_parameter_supported: false,
      require_pushed_authorization_requests: true,
      response_modes_supported: ['query'],
      response_types_supported: ['code'],
      scopes_supported: [...scopes],
      subject_types_supported: ['public'],
      tls_client_certificate_bound_access_tokens: true,
      token_endpoint_auth_methods_supported: ['private_key_jwt', 'tls_client_auth'],
      token_endpoint_auth_signing_alg_values_supported: algorithms,
    });
    const other = await testApp.call({
      method: 'GET',
      path: '/.well-known/oauth-authorization-server/oauth/01',
    });
    expect(other.body).toEqual(body);
  });

  it('5.3.2.1-1 no other endpoint of the library responds', async () => {
    const paths = [
      '/reg',
      '/reg/x',
      '/me',
      '/userinfo',
      '/device',
      '/device/auth',
      '/challenge',
      '/credential',
      '/',
    ];
    const known = new Set<string>(Object.values(contracts).map(({ path }) => path));
    expect(paths.filter((path) => known.has(`/oauth/{bank}${path}`))).toEqual([]);
    for (const path of paths) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const)
        expect((await testApp.call({ method, path: `/oauth/01${path}` })).status).toBe(404);
    }
  });

  it('5.4.2-3 each published key has its own id and no private part', async () => {
    const { body } = await testApp.call({ method: 'GET', path: '/oauth/01/jwks' });
    const keys = listAt(body, 'keys');
    expect(new Set(keys.map((key) => at(key, 'kid'))).size).toBe(keys.length);
    for (const key of keys)
      expect(Object.keys(Object(key)).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
  });
});

describe('grants', () => {
  it('5.3.2.1-2 the password grant is refused', async () => {
    for (const by of [client, app]) {
      const answer = await by.post('/token', { grant_type: 'password', username: 'a', password: 'b' });
      expect(outcomeOf(answer)).toBe('400 unsupported_grant_type');
    }
  });

  it.each([
    'implicit',
    'urn:ietf:params:oauth:grant-type:device_code',
    'urn:ietf:params:oauth:grant-type:jwt-bearer',
    'urn:ietf:params:oauth:grant-type:saml2-bearer',
    'urn:ietf:params:oauth:grant-type:pre-authorized_code',
    'CLIENT_CREDENTIALS',
    'client_credentials ',
    '__proto__',
    'constructor',
  ])('5.3.2.1-2 the grant type "%s" is refused', async (grantType) => {
    expect(outcomeOf(await client.post('/token', { grant_type: grantType }))).toBe(
      '400 unsupported_grant_type',
    );
  });

  it('5.3.2.1-2 a client is refused grant types of other client kinds', async () => {
    for (const grantType of [
      'authorization_code',
      'refresh_token',
      'urn:openid:params:grant-type:ciba',
      'urn:ietf:params:oauth:grant-type:token-exchange',
    ])
      expect(outcomeOf(await client.post('/token', { grant_type: grantType }))).toBe('400 invalid_request');
    expect(outcomeOf(await app.post('/token', { grant_type: 'client_credentials' }))).toBe(
      '400 invalid_request',
    );
    expect(outcomeOf(await client.post('/token', {}))).toBe('400 invalid_request');
    const asApp = await client.post('/request', { response_type: 'code', redirect_uri: redirectUri });
    expect(outcomeOf(asApp)).toBe('400 invalid_request');
    expect(outcomeOf(await client.post('/backchannel', { scope: 'openid' }))).toBe('400 invalid_request');
  });
});

describe('clients', () => {
  const basic = (id: string): Readonly<Record<string, string>> => ({
    authorization: `Basic ${Buffer.from(`${id}:secret`).toString('base64')}`,
  });

  it.each(forClients)(
    '5.3.2.1-3 a request without credentials, or with a secret, is refused at %s',
    async (path) => {
      const id = client.clientId;
      const named = `grant_type=client_credentials&token=x&scope=openid&client_id=${id}`;
      expect(outcomeOf(await post(path, named))).toBe('401 invalid_client');
      expect(outcomeOf(await post(path, `${named}&client_secret=secret`))).toBe('401 invalid_client');
      expect(outcomeOf(await post(path, named, basic(id)))).toBe('401 invalid_client');
      expect(outcomeOf(await post(path, named.replace(`&client_id=${id}`, ''), basic(id)))).toBe(
        '401 invalid_client',
      );
      expect(outcomeOf(await post(path, 'grant_type=client_credentials&token=x'))).toBe(
        '400 invalid_request',
      );
      expect(outcomeOf(await post(path, named, { authorization: 'Bearer x' }))).toBe('400 invalid_request');
    },
  );

  it('5.3.2.1-6 a second authentication method at once is refused, and a secret is ignored', async () => {
    const both = { grant_type: 'client_credentials', client_secret: 'secret' };
    expect(outcomeOf(await client.post('/token', both))).toBe('200');
    const none = { client_assertion: undefined, client_assertion_type: undefined };
    expect(outcomeOf(await client.post('/token', { ...both, ...none }))).toBe('401 invalid_client');
    const header = basic(client.clientId);
    expect(outcomeOf(await client.post('/token', { grant_type: 'client_credentials' }, header))).toBe(
      '400 invalid_request',
    );
  });

  it('5.3.2.1-3 an unknown client is refused with the same error, without explanation', async () => {
    const assertion = await client.assertion({ sub: 'unknown-client', iss: 'unknown-client' });
    const unknown = await obtainOwnToken(client, {
      client_id: 'unknown-client',
      client_assertion: assertion,
    });
    const forged = `${(await client.assertion()).slice(0, -8)}AAAAAAAA`;
    expect(outcomeOf(await obtainOwnToken(client, { client_assertion: forged }))).toBe('401 invalid_client');
    expect([unknown.status, unknown.body]).toEqual([
      401,
      { error: 'invalid_client', error_description: 'client authentication failed' },
    ]);
  });
});

describe('scopes', () => {
  it('5.3.2.1-14 a token has the requested and granted scopes only', async () => {
    const scopeOf = (answer: TestServerResponse): unknown => decodeJwt(tokensIn(answer).accessToken)['scope'];
    expect(scopeOf(await obtainOwnToken(client, { scope: 'party.read' }))).toBe('party.read');
    expect(scopeOf(await obtainOwnToken(client))).toBeUndefined();
    for (const scope of [
      'party.read party.write',
      'mailbox',
      'openid',
      'offline_access',
      'made-up',
      '"',
      'a\tb',
    ])
      expect(outcomeOf(await obtainOwnToken(client, { scope }))).toBe('400 invalid_scope');
    const flow = await obtainCode(testApp, app, { form: { scope: 'openid offline_access mailbox' } });
    const answer = await redeem(app, flow);
    expect(scopeOf(answer)).toBe('mailbox');
    const { refreshToken } = tokensIn(answer);
    expect(outcomeOf(await refresh(app, refreshToken, { scope: 'openid mailbox device' }))).toBe(
      '400 invalid_scope',
    );
    const narrower = await refresh(app, refreshToken, { scope: 'openid' });
    expect(outcomeOf(narrower)).toBe('200');
    expect(scopeOf(narrower)).toBeUndefined();
  });

  it('5.3.2.1-14 a token is valid for the only resource', async () => {
    const form1 = { scope: 'party.read', resource: 'https://bank.test' };
    expect(decodeJwt(tokensIn(await obtainOwnToken(client, form1)).accessToken).aud).toBe(
      'https://bank.test',
    );
    for (const resource of ['https://evil.test', 'https://bank.test/', 'https://bank.test#x', 'bank', '*'])
      expect(outcomeOf(await obtainOwnToken(client, { resource }))).toBe('400 invalid_target');
  });
});

describe('refresh tokens', () => {
  it('5.3.2.1-9 refresh tokens rotate, three times in a row and more', async () => {
    let { refreshToken } = await obtainTokens(testApp, app);
    const seen = new Set([refreshToken]);
    for (let turn = 0; turn < 4; turn += 1) {
      const answer = await refresh(app, refreshToken);
      expect(outcomeOf(answer)).toBe('200');
      ({ refreshToken } = tokensIn(answer));
      seen.add(refreshToken);
    }
    expect(seen.size).toBe(5);
  });

  it('5.3.2.1-9 a refresh token that is used twice ends the whole grant', async () => {
    const first = await obtainTokens(testApp, app);
    const second = tokensIn(await refresh(app, first.refreshToken));
    const third = tokensIn(await refresh(app, second.refreshToken));
    expect(outcomeOf(await refresh(app, first.refreshToken))).toBe('400 invalid_grant');
    for (const { refreshToken } of [first, second, third])
      expect(outcomeOf(await refresh(app, refreshToken))).toBe('400 invalid_grant');
    await testApp.revocations.refresh();
    for (const { accessToken } of [first, second, third])
      expect(await testApp.verifier.verify(accessToken)).toMatchObject({ kind: 'refused' });
  });

  it('5.3.2.1-9 of twenty concurrent requests with one refresh token at most one succeeds', async () => {
    const { refreshToken } = await obtainTokens(testApp, app);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(app, refreshToken)));
    const good = answers.filter(({ status }) => status === 200);
    expect(good.length).toBeLessThanOrEqual(1);
    for (const answer of good)
      expect(outcomeOf(await refresh(app, tokensIn(answer).refreshToken))).toBe('400 invalid_grant');
  });
});

describe('hostile requests', () => {
  it('RFC 6749 3.2 a repeated parameter is refused', async () => {
    const once = async (): Promise<URLSearchParams> =>
      new URLSearchParams({
        client_id: client.clientId,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: await client.assertion(),
        grant_type: 'client_credentials',
        scope: 'party.read',
      });
    const dpop = (): Promise<string> => client.proof({ path: '/oauth/01/token' });
    expect(outcomeOf(await post('/token', String(await once()), { dpop: await dpop() }))).toBe('200');
    for (const name of ['client_id', 'client_assertion_type', 'client_assertion', 'grant_type', 'scope']) {
      const twice = await once();
      twice.append(name, twice.get(name) ?? '');
      expect(outcomeOf(await post('/token', String(twice), { dpop: await dpop() }))).toBe(
        '400 invalid_request',
      );
    }
    const pushed = await pushRequest(app, createPkce());
    for (const name of ['client_id', 'request_uri']) {
      const path = authorizePath(app, pushed);
      const value = new URL(path, 'https://bank.test').searchParams.get(name) ?? '';
      const answer = await createTestBrowser(testApp).get(`${path}&${name}=${encodeURIComponent(value)}`);
      expect([answer.status, answer.headers['location']]).toEqual([400, undefined]);
    }
  });

  it('RFC 6749 3.2 parameters of a megabyte, or thousands of them, are refused', async () => {
    const long = 'x'.repeat(60_000);
    for (const name of ['scope', 'state', 'grant_type', 'client_id', 'client_assertion', 'unknown'])
      expect(outcomeOf(await client.post('/token', { grant_type: 'client_credentials', [name]: long }))).toBe(
        '400 invalid_request',
      );
    expect((await post('/token', 'a'.repeat(1_100_000))).status).toBeGreaterThanOrEqual(400);
    expect((await post('/token', 'a'.repeat(1_100_000))).status).toBeLessThan(500);
    const many = Array.from({ length: 5_000 }, (_, index) => `p${index}=1`).join('&');
    expect(outcomeOf(await post('/token', many))).toBe('400 invalid_request');
    const medium = 'x'.repeat(8_000);
    for (const query of [`client_id=${medium}`, `client_id=${client.clientId}&request_uri=${medium}`]) {
      const answer = await createTestBrowser(testApp).get(`/oauth/01/auth?${query}`);
      expect(answer.status).toBe(400);
    }
  });

  it('RFC 6749 3.2 only forms are read, and nothing from the query', async () => {
    const body = {
      grant_type: 'client_credentials',
      client_id: client.clientId,
      client_assertion: await client.assertion(),
    };
    expect(
      outcomeOf(await post('/token', JSON.stringify(body), { 'content-type': 'application/json' })),
    ).toBe('400 invalid_request');
    expect(
      outcomeOf(await post('/token', String(new URLSearchParams(body)), { 'content-type': 'text/plain' })),
    ).toBe('400 invalid_request');
    expect(outcomeOf(await post(`/token?${queryOf(body)}`, ''))).toBe('400 invalid_request');
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'] as const)
      expect((await testApp.call({ method, path: '/oauth/01/token' })).status).toBe(405);
  });

  it('RFC 9700 4.13 host names that a caller claims appear in no response', async () => {
    await using proxy = await openTestProxy(testApp);
    const hostile = {
      host: 'evil.test',
      forwarded: 'host=evil.test;proto=http;for=evil.test',
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'http',
      'x-forwarded-port': '6666',
      'x-forwarded-prefix': '/evil.test',
      'x-forwarded-for': 'evil.test',
      'x-forwarded-server': 'evil.test',
      'x-original-url': '/evil.test',
      'x-rewrite-url': '/evil.test',
      'x-host': 'evil.test',
    };
    for (const call of [testApp.call, proxy.call]) {
      const asked = (request: TestRequest): Promise<TestServerResponse> =>
        call({ ...request, headers: { ...request.headers, ...hostile } });
      const hostileApp: TestClient = { ...app, post: (path, fields) => app.post(path, fields, hostile) };
      const pushed = await pushRequest(hostileApp, createPkce());
      expect(pushed.status).toBe(201);
      const answers = [
        pushed,
        await asked({ method: 'GET', path: discovery }),
        await asked({ method: 'GET', path: '/.well-known/oauth-authorization-server/oauth/01' }),
        await asked({ method: 'GET', path: '/oauth/01/jwks' }),
        await asked({ method: 'GET', path: authorizePath(app, pushed) }),
        await asked({ method: 'GET', path: '/oauth/01/auth' }),
        await asked({ method: 'GET', path: '/oauth/01/session/end' }),
        await asked({ method: 'GET', path: '/oauth/01/session/end/success' }),
        await asked({ method: 'POST', path: '/oauth/01/token' }),
        await asked({ method: 'GET', path: '/oauth/zz/jwks' }),
        await asked({ method: 'GET', path: '/oauth/01/nothing' }),
        await hostileApp.post('/token', {
          grant_type: 'authorization_code',
          code: 'x',
          redirect_uri: redirectUri,
        }),
      ];
      for (const { headers, text } of answers) expect(JSON.stringify([headers, text])).not.toContain('evil');
      const signIn = answers[4];
      expect(signIn && locationOf(signIn).origin).toBe('https://bank.test');
    }
  });

  it('RFC 9700 4.13 a proof for a host name that a caller claims is refused', async () => {
    const dpop = await client.proof({
      path: '/oauth/01/token',
      claims: { htu: 'https://evil.test/oauth/01/token' },
    });
    const answer = await client.post(
      '/token',
      { grant_type: 'client_credentials' },
      { dpop, host: 'evil.test' },
    );
    expect(outcomeOf(answer)).toBe('400 invalid_dpop_proof');
  });

  it('RFC 9700 4.16 no page may be framed, and each states what it may load', async () => {
    const { browser } = await obtainCode(testApp, app);
    const pages = [
      await createTestBrowser(testApp).get('/oauth/01/auth'),
      await createTestBrowser(testApp).get('/oauth/01/session/end'),
      await browser.get('/oauth/01/session/end'),
      await createTestBrowser(testApp).get('/oauth/01/session/end/success'),
      await createTestBrowser(testApp).get(
        `/oauth/01/auth?client_id=${app.clientId}&redirect_uri=${redirectUri}&response_mode=form_post`,
      ),
    ];
    for (const { headers } of pages) {
      expect(headers['content-type']).toContain('text/html');
      expect(headers['x-frame-options']).toBe('DENY');
      expect(String(headers['content-security-policy'])).toMatch(/^default-src 'none'/);
      expect(String(headers['content-security-policy'])).not.toContain('unsafe-inline');
      expect(headers['cache-control']).toContain('no-store');
      expect(headers['referrer-policy']).toBe('no-referrer');
    }
  });

  it('RFC 6749 5.1 responses with tokens are not cacheable', async () => {
    const answer = await obtainOwnToken(client);
    expect(answer.headers['cache-control']).toContain('no-store');
  });
});
