import { createLocalJWKSet, type JWK, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import { addClient } from '../operations/add-client.ts';
import { purgeExpired } from '../operations/purge-expired.ts';
import { applicationDraft } from '../testing/client-samples.suite.ts';
import { createServerTestApp, type ServerTestApp } from '../testing/server-test-app.suite.ts';
import {
  anybody,
  authorizePath,
  createTestBrowser,
  goThroughPages,
  locationOf,
  obtainCode,
  pushRequest,
  queryOf,
  redeem,
  type TestBrowser,
} from '../testing/test-browser.suite.ts';
import { createPkce, createTestClient, redirectUri, type TestClient } from '../testing/test-client.suite.ts';
import { anyCustomer, outcomeOf, refresh, tokensIn } from '../testing/test-tokens.suite.ts';
import { finishInteractionRefused, type SignedIn } from './interactions.ts';

let testApp: ServerTestApp;
let app: TestClient;
let other: TestClient;
beforeAll(async () => {
  testApp = await createServerTestApp({ customers: anyCustomer });
  app = await createTestClient(testApp, { kind: 'customer-app' });
  other = await createTestClient(testApp, { kind: 'customer-app' });
});
afterAll(async () => {
  await testApp[Symbol.asyncDispose]();
});

const push = (form: Readonly<Record<string, string | undefined>> = {}): Promise<TestServerResponse> =>
  pushRequest(app, createPkce(), form);
const signedIn = (): SignedIn => ({
  accountId: anybody,
  assurance: 'sca',
  methods: ['pwd', 'otp'],
  atSeconds: Math.floor(testApp.clock.now().epochMilliseconds / 1_000),
});
const finish = (browser: TestBrowser, first: TestServerResponse): Promise<TestServerResponse> =>
  goThroughPages(testApp, browser, { bankId: '01', first, signedIn: signedIn() });
const isSentToSignIn = (answer: TestServerResponse): boolean =>
  answer.status === 303 && locationOf(answer).pathname.startsWith('/oauth/01/interaction/');

/** Parameters of a request that was not pushed. */
const plainRequest = (more: Readonly<Record<string, string>> = {}): string =>
  `/oauth/01/auth?${queryOf({
    client_id: app.clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid',
    state: 'the-state',
    code_challenge: createPkce().challenge,
    code_challenge_method: 'S256',
    ...more,
  })}`;

describe('a pushed request', () => {
  it('5.3.2.2-2 a pushed request of a registered client is accepted', async () => {
    const pushed = await push();
    expect(pushed.status).toBe(201);
    expect(String(at(pushed.body, 'request_uri'))).toMatch(/^urn:ietf:params:oauth:request_uri:[\w-]{43}$/);
    expect(isSentToSignIn(await createTestBrowser(testApp).get(authorizePath(app, pushed)))).toBe(true);
  });

  it.each([
    'token',
    'id_token',
    'code id_token',
    'code token',
    'id_token token',
    'none',
    'code none',
    'CODE',
    '',
  ])('5.3.2.2-1 response_type "%s" is refused', async (responseType) => {
    expect(outcomeOf(await push({ response_type: responseType }))).toMatch(
      /^400 (?:unsupported_response_type|invalid_request)$/,
    );
  });

  it.each(['form_post', 'fragment', 'jwt', 'query.jwt', 'form_post.jwt', 'web_message'])(
    '5.3.2.2-1 response_mode %s is refused',
    async (mode) => {
      expect(outcomeOf(await push({ response_mode: mode }))).toMatch(
        /^400 (?:unsupported_response_mode|invalid_request)$/,
      );
    },
  );

  it('5.3.2.2-4 a pushed request without client authentication is refused', async () => {
    const none = { client_assertion: undefined, client_assertion_type: undefined };
    expect(outcomeOf(await push(none))).toBe('401 invalid_client');
    expect(outcomeOf(await push({ ...none, client_id: undefined }))).toBe('400 invalid_request');
    expect(outcomeOf(await push({ ...none, client_secret: 'secret' }))).toBe('401 invalid_client');
  });

  it('5.3.2.2-6 a pushed request needs a redirect_uri, even if only one is registered', async () => {
    expect(outcomeOf(await push({ redirect_uri: undefined }))).toBe('400 invalid_request');
    expect(outcomeOf(await push({ redirect_uri: '' }))).toBe('400 invalid_request');
    expect(outcomeOf(await push({ redirect_uri: 'https://app.test/other' }))).toBe('400 invalid_request');
  });

  it('5.3.2.2-8 an http redirect is refused, at registration and in a request', async () => {
    const draft = {
      kind: 'customer-app',
      scopes: ['openid'],
      redirectUris: ['http://app.test/callback'],
    } as const;
    await expect(
      addClient(testApp.contextFor('01'), applicationDraft({ ...draft, clientId: 'plain-http' })),
    ).rejects.toMatchObject({ literal: 'client-invalid' });
    for (const uri of ['http://app.test/callback', 'http://127.0.0.1/callback', 'http://localhost:8080/'])
      expect(outcomeOf(await push({ redirect_uri: uri }))).toBe('400 invalid_request');
  });

  it.each([
    ['no challenge', { code_challenge: undefined, code_challenge_method: undefined }],
    ['no method', { code_challenge_method: undefined }],
    ['the plain method', { code_challenge_method: 'plain' }],
    ['an unknown method', { code_challenge_method: 's256' }],
    ['no challenge but a method', { code_challenge: undefined }],
    ['a short challenge', { code_challenge: 'short' }],
    ['a challenge with other characters', { code_challenge: '='.repeat(43) }],
    ['a long challenge', { code_challenge: 'a'.repeat(129) }],
  ])('5.3.2.2-5 a pushed request with %s is refused', async (_name, form) => {
    expect(outcomeOf(await push(form))).toBe('400 invalid_request');
  });

  it.each([
    ['another client’s name', { client_id: 'another-client' }, '400 invalid_request'],
    [
      'a request_uri inside',
      { request_uri: 'urn:ietf:params:oauth:request_uri:x' },
      '400 request_uri_not_supported',
    ],
    ['a request object', { request: 'e30.e30.' }, '400 request_not_supported'],
    ['a scope it does not have', { scope: 'openid mailbox' }, '400 invalid_scope'],
    ['an unknown prompt', { prompt: 'create' }, '400 invalid_request'],
    ['prompt none and another', { prompt: 'none login' }, '400 invalid_request'],
    ['a resource that is not ours', { resource: 'https://evil.test' }, '400 invalid_target'],
    ['a negative max_age', { max_age: '-1' }, '400 invalid_request'],
    ['an id_token_hint that is none', { id_token_hint: 'x' }, '400 invalid_request'],
  ])('5.3.2.2-2 a pushed request with %s is refused', async (_name, form, word) => {
    expect(outcomeOf(await push(form))).toBe(word);
  });

  it('5.3.2.2-12 a request_uri is valid for a minute', async () => {
    const pushed = await push();
    expect(at(pushed.body, 'expires_in')).toBe(60);
    testApp.moveTime(59);
    expect(isSentToSignIn(await createTestBrowser(testApp).get(authorizePath(app, pushed)))).toBe(true);
    testApp.moveTime(2);
    const late = await createTestBrowser(testApp).get(authorizePath(app, pushed));
    expect([late.status, late.headers['location']]).toEqual([400, undefined]);
    expect(late.text).toContain('invalid_request_uri');
  });
});

describe('the authorization endpoint', () => {
  it('5.3.2.2-3 a request that was not pushed is refused', async () => {
    const { browser } = await obtainCode(testApp, app);
    for (const who of [createTestBrowser(testApp), browser]) {
      const answer = await who.get(plainRequest());
      expect(locationOf(answer).searchParams.get('error')).toBe('invalid_request');
      expect(locationOf(answer).searchParams.get('code')).toBeNull();
    }
  });

  it.each([
    ['an address', 'https://evil.test/request'],
    ['another kind of name', 'urn:example:request'],
    ['a made-up one', 'urn:ietf:params:oauth:request_uri:made-up'],
    ['nothing after the name', 'urn:ietf:params:oauth:request_uri:'],
    ['nothing', ''],
  ])('5.3.2.2-3 a request_uri that is %s is refused', async (_name, requestUri) => {
    const query = queryOf({ client_id: app.clientId, request_uri: requestUri });
    const answer = await createTestBrowser(testApp).get(`/oauth/01/auth?${query}`);
    expect([answer.status, answer.headers['location']]).toEqual([400, undefined]);
  });

  it('5.3.2.2-3 a request object in place of a pushed request is refused', async () => {
    const answer = await createTestBrowser(testApp).get(plainRequest({ request: 'e30.e30.' }));
    expect(locationOf(answer).searchParams.get('error')).toBe('request_not_supported');
  });

  it('5.3.2.2-3 parameters added to a pushed request are ignored', async () => {
    const pushed = await push();
    const browser = createTestBrowser(testApp);
    const added = queryOf({
      redirect_uri: 'https://evil.test/',
      state: 'another',
      nonce: 'another',
      response_mode: 'form_post',
      scope: 'openid mailbox',
      code_challenge: createPkce().challenge,
    });
    const answer = await finish(browser, await browser.get(`${authorizePath(app, pushed)}&${added}`));
    expect(answer.status).toBe(303);
    const { origin, pathname, searchParams } = locationOf(answer);
    expect(`${origin}${pathname}`).toBe(redirectUri);
    expect(searchParams.get('state')).toBe('the-state');
    expect([...searchParams.keys()].toSorted()).toEqual(['code', 'iss', 'state']);
  });

  it('5.3.2.2-3 a response_type that contradicts the pushed request is refused', async () => {
    const answer = await createTestBrowser(testApp).get(
      `${authorizePath(app, await push())}&response_type=token`,
    );
    expect([answer.status, answer.headers['location']]).toEqual([400, undefined]);
  });

  it('5.3.2.2-2 a request_uri is valid for the client that pushed it only', async () => {
    const pushed = await push();
    const stolen = await createTestBrowser(testApp).get(authorizePath(other, pushed));
    expect([stolen.status, stolen.headers['location']]).toEqual([400, undefined]);
    const nameless = await createTestBrowser(testApp).get(
      `/oauth/01/auth?${queryOf({ request_uri: String(at(pushed.body, 'request_uri')) })}`,
    );
    expect([nameless.status, nameless.headers['location']]).toEqual([400, undefined]);
    const elsewhere = await createTestBrowser(testApp).get(authorizePath({ ...app, bankId: '02' }, pushed));
    expect([elsewhere.status, elsewhere.headers['location']]).toEqual([400, undefined]);
    expect(isSentToSignIn(await createTestBrowser(testApp).get(authorizePath(app, pushed)))).toBe(true);
  });

  it('5.3.2.2-12 a request_uri gives one code, and loading the page does not consume it', async () => {
    const pushed = await push();
    const [one, two] = [createTestBrowser(testApp), createTestBrowser(testApp)];
    await one.get(authorizePath(app, pushed));
    const [first, second] = [
      await one.get(authorizePath(app, pushed)),
      await two.get(authorizePath(app, pushed)),
    ];
    expect(locationOf(await finish(one, first)).searchParams.get('code')).not.toBeNull();
    const refused = locationOf(await finish(two, second)).searchParams;
    expect([refused.get('error'), refused.get('code')]).toEqual(['invalid_request_uri', null]);
    const again = await one.get(authorizePath(app, pushed));
    expect([again.status, again.headers['location']]).toEqual([400, undefined]);
  });

  it('5.3.2.2-12 two slow sign-ins with one request_uri still get one code', async () => {
    const pushed = await push();
    const [one, two] = [createTestBrowser(testApp), createTestBrowser(testApp)];
    const [first, second] = [
      await one.get(authorizePath(app, pushed)),
      await two.get(authorizePath(app, pushed)),
    ];
    testApp.moveTime(300);
    await purgeExpired(testApp.contextFor('01'));
    expect(locationOf(await finish(one, first)).searchParams.get('code')).not.toBeNull();
    expect(locationOf(await finish(two, second)).searchParams.get('code')).toBeNull();
  });

  it('5.3.2.2-7 every response to the client contains the issuer', async () => {
    const { answer } = await obtainCode(testApp, app);
    expect(locationOf(answer).searchParams.get('iss')).toBe(app.issuer);
    const silent = await createTestBrowser(testApp).get(authorizePath(app, await push({ prompt: 'none' })));
    expect(locationOf(silent).searchParams.get('error')).toBe('login_required');
    expect(locationOf(silent).searchParams.get('iss')).toBe(app.issuer);
    const denied = await refusedBy('access_denied');
    expect(denied.searchParams.get('error')).toBe('access_denied');
    expect(denied.searchParams.get('iss')).toBe(app.issuer);
  });

  it('5.3.2.2-10 sign-in and sign-out redirect with 303 only, never with 307', async () => {
    const browser = createTestBrowser(testApp);
    const seen: number[] = [];
    const watched: TestBrowser = {
      cookies: browser.cookies,
      async get(path) {
        const answer = await browser.get(path);
        if (answer.headers['location'] !== undefined) seen.push(answer.status);
        return answer;
      },
    };
    await obtainCode(testApp, app, { browser: watched });
    await watched.get(authorizePath(app, await push({ prompt: 'none' })));
    await watched.get(plainRequest());
    const page = await watched.get('/oauth/01/session/end');
    const xsrf = /name="xsrf" value="(\w+)"/.exec(page.text)?.[1] ?? '';
    const out = await testApp.call({
      method: 'POST',
      path: '/oauth/01/session/end/confirm',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
      },
      body: new URLSearchParams({ xsrf, logout: 'yes' }).toString(),
    });
    expect(out.headers['location']).toBe('https://bank.test/oauth/01/session/end/success');
    expect([...seen, out.status]).toEqual(Array.from({ length: seen.length + 1 }, () => 303));
    expect(seen.length).toBeGreaterThanOrEqual(5);
  });

  it('5.2.3-3 no cross-origin page may call the server from a browser', async () => {
    const origin = 'https://evil.test';
    const pushed = await pushRequest(app, createPkce());
    const answers = [
      await testApp.call({ method: 'GET', path: authorizePath(app, pushed), headers: { origin } }),
      await testApp.call({ method: 'GET', path: '/oauth/01/jwks', headers: { origin } }),
      await testApp.call({
        method: 'GET',
        path: '/oauth/01/.well-known/openid-configuration',
        headers: { origin },
      }),
      await app.post('/token', { grant_type: 'refresh_token' }, { origin }),
      await app.post('/request', {}, { origin }),
      ...(await Promise.all(
        ['auth', 'token', 'request', 'jwks', 'token/introspection'].map((name) =>
          testApp.call({
            method: 'OPTIONS',
            path: `/oauth/01/${name}`,
            headers: { origin, 'access-control-request-method': 'POST' },
          }),
        ),
      )),
    ];
    expect(answers.slice(3, 5).map(outcomeOf)).toEqual(['400 invalid_request', '400 invalid_request']);
    const names = answers.flatMap(({ headers }) => Object.keys(headers));
    expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});

describe('a code', () => {
  it('5.3.2.1-11 a code is valid for 59 seconds and not for 61', async () => {
    const [soon, late] = [await obtainCode(testApp, app), await obtainCode(testApp, app)];
    testApp.moveTime(59);
    expect(outcomeOf(await redeem(app, soon))).toBe('200');
    testApp.moveTime(2);
    expect(outcomeOf(await redeem(app, late))).toBe('400 invalid_grant');
  });

  it('5.3.2.2-5 a code needs the verifier of its request', async () => {
    const flow = await obtainCode(testApp, app);
    const wrong = [createPkce().verifier, undefined, '', flow.pkce.challenge, flow.pkce.verifier.slice(1)];
    for (const verifier of wrong)
      expect(outcomeOf(await redeem(app, flow, { code_verifier: verifier }))).toMatch(
        /^400 invalid_(?:grant|request)$/,
      );
    expect(outcomeOf(await redeem(app, flow))).toBe('200');
  });

  it('5.3.2.2-6 a code needs the redirect_uri of its request', async () => {
    const two = await createTestClient(testApp, {
      kind: 'customer-app',
      redirectUris: [redirectUri, 'https://app.test/second'],
    });
    const flow = await obtainCode(testApp, two);
    for (const uri of ['https://app.test/second', 'https://evil.test/', `${redirectUri}/`, undefined])
      expect(outcomeOf(await redeem(two, flow, { redirect_uri: uri }))).toMatch(
        /^400 invalid_(?:grant|request)$/,
      );
    expect(outcomeOf(await redeem(two, flow))).toBe('200');
  });

  it('5.3.2.2-9 a code is valid for the client that it was issued to only', async () => {
    const flow = await obtainCode(testApp, app);
    expect(outcomeOf(await redeem(other, flow))).toBe('400 invalid_grant');
    expect(outcomeOf(await redeem(app, flow))).toBe('200');
  });

  it('5.3.2.2-9 a code that is used twice ends everything issued from it', async () => {
    const flow = await obtainCode(testApp, app);
    const tokens = tokensIn(await redeem(app, flow));
    expect(await testApp.verifier.verify(tokens.accessToken)).toMatchObject({ kind: 'accepted' });
    expect(outcomeOf(await redeem(app, flow))).toBe('400 invalid_grant');
    expect(outcomeOf(await refresh(app, tokens.refreshToken))).toBe('400 invalid_grant');
    await testApp.revocations.refresh();
    expect(await testApp.verifier.verify(tokens.accessToken)).toMatchObject({ kind: 'refused' });
  });

  it('5.3.2.2-9 of twenty concurrent requests with one code at most one succeeds', async () => {
    const flow = await obtainCode(testApp, app);
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(app, flow)));
    const good = answers.filter(({ status }) => status === 200);
    expect(good.length).toBeLessThanOrEqual(1);
    expect(new Set(answers.map(outcomeOf).filter((word) => word !== '200'))).toEqual(
      new Set(['400 invalid_grant']),
    );
    // The others are reuse, so the tokens of the first have ended too.
    await testApp.revocations.refresh();
    for (const answer of good)
      expect(await testApp.verifier.verify(tokensIn(answer).accessToken)).toMatchObject({ kind: 'refused' });
  });
});

describe('the signed-in user', () => {
  it('5.3.2.2-14 the client gets the signed-in user in an ID token, with its nonce of 64 characters', async () => {
    const nonce = 'n'.repeat(64);
    const { idToken } = tokensIn(await redeem(app, await obtainCode(testApp, app, { form: { nonce } })));
    const { body } = await testApp.call({ method: 'GET', path: '/oauth/01/jwks' });
    const { payload } = await jwtVerify(
      idToken,
      createLocalJWKSet({ keys: listAt(body, 'keys').filter(isJwk) }),
      {
        issuer: app.issuer,
        audience: app.clientId,
        algorithms: ['ES256'],
        currentDate: new Date(testApp.clock.now().epochMilliseconds),
      },
    );
    expect(payload).toMatchObject({ sub: 'usr_test', nonce, acr: 'sca', amr: ['pwd', 'otp'] });
  });

  it('5.3.2.2 note 4 a state of 2,000 characters is returned unchanged', async () => {
    const state = 'ä+/= &'.repeat(333);
    const { answer } = await obtainCode(testApp, app, { form: { state } });
    expect(locationOf(answer).searchParams.get('state')).toBe(state);
  });
});

function isJwk(key: unknown): key is JWK {
  return typeof at(key, 'kty') === 'string';
}

/** Returns the response to the client when the user refuses. */
async function refusedBy(error: 'access_denied'): Promise<URL> {
  const browser = createTestBrowser(testApp);
  const first = await browser.get(authorizePath(app, await push()));
  const uid = locationOf(first).pathname.split('/').at(-1) ?? '';
  return locationOf(
    await browser.get(String(await finishInteractionRefused(testApp.server.providerOf('01'), uid, error))),
  );
}
