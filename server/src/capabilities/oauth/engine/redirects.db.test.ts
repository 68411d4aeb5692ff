import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import { foreignRedirects, hostileRedirects, registeredRedirects } from '../testing/redirect-corpus.suite.ts';
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
import { createPkce, createTestClient, type TestClient } from '../testing/test-client.suite.ts';
import { anyCustomer, tokensIn } from '../testing/test-tokens.suite.ts';

let testApp: ServerTestApp;
let app: TestClient;
beforeAll(async () => {
  testApp = await createServerTestApp({
    customers: anyCustomer,
    testApp: {
      // The test sends a few thousand requests from one address within seconds.
      services: {
        rateLimits: {
          take: () => ({ isAllowed: true, remaining: 1, resetSeconds: 0, limit: 1 }),
          peek: () => ({ isAllowed: true, remaining: 1, resetSeconds: 0, limit: 1 }),
        },
      },
    },
  });
  app = await createTestClient(testApp, {
    kind: 'customer-app',
    redirectUris: registeredRedirects,
    postLogoutRedirectUris: registeredRedirects,
  });
});
afterAll(async () => {
  await testApp[Symbol.asyncDispose]();
});

const atOnce = 16;
const signedOutPage = 'https://bank.test/oauth/01/session/end/success';

/** Sends each address and returns those with an unexpected response. */
async function wronglyAnswered(
  addresses: readonly string[],
  ask: (address: string) => Promise<TestServerResponse>,
  isRight: (answer: TestServerResponse) => boolean,
): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (let start = 0; start < addresses.length; start += atOnce) {
    const batch = addresses.slice(start, start + atOnce);
    const answers = await Promise.all(
      batch.map(async (address) => ({ address, answer: await ask(address) })),
    );
    for (const { address, answer } of answers)
      if (!isRight(answer))
        wrong.push(`${answer.status} ${String(answer.headers['location'])} ${address.slice(0, 200)}`);
  }
  return wrong;
}

const isRefused = ({ headers, status, text }: TestServerResponse): boolean =>
  status === 400 && headers['location'] === undefined && !text.includes('request_uri":');

/** Sends a browser request, also one that a listener would reject for its length. */
const ask = (path: string, query: Readonly<Record<string, string>>): Promise<TestServerResponse> =>
  createTestBrowser(testApp).get(`/oauth/01/${path}?${queryOf(query)}`);

describe(`${hostileRedirects.length} hostile addresses`, () => {
  it('are many, and some are valid addresses of other clients', () => {
    expect(hostileRedirects.length).toBeGreaterThan(500);
    expect(foreignRedirects.length).toBeGreaterThan(30);
    expect(
      hostileRedirects.filter((address) => registeredRedirects.some((known) => known === address)),
    ).toEqual([]);
  });

  it('are each refused in a pushed request', async () => {
    const wrong = await wronglyAnswered(
      hostileRedirects,
      (address) => pushRequest(app, createPkce(), { redirect_uri: address }),
      isRefused,
    );
    expect(wrong).toEqual([]);
  });

  it('are each refused in a plain request, and never followed', async () => {
    const wrong = await wronglyAnswered(
      hostileRedirects,
      (address) =>
        ask('auth', {
          client_id: app.clientId,
          response_type: 'code',
          redirect_uri: address,
          scope: 'openid',
          state: 's',
          code_challenge: createPkce().challenge,
          code_challenge_method: 'S256',
        }),
      isRefused,
    );
    expect(wrong).toEqual([]);
  });

  it('are each ignored beside a pushed request', async () => {
    const wrong = await wronglyAnswered(
      hostileRedirects,
      async (address) => {
        const pushed = await pushRequest(app, createPkce(), { redirect_uri: registeredRedirects[0] });
        const path = authorizePath(app, pushed);
        return createTestBrowser(testApp).get(`${path}&${queryOf({ redirect_uri: address })}`);
      },
      (answer) =>
        answer.status === 303 && String(answer.headers['location']).startsWith('/oauth/01/interaction/'),
    );
    expect(wrong).toEqual([]);
  });

  it('are each refused at sign-out', async () => {
    const wrong = await wronglyAnswered(
      hostileRedirects,
      (address) => ask('session/end', { client_id: app.clientId, post_logout_redirect_uri: address }),
      // An empty address counts as absent; then the server shows its own page.
      (answer) => isRefused(answer) || answer.headers['location'] === signedOutPage,
    );
    expect(wrong).toEqual([]);
  });

  it('are not followed at sign-out without a client', async () => {
    for (const address of [...foreignRedirects.slice(0, 20), 'https://evil.test/']) {
      const after = await signOut({ post_logout_redirect_uri: address });
      expect(after.headers['location']).toBe(signedOutPage);
    }
  });
});

describe('registered addresses', () => {
  it.each(registeredRedirects)('%s receives a code, and a browser after sign-out', async (address) => {
    const flow = await obtainCode(testApp, app, { form: { redirect_uri: address } });
    expect(String(flow.answer.headers['location'])).toMatch(/[?&]code=[\w-]{43}&/);
    expect(locationOf(flow.answer).href.startsWith(address)).toBe(true);
    const { idToken } = tokensIn(await redeem(app, flow, { redirect_uri: address }));
    const query = { id_token_hint: idToken, post_logout_redirect_uri: address, state: 'bye' };
    const after = await signOut(query, flow.browser);
    expect(after.status).toBe(303);
    expect(locationOf(after).href.startsWith(address)).toBe(true);
    expect(locationOf(after).searchParams.get('state')).toBe('bye');
  });

  it('are refused at sign-out with an ID token of another client', async () => {
    const other = await createTestClient(testApp, { kind: 'customer-app' });
    const flow = await obtainCode(testApp, other);
    const { idToken } = tokensIn(await redeem(other, flow));
    for (const more of [{}, { client_id: app.clientId }]) {
      const answer = await flow.browser.get(
        `/oauth/01/session/end?${queryOf({
          id_token_hint: idToken,
          post_logout_redirect_uri: registeredRedirects[0],
          ...more,
        })}`,
      );
      expect(isRefused(answer)).toBe(true);
    }
  });
});

/** Signs out as a browser does: the page, then its form. A browser without a session is redirected at once. */
async function signOut(
  query: Readonly<Record<string, string>>,
  browser = createTestBrowser(testApp),
): Promise<TestServerResponse> {
  const page = await browser.get(`/oauth/01/session/end?${queryOf(query)}`);
  if (page.status === 303) return page;
  const xsrf = /name="xsrf" value="(\w+)"/.exec(page.text)?.[1] ?? '';
  return testApp.call({
    method: 'POST',
    path: '/oauth/01/session/end/confirm',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
    },
    body: new URLSearchParams({ xsrf, logout: 'yes' }).toString(),
  });
}
