import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ConsentsPorts, withdrawConsent } from '#capabilities/consents/index.ts';
import {
  allOf,
  type ConsentsTestApp,
  createConsentsTestApp,
  pathIn,
  type TestCustomer,
  type TestHolder,
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
beforeEach(() => app.choose({}));

const list = '/account/01/access';
const detailOf = (consentPath: string): string =>
  `${list}/${consentPath.slice(consentPath.lastIndexOf('/') + 1)}`;

async function valid(holder: TestHolder, body: object = {}): Promise<string> {
  const path = pathIn(await app.ask(allOf(holder), { body }));
  expect(await app.approve(path, holder)).toBe('finalised');
  return path;
}

/** Moves every clock. */
function wait(duration: Parameters<typeof app.identity.clock.advance>[0]): void {
  app.identity.clock.advance(duration);
  app.server.clock.set(app.identity.clock.now().toString());
}

async function signedIn(who: TestCustomer, home: string): Promise<PageBrowser> {
  const { cookies } = await signInOnPages(app, who);
  return createPageBrowser(app.server.call, home, cookies);
}

/** Enters the second factor on the pages of the confirmation. */
async function confirm(browser: PageBrowser, who: TestCustomer, path: string): Promise<string> {
  const step = createPageBrowser(app.server.call, `${path}/confirm`, browser.cookies);
  wait({ minutes: 1 });
  const method = await step.get();
  expect(method.text).toMatch(/Confirm that <bdi>[^<]+<\/bdi> gets access to your accounts again\./);
  if (method.text.includes('name="factor"')) await step.fill('method', { factor: 'sms' });
  await step.get();
  const { code } = await app.identity.newestCode(who.userId);
  const answer = await step.fill('code', { code });
  return `${answer.status} ${String(answer.headers['location'])}`;
}

describe('a visitor', () => {
  test('who is not signed in signs in first, on every page and with every form', async () => {
    const path = await valid(await app.holder());
    const visitor = createPageBrowser(app.server.call, list);
    for (const place of [list, detailOf(path), `${detailOf(path)}/confirm`]) {
      const { headers, status } = await visitor.get(place);
      expect([status, headers['location']]).toEqual([303, '/account/01']);
    }
    for (const place of [detailOf(path), `${detailOf(path)}/confirm`]) {
      const { headers, status } = await visitor.post('csrf=x&step=confirm-withdraw', honest, place);
      expect([status, headers['location']]).toEqual([303, '/account/01']);
    }
    expect(await app.statusOf(path)).toBe('valid');
  });

  test('of another customer finds nothing, and changes nothing', async () => {
    const [holder, other] = [await app.holder(), await app.customer()];
    const path = await valid(holder);
    const browser = await signedIn(other, detailOf(path));
    expect((await browser.get(list)).text).toContain('No provider has access to your accounts.');
    const [foreign, missing, broken] = [
      await browser.get(),
      await browser.get(`${list}/01a1dcbf-fdb1-7d5d-b669-60821bd6845c`),
      await browser.get(`${list}/%0d%0aset-cookie:x`),
    ];
    const plain = (text: string): string =>
      text.replaceAll(/[0-9a-f]{8}-[0-9a-f\-]{27}|<bdi dir="ltr">[0-9a-f]{8}<\/bdi>|value="[^"]+"/gv, '');
    expect([foreign.status, missing.status, broken.status]).toEqual([404, 404, 404]);
    expect(plain(foreign.text)).toBe(plain(missing.text));
    await browser.get('/account/01');
    const answer = await browser.fill('confirm-withdraw');
    expect([answer.status, answer.headers['location']]).toEqual([303, list]);
    expect(await app.statusOf(path)).toBe('valid');
  });
});

describe('a signed-in customer', () => {
  test('finds the list on the account page, and sees what each provider reads', async () => {
    const holder = await app.holder();
    const path = await valid(holder, { purpose: 'A budget <book>' });
    const browser = await signedIn(holder, detailOf(path));
    expect((await browser.get('/account/01')).text).toContain(`href="${list}"`);
    const { text } = await browser.get(list);
    expect(text).toContain(`href="${detailOf(path)}"`);
    expect(text).toContain('Has access');
    const detail = (await browser.get()).text;
    expect(detail).toContain('A budget &lt;book&gt;');
    for (const shown of ['Account details', 'Balances', 'Transactions', 'Withdraw access'])
      expect(detail).toContain(shown);
    expect(detail).toContain((holder.iban.match(/.{1,4}/g) ?? []).join(' '));
    expect(detail).toContain('The provider has not read any data yet.');
    expect(await browser.get(`${list}?show=ended&page=x`)).toMatchObject({ status: 200 });
  });

  test('reads that a purpose is not stated, in every language', async () => {
    const holder = await app.holder();
    const path = await valid(holder);
    const browser = await signedIn(holder, detailOf(path));
    expect((await browser.get()).text).toContain('Not stated by the provider');
    expect((await browser.get(`${detailOf(path)}?lang=de`)).text).toContain('Vom Anbieter nicht angegeben');
  });

  test('withdraws with one confirmation, at once, and twice does no harm', async () => {
    const holder = await app.holder();
    const path = await valid(holder);
    const browser = await signedIn(holder, detailOf(path));
    await browser.get();
    const asked = await browser.change('withdraw');
    expect(asked.text).toContain('Keep access');
    expect(asked.text).toContain('for 48 hours');
    expect(await app.statusOf(path)).toBe('valid');
    const done = await browser.change('confirm-withdraw');
    expect(done.text).toContain('Access was withdrawn.');
    expect(await app.statusOf(path)).toBe('revokedByPsu');
    expect((await browser.change('confirm-withdraw')).text).toContain('Access was withdrawn.');
    expect((await browser.get(list)).text).toContain('No provider has access');
    expect((await browser.get(`${list}?show=ended`)).text).toContain(detailOf(path));
  });

  test('keeps access by the other button', async () => {
    const holder = await app.holder();
    const path = await valid(holder);
    const browser = await signedIn(holder, detailOf(path));
    await browser.get();
    await browser.change('withdraw');
    expect((await browser.change('detail')).text).toContain('Has access');
    expect(await app.statusOf(path)).toBe('valid');
  });

  test('is protected from forms of other pages', async () => {
    const holder = await app.holder();
    const path = await valid(holder);
    const browser = await signedIn(holder, detailOf(path));
    await browser.get();
    const body = new URLSearchParams({ csrf: browser.csrf(), step: 'confirm-withdraw' }).toString();
    const elsewhere = { ...honest, origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' };
    expect((await browser.post(body, elsewhere)).status).toBe(403);
    expect((await browser.post('csrf=wrong&step=confirm-withdraw')).status).toBe(403);
    expect((await browser.post('step=confirm-withdraw')).status).toBe(403);
    expect(await app.statusOf(path)).toBe('valid');
  });
});

describe('a customer who changed the mind', () => {
  async function withdrawn(): Promise<{
    readonly holder: TestHolder;
    readonly path: string;
    readonly browser: PageBrowser;
  }> {
    const holder = await app.holder();
    const path = await valid(holder);
    const browser = await signedIn(holder, detailOf(path));
    await browser.get();
    await browser.change('withdraw');
    await browser.change('confirm-withdraw');
    return { holder, path, browser };
  }

  test('gives the same access again with a second factor, and stays signed in', async () => {
    const { browser, holder, path } = await withdrawn();
    const asked = await browser.change('re-establish');
    expect(asked.text).toContain('Do not give access');
    const next = await browser.fill('confirm-re-establish');
    expect(next.headers['location']).toBe(`${detailOf(path)}/confirm`);
    expect(await app.statusOf(path)).toBe('revokedByPsu');
    expect(await confirm(browser, holder, detailOf(path))).toBe(`303 ${detailOf(path)}?said=re-established`);
    expect(await app.statusOf(path)).toBe('valid');
    expect((await browser.get(`${detailOf(path)}?said=re-established`)).text).toContain(
      'The provider has access again.',
    );
    const sessions = await app.identity.database.query(
      `select from identity.session where user_id = $1 and ended_at is null and expires_at > $2`,
      [holder.userId, app.identity.clock.now().toString()],
    );
    expect(sessions).toHaveLength(1);
  });

  test('cannot use the form of a factor again after another withdrawal', async () => {
    const { browser, holder, path } = await withdrawn();
    const step = createPageBrowser(app.server.call, `${detailOf(path)}/confirm`, browser.cookies);
    wait({ minutes: 1 });
    if ((await step.get()).text.includes('name="factor"')) await step.fill('method', { factor: 'sms' });
    await step.get();
    const { code } = await app.identity.newestCode(holder.userId);
    const old = createPageBrowser(app.server.call, `${detailOf(path)}/confirm`, new Map(step.cookies));
    await old.get();
    await step.fill('code', { code });
    expect(await app.statusOf(path)).toBe('valid');
    wait({ seconds: 5 });
    const key = { viewer: holder, consentId: path.slice(path.lastIndexOf('/') + 1) };
    expect(await withdrawConsent(app.context(), key)).toBe('withdrawn');
    const again = await old.fill('code', { code });
    expect(again.headers['location']).toBe(`${detailOf(path)}?said=not-approved`);
    expect(await app.statusOf(path)).toBe('revokedByPsu');
  });

  test('learns that the provider has newer access', async () => {
    const { browser, holder, path } = await withdrawn();
    await valid(holder);
    expect(await confirm(browser, holder, detailOf(path))).toBe(`303 ${detailOf(path)}?said=replaced`);
    expect((await browser.get(`${detailOf(path)}?said=replaced`)).text).toContain('newer access');
    expect(await app.statusOf(path)).toBe('revokedByPsu');
  });

  test('gives nothing with a wrong code', async () => {
    const { browser, path } = await withdrawn();
    const step = createPageBrowser(app.server.call, `${detailOf(path)}/confirm`, browser.cookies);
    wait({ minutes: 1 });
    if ((await step.get()).text.includes('name="factor"')) await step.fill('method', { factor: 'sms' });
    await step.get();
    await step.fill('code', { code: '000000' });
    expect((await step.get()).text).toContain('name="code"');
    expect(await app.statusOf(path)).toBe('revokedByPsu');
  });

  test('is not offered it by a bank that turned it off, nor too late', async () => {
    const { browser, path } = await withdrawn();
    expect((await browser.get()).text).toContain('Give access again');
    app.choose({ reestablishHours: 0 });
    expect((await browser.get()).text).not.toContain('Give access again');
    const refused = await browser.get(`${detailOf(path)}/confirm`);
    expect([refused.status, refused.headers['location']]).toEqual([303, detailOf(path)]);
  });
});
