import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testBaseUrl } from '#platform/testing/proof-maker.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import type { CustomerRequest, CustomerResponse } from '../ports/customer-pages.ts';
import { createServerTestApp, type ServerTestApp } from '../testing/server-test-app.suite.ts';
import {
  authorizePath,
  createTestBrowser,
  locationOf,
  pushRequest,
  type TestBrowser,
} from '../testing/test-browser.suite.ts';
import { createPkce, createTestClient, type TestClient } from '../testing/test-client.suite.ts';
import { anyCustomer } from '../testing/test-tokens.suite.ts';

let testApp: ServerTestApp;
let app: TestClient;
let console: TestClient;
let asked: CustomerRequest[] = [];
let answer: CustomerResponse = { kind: 'reload' };
beforeAll(async () => {
  testApp = await createServerTestApp({
    customers: anyCustomer,
    customerPages: {
      respond: async (_interaction, browserRequest) => {
        asked.push(browserRequest);
        return answer;
      },
    },
  });
  app = await createTestClient(testApp, { kind: 'customer-app' });
  console = await createTestClient(testApp, { kind: 'console' });
});
afterAll(async () => {
  await testApp[Symbol.asyncDispose]();
});
beforeEach(() => {
  asked = [];
  answer = { kind: 'reload' };
});

const honest = {
  'content-type': 'application/x-www-form-urlencoded',
  origin: testBaseUrl,
  'sec-fetch-site': 'same-origin',
};

/** Browser with a started sign-in. */
async function begun(client = app): Promise<{ readonly browser: TestBrowser; readonly path: string }> {
  const browser = createTestBrowser(testApp);
  const first = await browser.get(authorizePath(client, await pushRequest(client, createPkce())));
  return { browser, path: locationOf(first).pathname };
}

async function post(
  { browser, path }: { readonly browser: TestBrowser; readonly path: string },
  body = 'step=identify&username=test-user',
  headers: Readonly<Record<string, string>> = honest,
): Promise<TestServerResponse> {
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
  return testApp.call({ method: 'POST', path, body, headers: { ...headers, cookie } });
}

describe('the form of a customer', () => {
  it('reaches the pages, and the response redirects to the same page, by GET', async () => {
    const at = await begun();
    const { headers, status } = await post(at);
    expect([status, headers['location']]).toEqual([303, at.path]);
    expect([...(asked[0]?.fields ?? [])]).toEqual([
      ['step', 'identify'],
      ['username', 'test-user'],
    ]);
  });

  it('is refused if it does not come from our page', async () => {
    const at = await begun();
    for (const headers of [
      { ...honest, origin: 'https://evil.test' },
      { ...honest, 'sec-fetch-site': 'cross-site' },
      { ...honest, 'sec-fetch-site': 'same-site' },
      { 'content-type': honest['content-type'] },
    ])
      expect((await post(at, undefined, headers)).status).toBe(403);
    expect((await post(at, '{}', { ...honest, 'content-type': 'application/json' })).status).toBe(415);
    expect((await post(at, `a=${'x'.repeat(40_000)}`)).status).toBe(413);
    expect(asked).toEqual([]);
  });

  it('is refused for another browser, another sign-in, too late, and without a sign-in: sign-in-over', async () => {
    const [one, other] = [await begun(), await begun()];
    const statuses = [
      await post({ browser: createTestBrowser(testApp), path: one.path }),
      await post({ browser: other.browser, path: one.path }),
      await post({ browser: one.browser, path: '/oauth/01/interaction/unknown' }),
      await post({ browser: one.browser, path: one.path.replace('/01/', '/02/') }),
    ].map(({ status, text }) => `${status} ${text.split(':')[0]}`);
    expect(new Set(statuses)).toEqual(new Set(['400 sign-in-over']));
    expect(asked).toEqual([]);
  });

  it('is refused for staff, who sign in elsewhere', async () => {
    const at = await begun(console);
    expect((await post(at)).status).toBe(400);
    expect(asked).toEqual([]);
  });

  it('ends the sign-in: signed in, over, or refused', async () => {
    const done = await begun();
    const atSeconds = Math.floor(testApp.clock.now().epochMilliseconds / 1_000);
    answer = {
      kind: 'signed-in',
      customer: { userId: 'usr_1', assurance: 'sca', methods: ['pwd', 'sms'], atSeconds },
      cookies: ['a=b; HttpOnly'],
    };
    const went = await post(done);
    expect(went.status).toBe(303);
    expect([went.headers['set-cookie'] ?? []].flat()).toContain('a=b; HttpOnly');
    answer = { kind: 'refused' };
    const refused = await begun();
    const back = await refused.browser.get(String((await post(refused)).headers['location']));
    expect(locationOf(back).searchParams.get('error')).toBe('access_denied');
    answer = { kind: 'over' };
    expect((await post(await begun())).status).toBe(400);
  });

  it('consent without a sign-in leads nowhere', async () => {
    answer = { kind: 'agreed' };
    const at = await begun();
    expect((await post(at)).status).toBe(400);
  });
});
