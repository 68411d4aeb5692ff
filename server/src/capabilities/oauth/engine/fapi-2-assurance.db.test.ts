import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServerTestApp, type ServerTestApp } from '../testing/server-test-app.suite.ts';
import {
  authorizePath,
  locationOf,
  obtainCode,
  pushRequest,
  type TestBrowser,
} from '../testing/test-browser.suite.ts';
import { createPkce, createTestClient, type TestClient } from '../testing/test-client.suite.ts';
import { anyCustomer } from '../testing/test-tokens.suite.ts';

let testApp: ServerTestApp;
let app: TestClient;
beforeAll(async () => {
  testApp = await createServerTestApp({ customers: anyCustomer });
  app = await createTestClient(testApp, { kind: 'customer-app' });
});
afterAll(async () => {
  await testApp[Symbol.asyncDispose]();
});

describe('consent and assurance', () => {
  /** Requests a code without showing any page. */
  const silently = async (
    browser: TestBrowser,
    form: Readonly<Record<string, string>>,
    by: TestClient = app,
  ): Promise<string | null> => {
    const pushed = await pushRequest(by, createPkce(), { prompt: 'none', scope: 'openid', ...form });
    const { searchParams } = locationOf(await browser.get(authorizePath(by, pushed)));
    return searchParams.get('error') ?? (searchParams.has('code') ? 'code' : null);
  };

  it('5.3.2.1-14 a scope without consent is not granted without asking', async () => {
    const scopes = ['openid', 'offline_access', 'mailbox'];
    const [one, two] = [
      await createTestClient(testApp, { kind: 'customer-app', scopes }),
      await createTestClient(testApp, { kind: 'customer-app', scopes }),
    ];
    const { browser } = await obtainCode(testApp, one, { form: { scope: 'openid' } });
    expect(await silently(browser, {}, one)).toBe('code');
    expect(await silently(browser, { scope: 'openid mailbox' }, one)).toBe('consent_required');
    // Consent for one client does not apply to another.
    expect(await silently(browser, {}, two)).toBe('consent_required');
  });

  it('RFC 9470 4 a user with too weak a sign-in is asked again, and gets no code for it', async () => {
    const { browser } = await obtainCode(testApp, app, { signedIn: { assurance: '1fa' } });
    expect(await silently(browser, {})).toBe('code');
    expect(await silently(browser, { acr_values: '1fa sca' })).toBe('code');
    expect(await silently(browser, { acr_values: 'sca' })).toBe('login_required');
    expect(await silently(browser, { acr_values: 'sca-linked sca' })).toBe('login_required');
    const weak = await obtainCode(testApp, app, {
      form: { acr_values: 'sca' },
      signedIn: { assurance: '1fa' },
    });
    expect(weak.code).toBe('');
    expect(locationOf(weak.answer).pathname).toMatch(/^\/oauth\/01\/interaction\//);
    expect((await obtainCode(testApp, app, { form: { acr_values: 'sca' } })).code).not.toBe('');
  });

  it('RFC 9470 4 a user with too old a sign-in is asked again', async () => {
    const { browser } = await obtainCode(testApp, app);
    testApp.moveTime(60);
    expect(await silently(browser, { max_age: '61' })).toBe('code');
    expect(await silently(browser, { max_age: '59' })).toBe('login_required');
    expect(await silently(browser, { max_age: '0' })).not.toBe('code');
  });

  it('RFC 9700 4.7 a form of another user signs no user out', async () => {
    const { browser } = await obtainCode(testApp, app);
    await browser.get('/oauth/01/session/end');
    for (const xsrf of ['', 'guessed', 'a'.repeat(48)]) {
      const answer = await testApp.call({
        method: 'POST',
        path: '/oauth/01/session/end/confirm',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
        },
        body: new URLSearchParams({ xsrf, logout: 'yes' }).toString(),
      });
      expect(answer.status).toBe(400);
    }
    expect(await silently(browser, {})).toBe('code');
  });
});
