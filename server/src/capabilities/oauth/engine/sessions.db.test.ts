import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import { lifetimes } from '../domain/lifetimes.ts';
import { createServerTestApp, type ServerTestApp } from '../testing/server-test-app.suite.ts';
import {
  authorizePath,
  createTestBrowser,
  locationOf,
  obtainCode,
  pushRequest,
  redeem,
  type TestBrowser,
} from '../testing/test-browser.suite.ts';
import { createPkce, createTestClient, type Form, type TestClient } from '../testing/test-client.suite.ts';
import { outcomeOf, tokensIn } from '../testing/test-tokens.suite.ts';

let testApp: ServerTestApp;
let console: TestClient;
beforeAll(async () => {
  testApp = await createServerTestApp();
  console = await createTestClient(testApp, { kind: 'console' });
});
afterAll(async () => {
  await testApp[Symbol.asyncDispose]();
});

const silent = { prompt: 'none', scope: 'openid' };

/** Returns the address at which a browser requests a code. */
async function authorizeUrl(form: Form = silent): Promise<string> {
  return authorizePath(console, await pushRequest(console, createPkce(), form));
}

/** Returns the response when no page may be shown. */
async function asksSilently(browser: TestBrowser): Promise<string> {
  const { searchParams } = locationOf(await browser.get(await authorizeUrl()));
  return searchParams.get('error') ?? 'code';
}

type Session = InstanceType<ReturnType<ServerTestApp['server']['providerOf']>['Session']>;

/** Returns the session as a request reads it at its start. */
async function sessionOf({ cookies }: TestBrowser): Promise<Session> {
  const name = cookies.get('__Host-portico-01-session') ?? '';
  const session = await testApp.server.providerOf('01').Session.find(name);
  assert(session !== undefined);
  return session;
}

/** Returns the last step of signing out, ready to be sent. */
async function signOutOf(browser: TestBrowser): Promise<() => Promise<TestServerResponse>> {
  const page = await browser.get('/oauth/01/session/end');
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return () =>
    testApp.call({
      method: 'POST',
      path: '/oauth/01/session/end/confirm',
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ xsrf, logout: 'yes' }).toString(),
    });
}

describe('a session that was ended', () => {
  it('is not restored by a request that was running', async () => {
    const { browser } = await obtainCode(testApp, console);
    const copy = createTestBrowser(testApp, browser);
    const signOut = await signOutOf(browser);
    const asks = await Promise.all(Array.from({ length: 6 }, () => authorizeUrl()));
    const [out] = await Promise.all([signOut(), ...asks.map((path) => copy.get(path))]);
    expect(out.status).toBe(303);
    const later = await copy.get(await authorizeUrl());
    expect(locationOf(later).searchParams.get('error')).toBe('login_required');
  });

  it('is not restored under another id by a sign-in that was running', async () => {
    const { browser } = await obtainCode(testApp, console);
    const session = await sessionOf(browser);
    await (await signOutOf(browser))();
    session.resetIdentifier();
    await session.save(lifetimes.sessionIdle);
    const { Session } = testApp.server.providerOf('01');
    expect([await Session.find(session.jti), await Session.findByUid(session.uid)]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('issues no tokens for a code whose grant still exists', async () => {
    const flow = await obtainCode(testApp, console);
    await (await sessionOf(flow.browser)).destroy();
    const answer = await redeem(console, flow);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      error: 'invalid_grant',
      error_description: 'the grant has ended; the user must sign in again',
    });
  });
});

describe('twelve hours after the sign-in', () => {
  const signedInLongAgo = (): { readonly atSeconds: number } => ({
    atSeconds: Math.floor(testApp.clock.now().epochMilliseconds / 1_000) - lifetimes.sessionAbsolute + 10,
  });

  it('a session is not extended by a request that was running', async () => {
    const { browser } = await obtainCode(testApp, console, { signedIn: signedInLongAgo() });
    testApp.moveTime(9);
    expect(await asksSilently(browser)).toBe('code');
    const session = await sessionOf(browser);
    testApp.moveTime(2);
    await session.save(1);
    expect(await asksSilently(browser)).toBe('login_required');
  });

  it('a refresh token that was issued by a running request is worthless', async () => {
    const flow = await obtainCode(testApp, console, { signedIn: signedInLongAgo() });
    const { refreshToken } = tokensIn(await redeem(console, flow));
    const token = await testApp.server.providerOf('01').RefreshToken.find(refreshToken);
    assert(token !== undefined);
    testApp.moveTime(11);
    // As the library saves a successor: every lifetime is at least one second.
    token.exp = Math.floor(testApp.clock.now().epochMilliseconds / 1_000) + 1;
    await token.save();
    const answer = await console.post('/token', { grant_type: 'refresh_token', refresh_token: refreshToken });
    expect(outcomeOf(answer)).toBe('400 invalid_grant');
  });
});

it('signing out without a session leaves no rows', async () => {
  const kept = (): Promise<readonly object[]> =>
    testApp.database.query("select kind from oauth.artefact where bank_id = '02'");
  const otherBrowser = createTestBrowser(testApp);
  for (const state of ['a', 'b', 'x'.repeat(10_000)]) {
    const answer = await otherBrowser.get(`/oauth/02/session/end?state=${state}`);
    expect(answer.headers['location']).toBe('https://bank.test/oauth/02/session/end/success');
  }
  expect(await kept()).toEqual([]);
});

it('a user who may no longer have tokens must sign in again', async () => {
  const { browser } = await obtainCode(testApp, console);
  await testApp.database.query("update oauth.employee set roles = '{}' where employee_id = 'e-test'");
  const answer = await browser.get(await authorizeUrl({ scope: 'openid' }));
  expect(locationOf(answer).pathname).toMatch(/^\/oauth\/01\/interaction\//);
  const silently = await browser.get(await authorizeUrl());
  expect(locationOf(silently).searchParams.get('error')).toBe('login_required');
});

it('one pushed request cannot be opened without limit', async () => {
  const app = await createTestClient(testApp, { kind: 'customer-app' });
  const open = async (path: string): Promise<string> => {
    const location = locationOf(await createTestBrowser(testApp).get(path));
    return location.searchParams.get('error') ?? location.pathname.replace(/[^/]+$/, '');
  };
  const path = authorizePath(app, await pushRequest(app, createPkce()));
  const ends: string[] = [];
  for (let count = 0; count < 12; count += 1) ends.push(await open(path));
  expect(ends).toEqual([
    ...Array.from({ length: 10 }, () => '/oauth/01/interaction/'),
    'invalid_request_uri',
    'invalid_request_uri',
  ]);
  expect(await open(authorizePath(app, await pushRequest(app, createPkce())))).toBe('/oauth/01/interaction/');
});
