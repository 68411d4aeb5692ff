import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPkce } from '#capabilities/oauth/testing/test-client.suite.ts';
import { type PaymentsPorts, paymentsCapability } from '#capabilities/payments/index.ts';
import {
  createPaymentsTestApp,
  type PaymentsTestApp,
  type TestPayer,
} from '#capabilities/payments/testing/payments-test-app.suite.ts';
import { at } from '#platform/testing/json-at.ts';
import { testBaseUrl } from '#platform/testing/proof-maker.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import type { ThirdPartyName } from '#platform/testing/third-parties.ts';
import {
  type ApproachApp,
  approveOnPage,
  authorizePath,
  back,
  comeBack,
  createApproachApp,
  fill,
  goToPage,
  locationOf,
  metadataUrl,
  push,
  redeem,
  shortly,
} from './oauth-approach.suite.ts';
import { createPageBrowser, honest } from './pages/account-test-app.suite.ts';

let payments: PaymentsTestApp;
let app: ApproachApp;
let payer: TestPayer;

beforeAll(async () => {
  payments = await createPaymentsTestApp();
  app = await createApproachApp<PaymentsPorts>(payments, {
    routes: paymentsCapability.routes,
    kinds: ({ subjects }) => [
      {
        service: 'PIS',
        role: 'PSP_PI',
        subjectKinds: ['payment', 'payment-cancellation'],
        events: [],
        async standingOf({ bankId, db }, id) {
          const payment = await subjects.payment?.describe(db, bankId, { kind: 'payment', id });
          return payment === undefined ? { kind: 'over' } : { kind: 'open', isLasting: false };
        },
      },
    ],
  });
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await payments[Symbol.asyncDispose]();
});
beforeEach(async () => {
  payments.chooseSca({ approaches: ['REDIRECT'], oauthMetadataUrl: metadataUrl, pageUrl: testBaseUrl });
  payer = await payments.payer();
});

const redirected = { 'tpp-redirect-uri': back, 'tpp-explicit-authorisation-preferred': 'false' };

async function initiated(headers: Readonly<Record<string, string>> = redirected): Promise<{
  readonly created: TestServerResponse;
  readonly id: string;
  readonly path: string;
}> {
  const created = await payments.initiate(payer, { headers });
  const path = String(at(created.body, '_links', 'self', 'href'));
  return { created, path, id: String(at(created.body, 'paymentId')) };
}

function call(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  token: string,
  {
    as = '_A',
    ...more
  }: { readonly as?: ThirdPartyName; readonly headers?: object; readonly body?: unknown } = {},
): Promise<TestServerResponse> {
  return app.call({
    method,
    path,
    as: { kind: 'tpp', certificate: as },
    headers: { authorization: `Bearer ${token}`, ...more.headers },
    ...(more.body === undefined ? {} : { body: more.body }),
  });
}

describe('a payment through the authorization server', () => {
  test('is approved on the page of the bank, and its token reads it', async () => {
    const { created, id, path } = await initiated();
    expect(at(created.body, '_links', 'scaOAuth', 'href')).toBe(metadataUrl);
    const way = await goToPage(app, `PIS:${id}`);
    const returned = await comeBack(way, await approveOnPage(payments, way, payer));
    const code = returned.searchParams.get('code') ?? '';
    const tokens = await redeem(app, { code, pkce: way.pkce });
    expect(tokens.body).toMatchObject({ scope: `PIS:${id}`, token_type: 'Bearer' });
    expect(at(tokens.body, 'refresh_token')).toBeUndefined();
    const token = String(at(tokens.body, 'access_token'));
    expect(at((await call('GET', `${path}/status`, token)).body, 'transactionStatus')).toBe('ACTC');
    expect((await call('GET', path, token)).status).toBe(200);
    const other = await initiated();
    for (const foreign of [other.path, `${other.path}/status`])
      expect(shortly(await call('GET', foreign, token))).toBe('401 TOKEN_INVALID');
    expect(shortly(await call('DELETE', other.path, token))).toBe('401 TOKEN_INVALID');
    expect(shortly(await call('GET', `${path}/status`, token, { as: '_B' }))).toBe('401 TOKEN_INVALID');
  });

  test('shows a host that is not of the third party before the browser goes there', async () => {
    const uri = 'https://evil.example/back';
    const { id } = await initiated({ ...redirected, 'tpp-redirect-uri': uri });
    const way = await goToPage(app, `PIS:${id}`, { redirect_uri: uri });
    const left = await approveOnPage(payments, way, payer);
    expect([left.status, locationOf(left).pathname]).toEqual([303, way.page]);
    const { text } = await way.browser.get(way.page);
    expect(text).toContain('<bdi dir="ltr"><strong>evil.example</strong></bdi>');
    // The link leads over the authorization server, which adds the code.
    expect(text).toContain(`href="${testBaseUrl}${way.interaction}"`);
    const returned = locationOf(await way.browser.get(way.interaction));
    expect([returned.host, returned.searchParams.has('code')]).toEqual(['evil.example', true]);
  });

  test('is not asked for under another service or by another third party', async () => {
    const { id } = await initiated();
    const pkce = createPkce();
    expect(shortly(await push(app, { scope: `AIS:${id}`, pkce }))).toBe('400 invalid_scope');
    expect(shortly(await push(app, { scope: `PIS:${id}`, pkce }, { client_id: 'PSDNL-DNB-B' }, '_B'))).toBe(
      '400 invalid_scope',
    );
    expect(shortly(await push(app, { scope: `PIS:${id}`, pkce }, { client_id: 'PSDNL-DNB-AI' }, '_AI'))).toBe(
      '400 invalid_scope',
    );
  });

  test('is not approved for a browser whose link to the page is used by another one', async () => {
    const { id } = await initiated();
    const way = await goToPage(app, `PIS:${id}`);
    const victim = { ...way, browser: createPageBrowser((request) => app.call(request)) };
    // The link is passed on before its own browser has opened it.
    expect((await victim.browser.get(way.page)).status).toBe(404);
    await fill(victim, 'identify', { name: payer.username });
    await fill(victim, 'password', { password: payer.password });
    expect((await victim.browser.get(way.interaction)).status).toBe(400);
    const reloaded = await way.browser.get(way.interaction);
    expect([reloaded.status, locationOf(reloaded).pathname]).toEqual([303, way.page]);
    // The link still belongs to the browser that the third party sent.
    expect((await way.browser.get(way.page)).text).toContain('name="name"');
  });

  test('gives one code, to the browser that has approved, and none to those that were sent before', async () => {
    const { id } = await initiated();
    const earlier = await goToPage(app, `PIS:${id}`);
    const sameBrowser = await goToPage(app, `PIS:${id}`, earlier);
    const way = await goToPage(app, `PIS:${id}`);
    const left = await approveOnPage(payments, way, payer);
    for (const other of [earlier, sameBrowser]) {
      const reloaded = await other.browser.get(other.interaction);
      expect([reloaded.status, reloaded.headers['location']]).toEqual([400, undefined]);
    }
    const code = (await comeBack(way, left)).searchParams.get('code') ?? '';
    expect((await redeem(app, { code, pkce: way.pkce })).status).toBe(200);
  });
});

describe('the pre-step', () => {
  beforeEach(() =>
    payments.chooseSca({ approaches: ['REDIRECT'], isPreStepMandated: true, pageUrl: testBaseUrl }),
  );

  async function signedIn(scope = 'psu'): Promise<string> {
    const browser = createPageBrowser((request) => app.call(request));
    const pkce = createPkce();
    const pushed = await push(app, { scope, pkce });
    expect(shortly(pushed)).toBe('201');
    let answer = await browser.get(authorizePath(pushed));
    const submit = (
      step: string,
      fields: Readonly<Record<string, string>> = {},
    ): Promise<TestServerResponse> =>
      browser.post(
        new URLSearchParams({ csrf: browser.csrf(), step, ...fields }).toString(),
        { ...honest, origin: testBaseUrl },
        locationOf(answer).pathname,
      );
    const follow = async (from: TestServerResponse): Promise<TestServerResponse> => {
      let [seen, last] = [from, answer];
      for (let hop = 0; hop < 6 && seen.status === 303; hop += 1) {
        last = seen;
        const next = locationOf(seen);
        if (next.origin !== testBaseUrl) break;
        seen = await browser.get(`${next.pathname}${next.search}`);
      }
      answer = last;
      return seen;
    };
    payments.identity.clock.advance({ minutes: 1 });
    await follow(answer);
    await follow(await submit('identify', { username: payer.username }));
    await follow(await submit('password', { password: payer.password }));
    const { code } = await payments.identity.newestCode(payer.userId);
    await follow(await submit('code', { code }));
    await follow(await submit('agree'));
    const redirectedTo = locationOf(answer);
    expect(redirectedTo.origin).toBe('https://a.tpp.test');
    const tokens = await redeem(app, { code: redirectedTo.searchParams.get('code') ?? '', pkce });
    return String(at(tokens.body, 'access_token'));
  }

  const paymentOf = (more: object, token?: string): Promise<TestServerResponse> =>
    app.call({
      method: 'POST',
      path: '/v1/payments/sepa-credit-transfers',
      as: { kind: 'tpp', certificate: '_A' },
      headers: {
        ...redirected,
        'psu-ip-address': '192.0.2.1',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...more,
      },
      body: {
        debtorAccount: { iban: payer.iban },
        instructedAmount: { currency: 'EUR', amount: '12.50' },
        creditorName: 'Acme GmbH',
        creditorAccount: { iban: 'DE02100100109307118603' },
      },
    });

  test('gives a token that stands for PSU-ID, without which nothing is initiated', async () => {
    expect(shortly(await paymentOf({}))).toBe('401 TOKEN_UNKNOWN');
    const token = await signedIn();
    const created = await paymentOf({}, token);
    expect([created.status, at(created.body, 'scaStatus')]).toEqual([201, 'psuIdentified']);
    const page = new URL(String(at(created.body, '_links', 'scaRedirect', 'href'))).pathname;
    const browser = createPageBrowser((request) => app.call(request));
    const shown = await browser.get(page);
    expect(shown.text).toContain(payer.username);
    expect(shown.text).not.toContain('value="other-name"');
    // The token replaces no factor: the password is asked for.
    const way = { browser, page, pkce: createPkce(), pushed: created, interaction: '' };
    expect((await fill(way, 'password', { password: 'wrong' })).status).toBe(303);
  });

  test('is not overruled by a PSU-ID of another customer', async () => {
    const token = await signedIn('PSU');
    const { username } = payer;
    const other = await payments.parties.customer();
    expect(shortly(await paymentOf({ 'psu-id': other.username }, token))).toBe('401 TOKEN_INVALID');
    expect(shortly(await paymentOf({ 'psu-id': 'nobody.at.all' }, token))).toBe('401 TOKEN_INVALID');
    expect((await paymentOf({ 'psu-id': username }, token)).status).toBe(201);
  });

  test('is for addresses of the certificate alone', async () => {
    const pkce = createPkce();
    for (const address of [
      'https://evil.test/back',
      'https://evila.tpp.test.evil.test/',
      'https://b.tpp.test/',
    ])
      expect(shortly(await push(app, { scope: 'psu', pkce }, { redirect_uri: address }))).toBe(
        '400 invalid_request',
      );
  });
});
