import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import { purgeExpired } from '../operations/purge-expired.ts';
import { createServerTestApp, type ServerTestApp } from '../testing/server-test-app.suite.ts';
import {
  anybody,
  authorizePath,
  createTestBrowser,
  locationOf,
  obtainCode,
  pushRequest,
  redeem,
  signInAs,
  type TestBrowser,
} from '../testing/test-browser.suite.ts';
import { createPkce, createTestClient, type TestClient } from '../testing/test-client.suite.ts';
import {
  anyCustomer,
  introspect,
  obtainOwnToken,
  obtainTokens,
  outcomeOf,
  refresh,
  tokensIn,
} from '../testing/test-tokens.suite.ts';
import type { SignedIn } from './interactions.ts';

let testApp: ServerTestApp;
let app: TestClient;
let desk: TestClient;
let application: TestClient;
beforeAll(async () => {
  testApp = await createServerTestApp({ customers: anyCustomer });
  app = await createTestClient(testApp, { kind: 'customer-app' });
  desk = await createTestClient(testApp, { kind: 'console' });
  application = await createTestClient(testApp);
});
afterAll(async () => {
  await testApp[Symbol.asyncDispose]();
});

const hours = 3_600;
const signedIn = (): SignedIn => ({
  accountId: anybody,
  assurance: 'sca',
  methods: ['pwd'],
  atSeconds: Math.floor(testApp.clock.now().epochMilliseconds / 1_000),
});

/** Requests a code without showing any page: a signed-in user gets a code, others this error. */
async function silently(browser: TestBrowser, client: TestClient = app): Promise<string> {
  const pushed = await pushRequest(client, createPkce(), { prompt: 'none', scope: 'openid' });
  const { searchParams } = locationOf(await browser.get(authorizePath(client, pushed)));
  return searchParams.get('error') ?? (searchParams.has('code') ? 'code' : 'nothing');
}

describe('an access token', () => {
  it('is valid for 299 seconds, and with clock tolerance not for 311', async () => {
    const { accessToken } = tokensIn(await obtainOwnToken(application));
    testApp.moveTime(299);
    expect(await testApp.verifier.verify(accessToken)).toMatchObject({ kind: 'accepted' });
    testApp.moveTime(12);
    expect(await testApp.verifier.verify(accessToken)).toMatchObject({ kind: 'refused' });
    expect((await introspect(application, accessToken)).body).toEqual({ active: false });
  });
});

describe('a session', () => {
  it('ends after five idle minutes', async () => {
    const { browser } = await obtainCode(testApp, app);
    testApp.moveTime(299);
    expect(await silently(browser)).toBe('code');
    testApp.moveTime(299);
    expect(await silently(browser)).toBe('code');
    testApp.moveTime(301);
    expect(await silently(browser)).toBe('login_required');
    // With pages, the sign-in starts at the first one again.
    const first = await browser.get(authorizePath(app, await pushRequest(app, createPkce())));
    expect(locationOf(first).pathname).toMatch(/^\/oauth\/01\/interaction\//);
  });

  it('ends twelve hours after the sign-in, even if it is in use', async () => {
    // Signed in ten hours ago, and active since.
    const atSeconds = signedIn().atSeconds - 10 * hours;
    const { browser } = await obtainCode(testApp, desk, { signedIn: { atSeconds } });
    const step = 290;
    const steps = Math.floor((2 * hours - 1) / step);
    for (let turn = 0; turn < steps; turn += 1) {
      testApp.moveTime(step);
      expect(await silently(browser, desk)).toBe('code');
    }
    testApp.moveTime(2 * hours - steps * step - 1);
    expect(await silently(browser, desk)).toBe('code');
    testApp.moveTime(2);
    expect(await silently(browser, desk)).toBe('login_required');
  });

  it('is not extended by refreshing tokens', async () => {
    const flow = await obtainCode(testApp, app);
    const tokens = tokensIn(await redeem(app, flow));
    testApp.moveTime(200);
    expect(outcomeOf(await refresh(app, tokens.refreshToken))).toBe('200');
    testApp.moveTime(101);
    expect(await silently(flow.browser)).toBe('login_required');
  });

  it('gets a new id when a user signs in, and the old id is worthless', async () => {
    const browser = createTestBrowser(testApp);
    await browser.get('/oauth/01/session/end');
    const before = new Map(browser.cookies);
    await obtainCode(testApp, app, { browser });
    const name = '__Host-portico-01-session';
    expect(before.get(name)).toBeDefined();
    expect(browser.cookies.get(name)).not.toBe(before.get(name));
    const old = [...before].map((pair) => pair.join('=')).join('; ');
    const pushed = await pushRequest(app, createPkce(), { prompt: 'none', scope: 'openid' });
    const answer = await testApp.call({
      method: 'GET',
      path: authorizePath(app, pushed),
      headers: { cookie: old },
    });
    expect(locationOf(answer).searchParams.get('error')).toBe('login_required');
    expect(await silently(browser)).toBe('code');
  });
});

describe('a refresh token', () => {
  it('ends after ten idle minutes', async () => {
    const tokens = await obtainTokens(testApp, app);
    testApp.moveTime(599);
    const next = await refresh(app, tokens.refreshToken);
    expect(outcomeOf(next)).toBe('200');
    testApp.moveTime(601);
    expect(outcomeOf(await refresh(app, tokensIn(next).refreshToken))).toBe('400 invalid_grant');
  });

  it('never outlives the twelve hours of its session, however often it is exchanged', async () => {
    let { refreshToken } = await obtainTokens(testApp, app);
    const step = 590;
    const steps = Math.floor((12 * hours - 1) / step);
    for (let turn = 0; turn < steps; turn += 1) {
      testApp.moveTime(step);
      const answer = await refresh(app, refreshToken);
      expect(outcomeOf(answer)).toBe('200');
      ({ refreshToken } = tokensIn(answer));
    }
    testApp.moveTime(12 * hours - steps * step + 1);
    expect(outcomeOf(await refresh(app, refreshToken))).toBe('400 invalid_grant');
  });
});

describe('a pending sign-in', () => {
  const begin = async (): Promise<{ browser: TestBrowser; uid: string }> => {
    const browser = createTestBrowser(testApp);
    const first = await browser.get(authorizePath(app, await pushRequest(app, createPkce())));
    return { browser, uid: locationOf(first).pathname.split('/').at(-1) ?? '' };
  };
  const finish = async (browser: TestBrowser, uid: string): Promise<TestServerResponse | undefined> => {
    const next = await signInAs(testApp, { bankId: '01', uid, signedIn: signedIn() });
    return next === undefined ? undefined : browser.get(next);
  };

  it('may take ten minutes', async () => {
    const { browser, uid } = await begin();
    testApp.moveTime(599);
    expect((await finish(browser, uid))?.status).toBe(303);
  });

  it('ends after ten minutes', async () => {
    const { browser, uid } = await begin();
    const next = await signInAs(testApp, { bankId: '01', uid, signedIn: signedIn() });
    testApp.moveTime(601);
    // Neither submitted nor resumed in time.
    const late = await browser.get(String(next));
    expect([late.status, late.headers['location']]).toEqual([400, undefined]);
    expect(await finish(browser, uid)).toBeUndefined();
  });
});

describe('purging', () => {
  beforeEach(async () => {
    testApp.moveTime(24 * hours);
    await purgeExpired(testApp.contextFor('01'));
  });

  const rows = async (): Promise<Readonly<Record<string, number>>> => {
    const found = await testApp.database.query<{ kind: string; count: string }>(
      'select kind, count(*) from oauth.artefact where bank_id = $1 group by kind order by kind',
      ['01'],
    );
    return Object.fromEntries(found.map(({ count, kind }) => [kind, Number(count)]));
  };

  it('deletes everything that has expired, and nothing else', async () => {
    expect(await rows()).toEqual({});
    const flow = await obtainCode(testApp, app);
    const tokens = tokensIn(await redeem(app, flow));
    await pushRequest(app, createPkce());
    const kept = {
      AuthorizationCode: 1,
      Grant: 1,
      // Signed in and consented: both interactions are finished, and may be repeated for a minute.
      Interaction: 2,
      PushedAuthorizationRequest: 2,
      RefreshToken: 1,
      ResumeAnswer: 2,
      Session: 1,
    };
    expect(await rows()).toEqual(kept);
    expect(await purgeExpired(testApp.contextFor('01'))).toBe(0);
    expect(await rows()).toEqual(kept);

    // Only the code has expired.
    testApp.moveTime(60 + 21);
    await purgeExpired(testApp.contextFor('01'));
    expect(await rows()).toEqual({ ...kept, AuthorizationCode: undefined, ResumeAnswer: undefined });
    const next = await refresh(app, tokens.refreshToken);
    expect(outcomeOf(next)).toBe('200');
    expect(await silently(flow.browser)).toBe('code');

    // Idle for too long; only the grant and the pushed request are still stored.
    testApp.moveTime(601 + 21);
    await purgeExpired(testApp.contextFor('01'));
    expect(Object.keys(await rows())).toEqual(['Grant', 'PushedAuthorizationRequest']);
    testApp.moveTime(12 * hours);
    await purgeExpired(testApp.contextFor('01'));
    expect(await rows()).toEqual({});
  });

  it('does not affect other banks', async () => {
    const elsewhere = await createTestClient(testApp, { bankId: '02', kind: 'customer-app' });
    await pushRequest(elsewhere, createPkce());
    testApp.moveTime(24 * hours);
    await purgeExpired(testApp.contextFor('01'));
    const [found] = await testApp.database.query<{ count: string }>(
      'select count(*) from oauth.artefact where bank_id = $1',
      ['02'],
    );
    expect(Number(found?.count)).toBeGreaterThan(0);
  });

  it('leaves the replay markers of assertions and proofs until both have expired', async () => {
    const nowSeconds = Math.floor(testApp.clock.now().epochMilliseconds / 1_000);
    const client_assertion = await application.assertion({ exp: nowSeconds + 300 });
    const dpop = await application.proof({ path: '/oauth/01/token', claims: { iat: nowSeconds + 10 } });
    const form = { grant_type: 'client_credentials' };
    expect(outcomeOf(await application.post('/token', { ...form, client_assertion }, { dpop }))).toBe('200');
    for (const seconds of [100, 100, 100, 9, 2, 40]) {
      testApp.moveTime(seconds);
      await purgeExpired(testApp.contextFor('01'));
      expect(outcomeOf(await application.post('/token', { ...form, client_assertion }))).toBe(
        '401 invalid_client',
      );
      expect((await application.post('/token', form, { dpop })).status).toBe(400);
    }
    const [left] = await testApp.database.query<{ count: string }>(
      'select count(*) from oauth.replay_marker where bank_id = $1 and expires_at < $2',
      ['01', testApp.clock.now().subtract({ seconds: 20 }).toString()],
    );
    expect(Number(left?.count)).toBe(0);
  });

  it('leaves revocations until every affected token has expired', async () => {
    const answer = await obtainOwnToken(application);
    await application.post('/token/revocation', { token: tokensIn(answer).accessToken });
    testApp.moveTime(310);
    await purgeExpired(testApp.contextFor('01'));
    await testApp.revocations.refresh();
    expect(await testApp.verifier.verify(tokensIn(answer).accessToken)).toMatchObject({ kind: 'refused' });
    const count = async (): Promise<number> =>
      Number(
        (await testApp.database.query<{ count: string }>('select count(*) from oauth.revocation'))[0]?.count,
      );
    expect(await count()).toBe(1);
    testApp.moveTime(100);
    await purgeExpired(testApp.contextFor('01'));
    expect(await count()).toBe(0);
    expect(at(answer.body, 'expires_in')).toBe(300);
  });
});
