import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ConsentsPorts } from '#capabilities/consents/index.ts';
import {
  type ConsentsTestApp,
  createConsentsTestApp,
  type TestCustomer,
} from '#capabilities/consents/testing/consents-test-app.suite.ts';
import { testFundsPorts } from '#capabilities/funds-confirmations/testing/funds-test-app.suite.ts';
import { testPaymentsPorts } from '#capabilities/payments/testing/payments-test-app.suite.ts';
import { systemClock } from '#platform/kernel/clock.ts';
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

let app: ConsentsTestApp;
beforeAll(async () => {
  app = await createConsentsTestApp<ConsentsPorts & AccountPorts>({
    routes: accountRoutes,
    ports: (consents) => ({
      ...consents,
      account: {
        baseUrl: pageOrigin,
        banks: ['01'],
        ports: consents.identity,
        consents,
        funds: testFundsPorts(consents.identity, systemClock),
        correspondence: consents.identity.authorization.correspondence,
        party: consents.identity.authorization.correspondence.party,
        payments: testPaymentsPorts(consents.identity, systemClock),
        pages: testPages,
        failurePage: (facts) => oauthPages.signInFailure({ ...facts, reason: 'sign-in-over' }),
      },
    }),
  });
});
afterAll(() => app[Symbol.asyncDispose]());

const list = '/account/01/access';
const asker = 'third-party PSDNL-DNB-B';

/** A customer whom a third party asked on a device. */
async function asked(): Promise<{ readonly who: TestCustomer; readonly browser: PageBrowser }> {
  const who = await app.customer();
  const { cookies } = await signInOnPages(app, who);
  const now = app.identity.clock.now();
  await app.identity.database.query(
    `insert into sca.device_request values ('01', gen_random_uuid(), $1, $2, 'Shop <b>&amp;', $3, $4, null)`,
    [who.userId, asker, now.toString(), now.add({ minutes: 5 }).toString()],
  );
  return { who, browser: createPageBrowser(app.server.call, list, cookies) };
}

const mutes = async ({ customerNumber }: TestCustomer): Promise<readonly string[]> => {
  const rows = await app.identity.database.query<{ asker: string }>(
    'select asker from sca.device_mute where owner = $1',
    [customerNumber],
  );
  return rows.map((row) => row.asker);
};

describe('on the page of who has access, a customer', () => {
  test('mutes who asks on a device for a day, sees until when, and ends it', async () => {
    const { browser, who } = await asked();
    const before = (await browser.get()).text;
    expect(before).toContain('Requests on your phone');
    expect(before).toContain('<bdi>Shop &lt;b&gt;&amp;amp;</bdi>');
    expect(before).toContain(`name="asker" value="${asker}"`);
    const muted = await browser.fill('mute', { asker });
    expect([muted.status, muted.headers['location'], await mutes(who)]).toEqual([
      303,
      `${list}?said=muted`,
      [asker],
    ]);
    const shown = (await browser.get(`${list}?said=muted`)).text;
    expect(shown).toContain('for a day its requests do not reach your devices.');
    expect(shown).toMatch(/Muted until <time/v);
    const ended = await browser.fill('unmute', { asker });
    expect([ended.headers['location'], await mutes(who)]).toEqual([`${list}?said=unmuted`, []]);
    expect((await browser.get()).text).not.toContain('Muted until');
  });

  test('mutes nobody who did not ask, and nothing without the token of the form', async () => {
    const { browser, who } = await asked();
    await browser.get();
    const unknown = await browser.fill('mute', { asker: 'third-party PSDNL-DNB-C' });
    expect([unknown.status, unknown.headers['location'], await mutes(who)]).toEqual([303, list, []]);
    const body = `csrf=x&step=mute&asker=${encodeURIComponent(asker)}`;
    expect([(await browser.post(body, honest)).status, await mutes(who)]).toEqual([403, []]);
  });

  test('who is another one sees and ends nothing of it', async () => {
    const { browser, who } = await asked();
    await browser.get();
    await browser.fill('mute', { asker });
    const other = await asked();
    expect((await other.browser.get()).text).not.toContain('Muted until');
    await other.browser.fill('unmute', { asker });
    expect(await mutes(who)).toEqual([asker]);
  });
});
