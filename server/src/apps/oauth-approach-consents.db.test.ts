import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestHolder } from '#capabilities/consents/testing/consents-test-app.suite.ts';
import { createPkce } from '#capabilities/oauth/testing/test-client.suite.ts';
import { at } from '#platform/testing/json-at.ts';
import { testBaseUrl } from '#platform/testing/proof-maker.ts';
import {
  approveOnPage,
  authorizePath,
  back,
  comeBack,
  fill,
  goToPage,
  locationOf,
  metadataUrl,
  push,
  redeem,
  shortly,
} from './oauth-approach.suite.ts';
import { type ConsentApproach, createConsentApproach } from './oauth-approach-consents.suite.ts';
import { createPageBrowser } from './pages/account-test-app.suite.ts';

let app: ConsentApproach;
let holder: TestHolder;
beforeAll(async () => {
  app = await createConsentApproach();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  app.chooseSca();
  app.block(undefined);
  holder = await app.accounts.holder();
});

/** Returns how the browser came back to the third party; the address itself where it is elsewhere. */
function endOf({ href, searchParams }: URL): string {
  if (!href.startsWith(`${back}?`)) return href;
  if (searchParams.has('code')) return 'code';
  return `${searchParams.get('error')} ${searchParams.get('error_description')}`;
}

describe('a consent through the authorization server', () => {
  test('is approved on the page of the bank, and its token stands for Consent-ID', async () => {
    const { created, id } = await app.ask(holder);
    expect(at(created.body, '_links', 'scaOAuth', 'href')).toBe(metadataUrl);
    expect(at(created.body, '_links', 'scaRedirect')).toBeUndefined();
    expect(created.headers['aspsp-sca-approach']).toBe('REDIRECT');
    const way = await goToPage(app, `ais:${id.toUpperCase()}`);
    const returned = await comeBack(way, await approveOnPage(app.accounts, way, holder));
    expect(`${returned.origin}${returned.pathname}`).toBe(back);
    expect(Object.fromEntries(returned.searchParams)).toEqual({
      code: expect.any(String),
      state: 'the-state',
      iss: `${testBaseUrl}/oauth/01`,
    });
    const tokens = await redeem(app, { code: returned.searchParams.get('code') ?? '', pkce: way.pkce });
    expect(tokens.body).toMatchObject({ token_type: 'Bearer', scope: `AIS:${id}`, expires_in: 300 });
    expect(tokens.headers['cache-control']).toContain('no-store');
    const listed = await app.read('/v1/accounts', String(at(tokens.body, 'access_token')));
    expect([listed.status, at(listed.body, 'accounts', 0, 'iban')]).toEqual([200, holder.iban]);
  });

  test('offers the metadata that its link names', async () => {
    const metadata = await app.call({ method: 'GET', path: new URL(metadataUrl).pathname });
    expect([metadata.status, at(metadata.body, 'issuer')]).toEqual([200, `${testBaseUrl}/oauth/01`]);
    expect(at(metadata.body, 'token_endpoint_auth_methods_supported')).toContain('tls_client_auth');
  });

  test('may be started by a request of its own', async () => {
    const { created, id } = await app.ask(holder, {
      headers: { 'tpp-explicit-authorisation-preferred': 'true' },
    });
    expect(Object.keys(Object(at(created.body, '_links')))).toContain('startAuthorisation');
    expect(shortly(await push(app, { scope: `AIS:${id}`, pkce: createPkce() }))).toBe('400 invalid_scope');
    const started = await app.accounts.send({
      method: 'POST',
      path: `/v1/consents/${id}/authorisations`,
      headers: { 'tpp-redirect-uri': back },
    });
    expect(at(started.body, '_links', 'scaOAuth', 'href')).toBe(metadataUrl);
    const way = await goToPage(app, `AIS:${id}`);
    expect(endOf(await comeBack(way, await approveOnPage(app.accounts, way, holder)))).toBe('code');
  });

  test('that the customer cancels is an error for the third party, with its state', async () => {
    const { id } = await app.ask(holder);
    const way = await goToPage(app, `AIS:${id}`);
    await way.browser.get(way.page);
    const returned = await comeBack(way, await fill(way, 'cancel'));
    expect([endOf(returned), returned.searchParams.get('state')]).toEqual([
      'access_denied cancelled',
      'the-state',
    ]);
  });

  test('that is not approved in time is an error for the third party', async () => {
    const { id } = await app.ask(holder);
    const way = await goToPage(app, `AIS:${id}`);
    await way.browser.get(way.page);
    app.accounts.identity.clock.advance({ minutes: 6 });
    expect(endOf(locationOf(await way.browser.get(way.interaction)))).toBe('access_denied timed-out');
  });

  test('is not approved by a customer who does not own the accounts', async () => {
    const other = await app.accounts.customer();
    const { id } = await app.ask(holder);
    const way = await goToPage(app, `AIS:${id}`);
    const left = await approveOnPage(app.accounts, way, other);
    expect(endOf(await comeBack(way, left))).toBe('access_denied cannot-sign');
  });

  test('sends a browser that lost the response to the same place, for a minute', async () => {
    const { id } = await app.ask(holder);
    const way = await goToPage(app, `AIS:${id}`);
    const first = await comeBack(way, await approveOnPage(app.accounts, way, holder));
    expect(locationOf(await way.browser.get(way.interaction)).href).toBe(first.href);
    app.accounts.identity.clock.advance({ seconds: 61 });
    expect((await way.browser.get(way.interaction)).status).toBe(400);
  });

  test('leads a browser that reloads to the same page', async () => {
    const { id } = await app.ask(holder);
    const way = await goToPage(app, `AIS:${id}`);
    expect(locationOf(await way.browser.get(way.interaction)).pathname).toBe(way.page);
    await way.browser.get(way.page);
    expect(locationOf(await way.browser.get(way.interaction)).pathname).toBe(way.page);
  });

  test('is closed to another browser', async () => {
    const { id } = await app.ask(holder);
    const way = await goToPage(app, `AIS:${id}`);
    const thief = createPageBrowser((request) => app.call(request));
    expect((await thief.get(way.interaction)).status).toBe(400);
    await way.browser.get(way.page);
    expect((await thief.get(way.page)).status).toBe(404);
  });

  test('is opened once, whichever window was first', async () => {
    const { id } = await app.ask(holder);
    const [one, other] = [await goToPage(app, `AIS:${id}`), await goToPage(app, `AIS:${id}`)];
    // The later link replaces the earlier one.
    expect((await one.browser.get(one.page)).status).toBe(404);
    expect(endOf(await comeBack(other, await approveOnPage(app.accounts, other, holder)))).toBe('code');
  });

  test('has one code, also where one pushed request is opened in two windows', async () => {
    const { id } = await app.ask(holder);
    const way = await goToPage(app, `AIS:${id}`);
    const second = await way.browser.get(authorizePath(way.pushed));
    const later = locationOf(second).pathname;
    // Its page replaces the first one.
    const page = locationOf(await way.browser.get(later)).pathname;
    const moved = { ...way, page, interaction: later };
    const returned = await comeBack(moved, await approveOnPage(app.accounts, moved, holder));
    expect(endOf(returned)).toBe('code');
    expect((await way.browser.get(way.interaction)).status).not.toBe(200);
  });
});

describe('an authorization request of a third party', () => {
  const pkce = createPkce();
  const answer = async (
    fields: Readonly<Record<string, string | undefined>>,
    certificate?: Parameters<typeof push>[3],
  ): Promise<string> => {
    const { id } = await app.ask(holder);
    return shortly(await push(app, { scope: `AIS:${id}`, pkce }, fields, certificate));
  };

  test.each([
    ['another address of the same host', `${back}/other`],
    ['another host', 'https://evil.test/back'],
    ['a longer path', `${back}x`],
    ['a query', `${back}?x=1`],
    ['a fragment', `${back}#x`],
    ['no encryption', back.replace('https', 'http')],
    ['user information', back.replace('https://', 'https://a@')],
    ['a script', 'javascript:alert(1)'],
    ['no address', ''],
  ])('is refused with %s', async (_, address) => {
    expect(await answer({ redirect_uri: address })).toBe('400 invalid_request');
  });

  test.each([
    ['none', undefined],
    ['another method', 'plain'],
  ])('is refused with a proof of possession of the code by %s', async (_, method) => {
    expect(
      await answer({
        code_challenge_method: method,
        ...(method === undefined ? { code_challenge: undefined } : {}),
      }),
    ).toBe('400 invalid_request');
  });

  test('is refused to another third party, for its own name and for that of the owner', async () => {
    expect(await answer({ client_id: 'PSDNL-DNB-B' }, '_B')).toBe('400 invalid_scope');
    expect(await answer({}, '_B')).toBe('401 invalid_client');
    expect(await answer({ client_id: 'PSDNL-DNB-Z' })).toBe('401 invalid_client');
  });

  test.each(['_EXP', '_REV', '_FUT', '_EVIL', '_NOQC'] as const)(
    'is refused with the certificate %s',
    async (name) => {
      const client = name === '_EVIL' ? 'PSDNL-DNB-A' : `PSDNL-DNB-${name.slice(1)}`;
      expect(await answer({ client_id: client }, name)).toBe('401 invalid_client');
    },
  );

  test('is refused to a blocked organisation, and the browser as well', async () => {
    const { id } = await app.ask(holder);
    const pushed = await push(app, { scope: `AIS:${id}`, pkce });
    app.block('PSDNL-DNB-A');
    expect(shortly(await push(app, { scope: `AIS:${id}`, pkce }))).toBe('401 invalid_client');
    const opened = await app.call({
      method: 'GET',
      path: authorizePath(pushed),
      headers: { accept: 'text/html' },
    });
    expect([opened.status, opened.headers['location']]).toEqual([400, undefined]);
  });

  test('is refused without the role of the service', async () => {
    const scope = 'AIS:01a1ede2-6680-78f6-bfca-5f5ba7ad8aaf';
    expect(shortly(await push(app, { scope, pkce }, { client_id: 'PSDNL-DNB-PI' }, '_PI'))).toBe(
      '400 invalid_scope',
    );
  });

  test.each([
    ['nothing', ''],
    ['an unknown resource', 'AIS:01a1ede2-6680-78f6-bfca-5f5ba7ad8aaf'],
    ['no id', 'AIS:'],
    ['a service that is not served', 'PIIS:01a1ede2-6680-78f6-bfca-5f5ba7ad8aaf'],
    ['a scope of customers', 'party.read'],
    ['an identity', 'openid'],
    ['two things', 'psu AIS:01a1ede2-6680-78f6-bfca-5f5ba7ad8aaf'],
  ])('is refused with %s in the scope', async (_, scope) => {
    expect(await answer({ scope })).toBe('400 invalid_scope');
  });

  test('is refused for a consent that was approved or deleted', async () => {
    const { id } = await app.issue(holder);
    expect(shortly(await push(app, { scope: `AIS:${id}`, pkce }))).toBe('400 invalid_scope');
    const other = await app.ask(holder);
    await app.accounts.send({ method: 'DELETE', path: `/v1/consents/${other.id}` });
    expect(shortly(await push(app, { scope: `AIS:${other.id}`, pkce }))).toBe('400 invalid_scope');
  });

  test('must be pushed: one in the address leads nowhere', async () => {
    const { id } = await app.ask(holder);
    const query = new URLSearchParams({
      client_id: 'PSDNL-DNB-A',
      response_type: 'code',
      redirect_uri: 'https://evil.test/',
      scope: `AIS:${id}`,
      state: 'x',
      code_challenge: pkce.challenge,
      code_challenge_method: 'S256',
    });
    for (const address of [back, 'https://evil.test/', 'https://third-party.invalid/']) {
      query.set('redirect_uri', address);
      const opened = await app.call({
        method: 'GET',
        path: `/oauth/01/auth?${query.toString()}`,
        headers: { accept: 'text/html' },
      });
      expect([opened.status, opened.headers['location']]).toEqual([400, undefined]);
    }
  });

  test('returns every state unchanged', async () => {
    const state = '"><script>&state=2&code=stolen\r\nLocation: https://evil.test/ ü';
    const { id } = await app.ask(holder);
    const browser = createPageBrowser((request) => app.call(request));
    const pushed = await push(app, { scope: `AIS:${id}`, pkce }, { state });
    const interaction = locationOf(await browser.get(authorizePath(pushed))).pathname;
    const page = locationOf(await browser.get(interaction)).pathname;
    const way = { browser, pkce, pushed, interaction, page };
    await browser.get(page);
    const returned = await comeBack(way, await fill(way, 'cancel'));
    expect([returned.origin, returned.searchParams.get('state')]).toEqual(['https://a.tpp.test', state]);
    expect(returned.searchParams.getAll('code')).toEqual([]);
  });

  test('that allows no page is an error for the third party', async () => {
    const { id } = await app.ask(holder);
    const pushed = await push(app, { scope: `AIS:${id}`, pkce }, { prompt: 'none' });
    const opened = await app.call({
      method: 'GET',
      path: authorizePath(pushed),
      headers: { accept: 'text/html' },
    });
    expect(locationOf(opened).searchParams.get('error')).toMatch(/_required$/);
  });
});
