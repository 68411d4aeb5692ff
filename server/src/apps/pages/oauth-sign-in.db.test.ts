import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeUserState } from '#capabilities/identity/index.ts';
import type { IdentityTestApp, TestUser } from '#capabilities/identity/testing/identity-test-app.suite.ts';
import { endAccountSessions } from '#capabilities/oauth/index.ts';
import type { ServerTestApp } from '#capabilities/oauth/testing/server-test-app.suite.ts';
import { redeem } from '#capabilities/oauth/testing/test-browser.suite.ts';
import {
  createTestClient,
  type Form,
  type Pkce,
  type TestClient,
} from '#capabilities/oauth/testing/test-client.suite.ts';
import { outcomeOf, refresh, tokensIn } from '#capabilities/oauth/testing/test-tokens.suite.ts';
import { testBaseUrl } from '#platform/testing/proof-maker.ts';
import { runCommand } from '#platform/work/command.ts';
import { createPageBrowser, type PageBrowser } from './account-test-app.suite.ts';
import {
  createOauthSignInTestApp,
  fill,
  honest,
  type OauthSignInTestApp,
} from './oauth-sign-in-test-app.suite.ts';

let pages: OauthSignInTestApp;
let identity: IdentityTestApp;
let testApp: ServerTestApp;
let app: TestClient;
let rest: OauthSignInTestApp['rest'];
let sent: OauthSignInTestApp['sent'];
let follow: OauthSignInTestApp['follow'];
beforeAll(async () => {
  pages = await createOauthSignInTestApp();
  ({ app, follow, identity, rest, sent, testApp } = pages);
});
afterAll(() => pages[Symbol.asyncDispose]());

/** Signs in and returns to the client. */
async function signedIn(
  user: TestUser,
  form: Form = {},
  cookies = new Map<string, string>(),
): Promise<{ readonly back: URL; readonly pkce: Pkce; readonly browser: PageBrowser }> {
  rest(121);
  const { browser, pkce } = await sent(form, { cookies });
  await fill(browser, 'identify', { username: user.username });
  await browser.get();
  await fill(browser, 'password', { password: user.password });
  await browser.get();
  const { code } = await identity.newestCode(user.userId);
  const { at } = await follow(cookies, await fill(browser, 'code', { code }));
  if (!at.startsWith('/')) return { back: new URL(at), pkce, browser };
  const consent = createPageBrowser(testApp.call, at, cookies);
  await consent.get();
  const done = await follow(cookies, await fill(consent, 'agree'));
  return { back: new URL(done.at, testBaseUrl), pkce, browser };
}

describe('a customer who comes from a client', () => {
  test('signs in, consents, and returns with a code that identifies the customer and the assurance', async () => {
    const user = await identity.register();
    const { back, pkce } = await signedIn(user);
    expect(back.origin).toBe('https://app.test');
    const tokens = tokensIn(await redeem(app, { code: back.searchParams.get('code') ?? '', pkce }));
    const claims = JSON.parse(Buffer.from(tokens.idToken.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({ sub: user.userId, acr: 'sca', amr: ['pwd', 'sms'] });
    expect(outcomeOf(await refresh(app, tokens.refreshToken))).toBe('200');
  });

  test('may cancel, and the client gets an error', async () => {
    const { browser } = await sent();
    const { at } = await follow(browser.cookies, await fill(browser, 'cancel'));
    expect(new URL(at).searchParams.get('error')).toBe('access_denied');
  });

  test('may refuse consent', async () => {
    const user = await identity.register();
    rest(121);
    const { browser } = await sent();
    await fill(browser, 'identify', { username: user.username });
    await browser.get();
    await fill(browser, 'password', { password: user.password });
    await browser.get();
    const { code } = await identity.newestCode(user.userId);
    const { at } = await follow(browser.cookies, await fill(browser, 'code', { code }));
    const consent = createPageBrowser(testApp.call, at, browser.cookies);
    const shown = await consent.get();
    expect(shown.text).toContain(user.username);
    for (const csrf of ['', browser.csrf(), 'x'.repeat(43)])
      expect(
        (await consent.post(new URLSearchParams({ csrf, step: 'agree' }).toString(), honest)).status,
      ).toBe(403);
    const { at: away } = await follow(browser.cookies, await fill(consent, 'refuse'));
    expect(new URL(away).searchParams.get('error')).toBe('access_denied');
  });

  test('a request for 1fa needs the password only, and a later one for sca only the second factor', async () => {
    const user = await identity.register();
    rest(121);
    const { browser, page } = await sent({ acr_values: '1fa', prompt: undefined, scope: 'openid' });
    expect(page.text).toContain('name="username"');
    await fill(browser, 'identify', { username: user.username });
    await browser.get();
    const answer = await follow(
      browser.cookies,
      await fill(browser, 'password', { password: user.password }),
    );
    if (answer.at.startsWith('/')) {
      const consent = createPageBrowser(testApp.call, answer.at, browser.cookies);
      await consent.get();
      await follow(browser.cookies, await fill(consent, 'agree'));
    }
    rest(30);
    const more = await sent(
      { acr_values: 'sca', prompt: undefined, scope: 'openid' },
      { cookies: browser.cookies },
    );
    expect(more.page.text).not.toContain('name="username"');
    expect(more.page.text).not.toContain('type="password"');
  });
});

describe('a customer in a step-up', () => {
  /** Signs in with the password alone, and starts a step-up. */
  async function askedForMore(user: TestUser): Promise<PageBrowser> {
    rest(121);
    const { browser } = await sent({ acr_values: '1fa', prompt: undefined, scope: 'openid' });
    await fill(browser, 'identify', { username: user.username });
    await browser.get();
    const { at } = await follow(
      browser.cookies,
      await fill(browser, 'password', { password: user.password }),
    );
    const consent = createPageBrowser(testApp.call, at, browser.cookies);
    await consent.get();
    await follow(browser.cookies, await fill(consent, 'agree'));
    rest(30);
    const more = await sent(
      { acr_values: 'sca', prompt: undefined, scope: 'openid' },
      { cookies: browser.cookies },
    );
    await fill(more.browser, 'method', { factor: 'sms' });
    await more.browser.get();
    return more.browser;
  }

  test('is signed in with the second factor', async () => {
    const user = await identity.register();
    const browser = await askedForMore(user);
    const { code } = await identity.newestCode(user.userId);
    const { at } = await follow(browser.cookies, await fill(browser, 'code', { code }));
    expect(new URL(at, testBaseUrl).searchParams.get('code')).toBeTruthy();
  });

  test('is not if everything was ended meanwhile: the session it started with does not exist', async () => {
    const user = await identity.register();
    const browser = await askedForMore(user);
    const { code } = await identity.newestCode(user.userId);
    rest(2);
    const context = testApp.contextFor('01');
    await runCommand(context, async (work) => {
      endAccountSessions(context, work, { accountId: user.userId, exceptSignInAt: undefined });
      work.audit({ aggregateKind: 'user', aggregateId: user.userId, changes: [] });
    });
    rest(2);
    const { at } = await follow(browser.cookies, await fill(browser, 'code', { code }));
    expect(new URL(at, testBaseUrl).searchParams.get('code')).toBeNull();
  });
});

describe('another browser or site', () => {
  test('can do nothing without the cookies of this sign-in', async () => {
    const { browser, path } = await sent();
    const otherBrowser = createPageBrowser(testApp.call, path);
    expect((await otherBrowser.get()).status).toBe(400);
    const body = new URLSearchParams({ csrf: browser.csrf(), step: 'identify', username: 'x' }).toString();
    expect((await otherBrowser.post(body, honest)).status).toBe(400);
  });

  test('can do nothing with an old step, another token, origin or site', async () => {
    const user = await identity.register();
    const { browser, path } = await sent();
    const old = new Map(browser.cookies);
    const oldCsrf = browser.csrf();
    await fill(browser, 'identify', { username: user.username });
    await browser.get();
    const body = (csrf: string): string =>
      new URLSearchParams({ csrf, step: 'password', password: user.password }).toString();
    expect((await createPageBrowser(testApp.call, path, old).post(body(oldCsrf), honest)).status).toBe(400);
    expect((await browser.post(body(oldCsrf), honest)).status).toBe(403);
    expect((await browser.post(body((await sent()).browser.csrf()), honest)).status).toBe(403);
    for (const headers of [
      { ...honest, origin: 'https://evil.test' },
      { ...honest, 'sec-fetch-site': 'cross-site' },
    ])
      expect((await browser.post(body(browser.csrf()), headers)).status).toBe(403);
    const rows = await identity.database.query(`select 1 from identity.login_attempts where subject = $1`, [
      user.userId,
    ]);
    expect(rows).toEqual([]);
    expect((await browser.get()).text).toContain('type="password"');
  });

  test('cannot continue a sign-in under the address of another', async () => {
    const cookies = new Map<string, string>();
    const [one, other] = [await sent({}, { cookies }), await sent({}, { cookies })];
    expect(one.path).not.toBe(other.path);
    const body = new URLSearchParams({
      csrf: one.browser.csrf(),
      step: 'identify',
      username: 'x',
    }).toString();
    const answer = await createPageBrowser(testApp.call, other.path, cookies).post(body, honest);
    expect([400, 403]).toContain(answer.status);
  });
});

describe('a hostile client', () => {
  test('has its name escaped, in no header, and its page allows its own address only', async () => {
    const name = 'Evil </title><script>alert(1)</script> "\' App';
    const evil = await createTestClient(testApp, { kind: 'customer-app', name });
    const { page } = await sent({}, { client: evil });
    expect(page.text).not.toContain('<script>alert');
    expect(page.text).toContain('Evil');
    expect(JSON.stringify(page.headers)).not.toContain('alert(1)');
    expect(String(page.headers['content-security-policy'])).toContain("form-action 'self' https://app.test");
  });

  test('can send a username as hint only', async () => {
    for (const hint of ['<script>alert(1)</script>', 'a\u0000b', 'x'.repeat(2_000), 'usr_12345']) {
      const { page } = await sent({ login_hint: hint }).catch((error: unknown) => ({
        page: { status: 200, text: String(error) },
      }));
      expect(page.status).toBe(200);
      expect(page.text).not.toContain('<script>alert');
    }
    expect((await sent({ login_hint: 'Anna.Jansen' })).page.text).toContain('anna.jansen');
  });

  test('can send languages as languages only', async () => {
    for (const locales of ['../../x', '<b>', 'fr de', `${'x-'.repeat(500)}`])
      expect((await sent({ ui_locales: locales })).page.text).toMatch(/<html lang="[a-z]{2}/v);
    expect((await sent({ ui_locales: 'fr de' })).page.text).toContain('<html lang="fr"');
  });
});

describe('all sessions end', () => {
  test('by a new password, except the one that changed it', async () => {
    const user = await identity.register();
    const one = await signedIn(user);
    const tokens = tokensIn(
      await redeem(app, { code: one.back.searchParams.get('code') ?? '', pkce: one.pkce }),
    );
    const other = await signedIn(user);
    const kept = tokensIn(
      await redeem(app, { code: other.back.searchParams.get('code') ?? '', pkce: other.pkce }),
    );
    rest(5);
    const answer = await identity.send('PUT', '/me/password', {
      as: {
        kind: 'customer',
        id: user.userId,
        banks: ['01'],
        scope: 'identity.me',
        assurance: 'sca',
        ageSeconds: 5,
      },
      body: { 'current-password': user.password, 'new-password': 'eighteen quiet otters 9' },
    });
    expect(answer.status).toBe(204);
    await testApp.revocations.refresh();
    expect(await testApp.verifier.verify(tokens.accessToken)).toMatchObject({ kind: 'refused' });
    expect(outcomeOf(await refresh(app, tokens.refreshToken))).toBe('400 invalid_grant');
    expect(await testApp.verifier.verify(kept.accessToken)).toMatchObject({ kind: 'accepted' });
    expect(outcomeOf(await refresh(app, kept.refreshToken))).toBe('200');
  });

  test('also by a node whose clock is behind the one of the sign-in', async () => {
    const user = await identity.register();
    const { back, pkce } = await signedIn(user);
    const tokens = tokensIn(await redeem(app, { code: back.searchParams.get('code') ?? '', pkce }));
    // Another node runs the command; by its clock, the sign-in is in the future.
    rest(-8);
    await changeUserState(identity.context(), { userId: user.userId, to: 'suspended', reason: 'fraud' });
    await changeUserState(identity.context(), { userId: user.userId, to: 'active', reason: 'agent' });
    rest(9);
    await testApp.revocations.refresh();
    expect((await testApp.verifier.verify(tokens.accessToken)).kind).toBe('refused');
    expect(outcomeOf(await refresh(app, tokens.refreshToken))).toBe('400 invalid_grant');
    const again = await signedIn(user);
    const code = again.back.searchParams.get('code') ?? '';
    expect(
      outcomeOf(await refresh(app, tokensIn(await redeem(app, { code, pkce: again.pkce })).refreshToken)),
    ).toBe('200');
  });

  test('by a suspension, with all codes and tokens', async () => {
    const user = await identity.register();
    const { back, pkce } = await signedIn(user);
    const tokens = tokensIn(await redeem(app, { code: back.searchParams.get('code') ?? '', pkce }));
    await identity.database.query(
      `update identity.user_account set status = 'suspended' where user_id = $1`,
      [user.userId],
    );
    expect(outcomeOf(await refresh(app, tokens.refreshToken))).toBe('400 invalid_grant');
  });
});

describe('the log', () => {
  test('contains no secret, code, name or password', async () => {
    const user = await identity.register();
    const { back, browser } = await signedIn(user);
    const log = JSON.stringify(testApp.lines);
    for (const secret of [
      user.username,
      user.password,
      user.phone,
      user.email,
      back.searchParams.get('code') ?? 'none',
      browser.csrf(),
      ...browser.cookies.values(),
    ])
      expect(log).not.toContain(secret);
  });
});
