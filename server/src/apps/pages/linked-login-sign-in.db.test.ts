import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  bea,
  obtainCode,
  openLoginProvider,
  pageRedirectUri,
  startLoginUpstream,
} from '#adapters/login-provider/login-harness.suite.ts';
import { visitProvider } from '#adapters/staff-provider/staff-browser.suite.ts';
import type { UpstreamProvider } from '#adapters/staff-provider/upstream-provider.suite.ts';
import type { LoginProvider } from '#capabilities/identity/index.ts';
import {
  createIdentityTestApp,
  customer,
  type IdentityTestApp,
  type TestUser,
} from '#capabilities/identity/testing/identity-test-app.suite.ts';
import { redeem } from '#capabilities/oauth/testing/test-browser.suite.ts';
import { tokensIn } from '#capabilities/oauth/testing/test-tokens.suite.ts';
import { testBaseUrl } from '#platform/testing/proof-maker.ts';
import {
  type AccountTestApp,
  createAccountTestApp,
  createPageBrowser,
  type PageBrowser,
} from './account-test-app.suite.ts';
import { createOauthSignInTestApp, fill, type OauthSignInTestApp } from './oauth-sign-in-test-app.suite.ts';

let upstream: UpstreamProvider;
let provider: LoginProvider & AsyncDisposable;
let pages: OauthSignInTestApp;
let account: AccountTestApp;
let identity: IdentityTestApp;
let linked: TestUser;

beforeAll(async () => {
  upstream = await startLoginUpstream({ timeMs: Date.parse('2026-11-15T10:00:00Z') });
  provider = await openLoginProvider(upstream, {
    page: { name: 'National Identity', redirectUri: pageRedirectUri },
  });
  const { page } = provider;
  if (page === undefined) throw new Error('the provider has no page');
  const offered = { ...provider, page };
  pages = await createOauthSignInTestApp(() =>
    createIdentityTestApp({
      poolSize: 6,
      ports: { loginProviders: { of: () => offered, offered: () => [offered] } },
    }),
  );
  ({ identity } = pages);
  account = await createAccountTestApp(identity);
  linked = await identity.register();
  const { code, codeVerifier, nonce } = await obtainCode(upstream);
  const body = { provider: 'national-identity', code, 'code-verifier': codeVerifier, nonce };
  const answer = await identity.send('POST', '/me/logins', { as: customer(linked), body });
  if (answer.status !== 204) throw new Error(`not linked: ${answer.status}`);
});
afterAll(async () => {
  await account[Symbol.asyncDispose]();
  await pages[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

async function rest(): Promise<void> {
  pages.rest(121);
  const now = identity.clock.now();
  account.server.clock.set(now.toString());
  await upstream.setTime(now.epochMilliseconds);
}

/** Follows the link of the page to the provider, signs in there, and returns the address that the browser gets. */
async function visit(browser: PageBrowser, subject = bea.subject): Promise<string> {
  await browser.fill('linked-login', { provider: 'national-identity' });
  const { text } = await browser.get();
  const link = /<a class="action wide" href="([^"]+)"/v.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const back = await visitProvider(upstream, new URL(link), { ...bea, subject });
  return `${new URL(pageRedirectUri).pathname}?${back.toString()}`;
}

/** Fills forms of the pages for clients, which have another origin in tests. */
function fillAs(browser: PageBrowser): PageBrowser['fill'] {
  return (step, fields) => fill(browser, step, fields);
}

/** Opens the address of the return; the account routes serve it for every sign-in. */
async function pageAfter(address: string): Promise<string> {
  const { headers, status } = await account.server.call({ method: 'GET', path: address });
  expect(status).toBe(303);
  return String(headers['location']);
}

describe('a login at a provider in a separate process', () => {
  test('signs its customer in for a client that asks for one factor, and steps up with a second', async () => {
    await rest();
    const { browser, page, pkce } = await pages.sent({
      acr_values: '1fa',
      prompt: undefined,
      scope: 'openid',
    });
    expect(page.text).toContain('National Identity');
    const customerBrowser = { ...browser, fill: fillAs(browser) };
    const next = await pageAfter(await visit(customerBrowser));
    expect(next).toMatch(/^\/oauth\/01\/interaction\//v);
    const { cookies } = browser;
    let done = await pages.follow(cookies, await createPageBrowser(pages.testApp.call, next, cookies).get());
    if (done.at.startsWith('/')) {
      const consent = createPageBrowser(pages.testApp.call, done.at, cookies);
      await consent.get();
      done = await pages.follow(cookies, await fill(consent, 'agree'));
    }
    const code = new URL(done.at, testBaseUrl).searchParams.get('code') ?? '';
    const { idToken } = tokensIn(await redeem(pages.app, { code, pkce }));
    const claims = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({ sub: linked.userId, acr: '1fa', amr: ['fed'] });

    await rest();
    const again = await pages.sent({ acr_values: 'sca', prompt: undefined, scope: 'openid' }, { cookies });
    await fill(again.browser, 'method', { factor: 'sms' });
    await again.browser.get();
    const sms = await identity.newestCode(linked.userId);
    const stepped = await pages.follow(cookies, await fill(again.browser, 'code', { code: sms.code }));
    const stronger = new URL(stepped.at, testBaseUrl).searchParams.get('code') ?? '';
    const tokens = tokensIn(await redeem(pages.app, { code: stronger, pkce: again.pkce }));
    expect(JSON.parse(Buffer.from(tokens.idToken.split('.')[1] ?? '', 'base64url').toString())).toMatchObject(
      {
        acr: 'sca',
        amr: ['fed', 'sms'],
      },
    );
  });

  test('leads to the second factor on the page of the bank, and then to the account', async () => {
    await rest();
    const browser = createPageBrowser(account.server.call);
    await browser.get('/account/01?lang=en');
    const next = await pageAfter(await visit(browser));
    expect(next).toMatch(/^\/account\/01\?/v);
    expect((await browser.get(next)).headers['location']).toBe('/account/01');
    expect((await browser.get()).text).toContain('name="code"');
    const { code } = await identity.newestCode(linked.userId);
    await browser.fill('code', { code });
    expect((await browser.get()).text).toContain(linked.username);
  });

  test('of an unknown subject is refused, and the page does not say who exists', async () => {
    await rest();
    const browser = createPageBrowser(account.server.call);
    await browser.get('/account/01?lang=en');
    const next = await pageAfter(await visit(browser, 'upstream-unknown'));
    await browser.get(next);
    expect((await browser.get()).text).toContain('With this login you cannot sign in here.');
  });

  test('signs in no other browser than the one that asked', async () => {
    await rest();
    const browser = createPageBrowser(account.server.call);
    await browser.get('/account/01?lang=en');
    const next = await pageAfter(await visit(browser));
    const other = createPageBrowser(account.server.call);
    await other.get('/account/01?lang=en');
    expect((await other.get(next)).text).toContain('name="username"');
    expect((await createPageBrowser(account.server.call).get(next)).text).toContain('name="username"');
    expect((await browser.get(next)).status).toBe(303);
  });

  test.each(['', '?state=', '?state=..%2F..%2Fevil&code=x', `?state=${'a'.repeat(200)}.x`])(
    'without the state of a sign-in (%j) is not found',
    async (query) => {
      const path = `${new URL(pageRedirectUri).pathname}${query}`;
      expect((await account.server.call({ method: 'GET', path })).status).toBe(404);
    },
  );
});
