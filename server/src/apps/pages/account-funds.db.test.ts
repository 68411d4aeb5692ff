import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testConsentsPorts } from '#capabilities/consents/testing/consents-test-app.suite.ts';
import {
  createFundsTestApp,
  type FundsTestApp,
  idIn,
  shortly,
  type TestCustomer,
} from '#capabilities/funds-confirmations/testing/funds-test-app.suite.ts';
import { testPaymentsPorts } from '#capabilities/payments/testing/payments-test-app.suite.ts';
import { plain } from '#dialects/plain/plain.ts';
import { createRateLimits, ratePolicies } from '#platform/http/rate-limits.ts';
import { createTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { type AccountPorts, accountRoutes } from './account-routes.ts';
import {
  createPageBrowser,
  honest,
  type PageBrowser,
  pageOrigin,
  testPages,
} from './account-test-app.suite.ts';
import { oauthPages } from './oauth-pages.ts';

let app: FundsTestApp;
let server: TestServer;
beforeAll(async () => {
  app = await createFundsTestApp();
  const { clock, ports, services } = app.identity;
  server = await createTestServer<AccountPorts>(
    {
      routes: accountRoutes,
      dialectFor: () => plain,
      startAt: clock.now().toString(),
      ports: () => ({
        account: {
          baseUrl: pageOrigin,
          banks: ['01'],
          ports,
          consents: testConsentsPorts(ports, clock),
          funds: app.ports,
          correspondence: ports.authorization.correspondence,
          party: ports.authorization.correspondence.party,
          payments: testPaymentsPorts(ports, clock),
          pages: testPages,
          failurePage: (facts) => oauthPages.signInFailure({ ...facts, reason: 'sign-in-over' }),
        },
      }),
      services: {
        rateLimits: createRateLimits(
          Object.fromEntries(Object.keys(ratePolicies).map((name) => [name, { perMinute: 1_000_000 }])),
        ),
      },
    },
    services.database,
  );
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
});

const list = '/account/01/access';
const detailOf = (path: string): string => `/account/01/funds/${idIn(path)}`;

/** Moves every clock. */
function wait(minutes: number): void {
  app.identity.clock.advance({ minutes });
  server.clock.set(app.identity.clock.now().toString());
}

async function signedIn(who: TestCustomer, home: string): Promise<PageBrowser> {
  wait(3);
  const entry = createPageBrowser(server.call);
  await entry.get('/account/01?lang=en');
  await entry.fill('identify', { username: who.username });
  await entry.get();
  await entry.fill('password', { password: who.password });
  await entry.get();
  const { code } = await app.identity.newestCode(who.userId);
  const answer = await entry.fill('code', { code });
  expect([answer.status, answer.headers['location']]).toEqual([303, '/account/01']);
  return createPageBrowser(server.call, home, entry.cookies);
}

/** Enters the second factor on the pages of the confirmation. */
async function confirm(browser: PageBrowser, who: TestCustomer, path: string): Promise<string> {
  const step = createPageBrowser(server.call, `${path}/confirm`, browser.cookies);
  wait(1);
  const method = await step.get();
  expect(method.text).toMatch(/Confirm that <bdi>[^<]+<\/bdi> may ask again/);
  if (method.text.includes('name="factor"')) await step.fill('method', { factor: 'sms' });
  await step.get();
  const { code } = await app.identity.newestCode(who.userId);
  const answer = await step.fill('code', { code });
  return `${answer.status} ${String(answer.headers['location'])}`;
}

describe('a customer', () => {
  test('sees who may ask, withdraws it and allows it again', async () => {
    const holder = await app.holder(100);
    const path = await app.valid(holder, { body: { cardNumber: '5254123456783241' } });
    expect(shortly(await app.confirm({ iban: holder.iban }, '1.00'))).toBe('200 true');
    const detail = detailOf(path);
    const browser = await signedIn(holder, detail);
    const listed = await browser.get(list);
    expect(listed.text).toContain('Questions about enough money');
    expect(listed.text).toContain(`href="${detail}"`);
    const page = await browser.get();
    expect(page.text).toContain('may ask yes/no questions about amounts, until you withdraw this.');
    expect(page.text).toContain('3241');
    expect(page.text).not.toContain('The provider has not asked yet.');
    expect((await browser.change('withdraw')).text).toContain('gets no answer');
    const done = await browser.change('confirm-withdraw');
    expect(done.text).toContain('The permission was withdrawn.');
    expect(await app.statusOf(path)).toBe('revokedByPsu');
    expect((await browser.get(list)).text).not.toContain(detail);
    expect((await browser.get(`${list}?show=ended`)).text).toContain(detail);
    await browser.get();
    await browser.change('re-establish');
    const next = await browser.fill('confirm-re-establish');
    expect([next.status, next.headers['location']]).toEqual([303, `${detail}/confirm`]);
    expect(await confirm(browser, holder, detail)).toBe(`303 ${detail}?said=re-established`);
    expect(await app.statusOf(path)).toBe('valid');
    expect((await browser.get(`${detail}?said=re-established`)).text).toContain(
      'The provider may ask again.',
    );
    // Nothing is left to approve.
    expect((await browser.get(`${detail}/confirm`)).headers['location']).toBe(detail);
  });

  test('sees one that a provider ended, and can only look at it', async () => {
    const holder = await app.holder();
    const path = await app.valid(holder);
    await app.send({ method: 'DELETE', path });
    const browser = await signedIn(holder, detailOf(path));
    const page = await browser.get();
    expect(page.text).toContain('Ended by the provider');
    expect(page.text).not.toContain('Withdraw permission');
    const tried = await browser.post(`csrf=${browser.csrf()}&step=confirm-withdraw`, honest, detailOf(path));
    expect(tried.status).toBe(browser.csrf() === '' ? 403 : 303);
    expect(await app.statusOf(path)).toBe('terminatedByTpp');
  });
});

describe('a visitor', () => {
  test('who is not signed in signs in first, on every page and with every form', async () => {
    const path = await app.valid(await app.holder());
    const visitor = createPageBrowser(server.call, list);
    for (const place of [detailOf(path), `${detailOf(path)}/confirm`]) {
      const { headers, status } = await visitor.get(place);
      expect([status, headers['location']]).toEqual([303, '/account/01']);
      const posted = await visitor.post('csrf=x&step=confirm-withdraw', honest, place);
      expect([posted.status, posted.headers['location']]).toEqual([303, '/account/01']);
    }
    expect(await app.statusOf(path)).toBe('valid');
  });

  test('of another customer finds nothing, and changes nothing', async () => {
    const [holder, other] = [await app.holder(), await app.customer()];
    const path = await app.valid(holder);
    const browser = await signedIn(other, detailOf(path));
    const foreign = await browser.get();
    const missing = await browser.get('/account/01/funds/01a1dcbf-fdb1-7d5d-b669-60821bd6845c');
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    expect(foreign.text.replaceAll(idIn(path), '')).toHaveLength(
      missing.text.replaceAll('01a1dcbf-fdb1-7d5d-b669-60821bd6845c', '').length,
    );
    const forged = await browser.post('csrf=x&step=confirm-withdraw', honest, detailOf(path));
    expect(forged.status).toBe(403);
    expect(await app.statusOf(path)).toBe('valid');
  });
});
