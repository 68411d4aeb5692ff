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
  refresh,
  tokensIn,
  wordOf,
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

/** Asks without showing any page: whoever is signed in comes back with a code, everybody else with this word. */
async function silently(browser: TestBrowser, client: TestClient = app): Promise<string> {
  const pushed = await pushRequest(client, createPkce(), { prompt: 'none', scope: 'openid' });
  const { searchParams } = locationOf(await browser.get(authorizePath(client, pushed)));
  return searchParams.get('error') ?? (searchParams.has('code') ? 'code' : 'nothing');
}

describe('an access token', () => {
  it('is good for 299 seconds, and with the tolerance of clocks not for 311', async () => {
    const { accessToken } = tokensIn(await obtainOwnToken(application));
    testApp.moveTime(299);
    expect(await testApp.verifier.verify(accessToken)).toMatchObject({ kind: 'accepted' });
    testApp.moveTime(12);
    expect(await testApp.verifier.verify(accessToken)).toMatchObject({ kind: 'refused' });
    expect((await introspect(application, accessToken)).body).toEqual({ active: false });
  });
});

describe('a session', () => {
  it('is over after five idle minutes', async () => {
    const { browser } = await obtainCode(testApp, app);
    testApp.moveTime(299);
    expect(await silently(browser)).toBe('code');
    testApp.moveTime(299);
    expect(await silently(browser)).toBe('code');
    testApp.moveTime(301);
    expect(await silently(browser)).toBe('login_required');
    // Asked with pages, it begins at the first one again.
    const first = await browser.get(authorizePath(app, await pushRequest(app, createPkce())));
    expect(locationOf(first).pathname).toMatch(/^\/oauth\/01\/interaction\//);
  });

  it('is over twelve hours after the sign-in, however busy it was', async () => {
    // Somebody who signed in ten hours ago, and has been busy since.
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

  it('is not kept alive by refreshing tokens', async () => {
    const flow = await obtainCode(testApp, app);
    const tokens = tokensIn(await redeem(app, flow));
    testApp.moveTime(200);
    expect(wordOf(await refresh(app, tokens.refreshToken))).toBe('200');
    testApp.moveTime(101);
    expect(await silently(flow.browser)).toBe('login_required');
  });

  it('gets a new name when somebody signs in, and the old one opens nothing', async () => {
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
  it('is over after ten idle minutes', async () => {
    const tokens = await obtainTokens(testApp, app);
    testApp.moveTime(599);
    const next = await refresh(app, tokens.refreshToken);
    expect(wordOf(next)).toBe('200');
    testApp.moveTime(601);
    expect(wordOf(await refresh(app, tokensIn(next).refreshToken))).toBe('400 invalid_grant');
  });

  it('never outlives the twelve hours of its session, however often it was exchanged', async () => {
    let { refreshToken } = await obtainTokens(testApp, app);
    const step = 590;
    const steps = Math.floor((12 * hours - 1) / step);
    for (let turn = 0; turn < steps; turn += 1) {
      testApp.moveTime(step);
      const answer = await refresh(app, refreshToken);
      expect(wordOf(answer)).toBe('200');
      ({ refreshToken } = tokensIn(answer));
    }
    testApp.moveTime(12 * hours - steps * step + 1);
    expect(wordOf(await refresh(app, refreshToken))).toBe('400 invalid_grant');
  });
});

describe('a sign-in under way', () => {
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

  it('may not take longer', async () => {
    const { browser, uid } = await begin();
    const next = await signInAs(testApp, { bankId: '01', uid, signedIn: signedIn() });
    testApp.moveTime(601);
    // Neither said nor done in time.
    const late = await browser.get(String(next));
    expect([late.status, late.headers['location']]).toEqual([400, undefined]);
    expect(await finish(browser, uid)).toBeUndefined();
  });
});

describe('forgetting', () => {
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

  it('takes all that has expired, and nothing else', async () => {
    expect(await rows()).toEqual({});
    const flow = await obtainCode(testApp, app);
    const tokens = tokensIn(await redeem(app, flow));
    await pushRequest(app, createPkce());
    const kept = {
      AuthorizationCode: 1,
      Grant: 1,
      // Signed in and agreed: both are over, and may be answered again for a minute.
      Interaction: 2,
      PushedAuthorizationRequest: 2,
      RefreshToken: 1,
      ResumeAnswer: 2,
      Session: 1,
    };
    expect(await rows()).toEqual(kept);
    expect(await purgeExpired(testApp.contextFor('01'))).toBe(0);
    expect(await rows()).toEqual(kept);

    // The code is over; the rest is not.
    testApp.moveTime(60 + 21);
    await purgeExpired(testApp.contextFor('01'));
    expect(await rows()).toEqual({ ...kept, AuthorizationCode: undefined, ResumeAnswer: undefined });
    const next = await refresh(app, tokens.refreshToken);
    expect(wordOf(next)).toBe('200');
    expect(await silently(flow.browser)).toBe('code');

    // Idle for too long; only what was agreed to, and who pushed, is still known.
    testApp.moveTime(601 + 21);
    await purgeExpired(testApp.contextFor('01'));
    expect(Object.keys(await rows())).toEqual(['Grant', 'PushedAuthorizationRequest']);
    testApp.moveTime(12 * hours);
    await purgeExpired(testApp.contextFor('01'));
    expect(await rows()).toEqual({});
  });

  it('leaves other banks alone', async () => {
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

  it('keeps what an assertion and a proof have used up until both are too old', async () => {
    const nowSeconds = Math.floor(testApp.clock.now().epochMilliseconds / 1_000);
    const client_assertion = await application.assertion({ exp: nowSeconds + 300 });
    const dpop = await application.proof({ path: '/oauth/01/token', claims: { iat: nowSeconds + 10 } });
    const form = { grant_type: 'client_credentials' };
    expect(wordOf(await application.post('/token', { ...form, client_assertion }, { dpop }))).toBe('200');
    for (const seconds of [100, 100, 100, 9, 2, 40]) {
      testApp.moveTime(seconds);
      await purgeExpired(testApp.contextFor('01'));
      expect(wordOf(await application.post('/token', { ...form, client_assertion }))).toBe(
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

  it('keeps what is revoked until every such token has ended by itself', async () => {
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
