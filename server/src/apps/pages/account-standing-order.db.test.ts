import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testConsentsPorts } from '#capabilities/consents/testing/consents-test-app.suite.ts';
import { testFundsPorts } from '#capabilities/funds-confirmations/testing/funds-test-app.suite.ts';
import {
  createPaymentsTestApp,
  type PaymentsTestApp,
  type TestCustomer,
  type TestPayer,
} from '#capabilities/payments/testing/payments-test-app.suite.ts';
import { standingSteps } from '#capabilities/payments/testing/standing-steps.suite.ts';
import { plain } from '#dialects/plain/plain.ts';
import { createRateLimits, ratePolicies } from '#platform/http/rate-limits.ts';
import { createTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { type AccountPorts, accountRoutes } from './account-routes.ts';
import {
  createPageBrowser,
  honest,
  type PageBrowser,
  pageOrigin,
  signInOnPages,
  testPages,
} from './account-test-app.suite.ts';
import { oauthPages } from './oauth-pages.ts';

const plenty = { perMinute: 1_000_000 };
let app: PaymentsTestApp;
let server: TestServer;
beforeAll(async () => {
  app = await createPaymentsTestApp();
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
          funds: testFundsPorts(ports, clock),
          payments: app.ports,
          correspondence: ports.authorization.correspondence,
          party: ports.authorization.correspondence.party,
          pages: testPages,
          failurePage: (facts) => oauthPages.signInFailure({ ...facts, reason: 'sign-in-over' }),
        },
      }),
      services: {
        rateLimits: createRateLimits(
          Object.fromEntries(Object.keys(ratePolicies).map((name) => [name, plenty])),
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
const pageOf = (path: string): string => `/account/01/standing-orders/${path.split('/').at(-1) ?? ''}`;

async function signedIn(who: TestCustomer, home: string): Promise<PageBrowser> {
  const { cookies } = await signInOnPages({ identity: app.identity, server }, who);
  return createPageBrowser(server.call, home, cookies);
}

const monthly = async (payer: TestPayer): Promise<string> => {
  const steps = standingSteps(app);
  return steps.approvedOrder(payer, { frequency: 'Monthly', startDate: steps.dayIn(3) });
};

describe('a customer', () => {
  test('sees a standing order that a third party set up, and ends it', async () => {
    const payer = await app.payer();
    const path = await monthly(payer);
    const browser = await signedIn(payer, pageOf(path));
    const shown = (await browser.get(list)).text;
    expect(shown).toContain('Standing orders');
    expect(shown).toContain(pageOf(path));
    const detail = (await browser.get()).text;
    expect(detail).toContain('Every month');
    expect(detail).toContain('12.50');
    expect(detail).toContain('Next payment');
    expect((await browser.change('end')).text).toContain('End the standing order to <bdi>Acme GmbH</bdi>?');
    expect((await browser.change('confirm-end')).text).toContain('The standing order has ended.');
    expect(await app.statusOf(path)).toBe('CANC');
    expect((await browser.get(list)).text).not.toContain(pageOf(path));
    expect((await browser.get(`${list}?show=ended`)).text).toContain(pageOf(path));
    expect((await browser.change('confirm-end')).text).toContain('The standing order has ended.');
  });

  test('keeps a standing order after all', async () => {
    const payer = await app.payer();
    const path = await monthly(payer);
    const browser = await signedIn(payer, pageOf(path));
    await browser.get();
    await browser.change('end');
    expect((await browser.change('detail')).text).toContain('End standing order');
    expect(await app.statusOf(path)).toBe('ACTC');
  });

  test('learns that one had run to its end before', async () => {
    const payer = await app.payer();
    const steps = standingSteps(app);
    const path = await steps.approvedOrder(payer, {
      frequency: 'Daily',
      startDate: steps.dayIn(0),
      endDate: steps.dayIn(0),
    });
    await steps.live(3);
    const browser = await signedIn(payer, pageOf(path));
    expect((await browser.get()).text).toContain('Run to its end');
    await browser.get('/account/01');
    expect((await browser.change('confirm-end')).text).toContain('had ended before');
  });

  test('finds nothing of another customer, and changes nothing', async () => {
    const [payer, other] = [await app.payer(), await app.customer()];
    const path = await monthly(payer);
    const browser = await signedIn(other, pageOf(path));
    const [foreign, broken] = [await browser.get(), await browser.get('/account/01/standing-orders/x')];
    expect([foreign.status, broken.status]).toEqual([404, 404]);
    expect((await browser.get(list)).text).not.toContain(pageOf(path));
    await browser.get('/account/01');
    await browser.post(`csrf=${browser.csrf()}&step=confirm-end`, honest, pageOf(path));
    expect(await app.statusOf(path)).toBe('ACTC');
  });

  test('signs in first, and a form without its token is refused', async () => {
    const payer = await app.payer();
    const path = await monthly(payer);
    const visitor = createPageBrowser(server.call, pageOf(path));
    for (const answer of [await visitor.get(), await visitor.post('csrf=x&step=confirm-end')])
      expect([answer.status, answer.headers['location']]).toEqual([303, '/account/01']);
    const browser = await signedIn(payer, pageOf(path));
    expect((await browser.post('csrf=x&step=confirm-end')).status).toBe(403);
    expect(await app.statusOf(path)).toBe('ACTC');
  });
});
