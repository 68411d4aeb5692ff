import { decodeJwt, type JWTPayload } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { blockDevicesOf, createDeviceCodes, createRestrictions } from '#capabilities/client/index.ts';
import {
  base,
  createDeviceTestApp,
  type DeviceTestApp,
  owner,
  type TestUser,
} from '#capabilities/client/testing/device-test-app.suite.ts';
import type { TestDevice } from '#capabilities/client/testing/test-device.suite.ts';
import { identityTestAppOf } from '#capabilities/identity/testing/identity-test-app.suite.ts';
import { redeem } from '#capabilities/oauth/testing/test-browser.suite.ts';
import { createTestClient, type Form } from '#capabilities/oauth/testing/test-client.suite.ts';
import { tokensIn } from '#capabilities/oauth/testing/test-tokens.suite.ts';
import { at } from '#platform/testing/json-at.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import { createPageBrowser } from './pages/account-test-app.suite.ts';
import {
  createOauthSignInTestApp,
  fill,
  type OauthSignInTestApp,
  type SentBrowser,
} from './pages/oauth-sign-in-test-app.suite.ts';

let devices: DeviceTestApp;
let pages: OauthSignInTestApp;
let user: TestUser;
let phone: TestDevice;
beforeAll(async () => {
  pages = await createOauthSignInTestApp(async () => {
    devices = await createDeviceTestApp({ poolSize: 8 });
    const { clientVault, deviceFacts, identity } = devices.ports;
    return identityTestAppOf(devices, {
      ...identity,
      restrictions: createRestrictions(devices),
      deviceCodes: createDeviceCodes({ clientVault, ...deviceFacts }),
    });
  });
});
afterAll(() => pages[Symbol.asyncDispose]());
beforeEach(async () => {
  // Codes by SMS have a minimum interval.
  pages.rest(121);
  await devices.database.query('delete from client.address_quota');
  user = await devices.register();
  phone = await devices.paired(user);
});

const login: TokenRequest = {
  kind: 'application',
  id: 'login-app',
  banks: ['01'],
  scope: 'offline.verify authorization.ocra',
};
const post = (path: string, body: object) => devices.call({ method: 'POST', path, as: login, body });

/** Verifies a code of the phone and returns the token about it. */
async function offlineToken(more: object = { responseCode: phone.code(1) }): Promise<string> {
  const { body, status } = await post(`${base}/offline/verify`, { username: user.username, ...more });
  if (status !== 200) throw new Error(`not verified: ${status}`);
  return String(at(body, 'verificationToken'));
}

/** Begins a sign-in with a token; the page has loaded. */
const begun = async (form: Form = {}): Promise<SentBrowser> =>
  pages.sent({ login_hint_token: await offlineToken(), ...form });

const password = ({ browser }: SentBrowser, text = user.password) =>
  fill(browser, 'password', { password: text });

/** The next page after a form. */
async function pageAfter(sent: SentBrowser, form: ReturnType<typeof fill>): Promise<string> {
  const { status } = await form;
  expect(status).toBe(303);
  return (await sent.browser.get()).text;
}

/** Enters the password, consents, and redeems the code. */
async function finish(sent: SentBrowser): Promise<JWTPayload> {
  const { cookies } = sent.browser;
  const reached = await pages.follow(cookies, await password(sent));
  const consent = createPageBrowser(pages.testApp.call, reached.at, cookies);
  await consent.get();
  const done = await pages.follow(cookies, await fill(consent, 'agree'));
  const code = new URL(done.at).searchParams.get('code') ?? '';
  return decodeJwt(tokensIn(await redeem(pages.app, { code, pkce: sent.pkce })).idToken);
}

const asksForPassword = (text: string): boolean => text.includes('type="password"');
const asksForCode = (text: string): boolean => text.includes('name="code"');
/** A page without what differs between two browsers. */
const plain = (text: string): string =>
  text
    .replaceAll(/<bdi dir="ltr">[0-9a-f]{8}<\/bdi>/gv, '')
    .replaceAll(/name="csrf" value="[^"]*"/gv, '')
    .replaceAll(/[\w\-]{40,}/gv, '')
    .replaceAll(/interaction\/[\w\-]+/gv, '');

describe('a code of a device that was verified offline', () => {
  test.each(['sca', '1fa'])('is completed by the password: acr sca for a request of %s', async (level) => {
    const sent = await begun({ acr_values: level });
    expect(asksForPassword(sent.page.text)).toBe(true);
    expect(sent.page.text).toContain(user.username);
    expect(await finish(sent)).toMatchObject({
      sub: user.userId,
      acr: 'sca',
      amr: ['pwd', 'otp', 'swk'],
    });
  });

  test('counts as the response to a challenge too', async () => {
    const asked = { 'user-id': user.userId, 'challenge-mode': 'random' };
    const { body } = await post('/v1/authorization/ocra/challenge', asked);
    const token = await offlineToken({
      challengeId: String(at(body, 'challenge-id')),
      responseCode: phone.answer(String(at(body, 'challenge-code'))),
    });
    const claims = await finish(await pages.sent({ login_hint_token: token }));
    expect(claims).toMatchObject({ acr: 'sca', amr: ['pwd', 'otp', 'swk'] });
  });

  test('stays after a wrong password, and signs in no user without the right one', async () => {
    const sent = await begun();
    const next = await pageAfter(sent, password(sent, 'not the password 12'));
    expect([asksForPassword(next), next.includes(user.username)]).toEqual([true, true]);
    expect((await finish(sent))['amr']).toEqual(['pwd', 'otp', 'swk']);
  });

  test('is lost with another username, and with the request for a new password', async () => {
    for (const leave of ['other-user', 'forgot-password']) {
      pages.rest(121);
      const sent = await begun();
      await pageAfter(sent, fill(sent.browser, leave));
      await pageAfter(sent, fill(sent.browser, 'other-user'));
      const named = fill(sent.browser, 'identify', { username: user.username });
      expect(asksForPassword(await pageAfter(sent, named))).toBe(true);
      const next = await pageAfter(sent, password(sent));
      expect([leave, asksForPassword(next), asksForCode(next)]).toEqual([leave, false, true]);
    }
  });

  test('is lost with the sign-in', async () => {
    const sent = await begun();
    pages.rest(301);
    await password(sent);
    const again = await sent.browser.get();
    expect([asksForPassword(again.text), again.text.includes(user.username)]).toEqual([false, false]);
  });

  test('does not count if its device is unpaired or blocked before the password', async () => {
    const change = { userId: user.userId, change: 'block', by: 'agent' } as const;
    for (const end of [
      () => blockDevicesOf(devices.context(), change),
      () => devices.unpair(owner(user), { deviceId: phone.deviceId, reason: 'lost' }),
    ]) {
      const sent = await begun();
      await end();
      const next = await pageAfter(sent, password(sent));
      expect(asksForPassword(next)).toBe(false);
      expect(next).toContain('value="sms"');
      await blockDevicesOf(devices.context(), { ...change, change: 'unblock' });
      pages.rest(61);
    }
  });

  test('either counts before its device is unpaired, or not at all', async () => {
    const ends: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      user = await devices.register();
      phone = await devices.paired(user);
      const sent = await begun();
      const [entered, unpaired] = await Promise.all([
        password(sent),
        devices.unpair(owner(user), { deviceId: phone.deviceId, reason: 'lost' }),
      ]);
      const { at: reached } = await pages.follow(sent.browser.cookies, entered);
      expect([entered.status, unpaired.status]).toEqual([303, 204]);
      ends.push(reached === sent.path ? 'asked for more' : 'signed in');
    }
    expect(['asked for more', 'signed in']).toEqual(expect.arrayContaining([...new Set(ends)]));
  });

  test.each(['login-block', 'device-block'] as const)('signs in nobody under a %s', async (kind) => {
    const sent = await begun();
    await devices.restrict(user, kind);
    const { at: reached } = await pages.follow(sent.browser.cookies, await password(sent));
    expect(reached).toBe(sent.path);
  });

  test('signs in no suspended user', async () => {
    const sent = await begun();
    await devices.database.query(`update identity.user_account set status = 'suspended' where user_id = $1`, [
      user.userId,
    ]);
    expect(asksForPassword(await pageAfter(sent, password(sent)))).toBe(true);
  });

  test('completes a session that needs more, with the password', async () => {
    const cookies = new Map<string, string>();
    const form = { prompt: undefined, scope: 'openid' };
    const weak = await pages.sent({ ...form, acr_values: '1fa' }, { cookies });
    await pageAfter(weak, fill(weak.browser, 'identify', { username: user.username }));
    const { at: reached } = await pages.follow(cookies, await password(weak));
    const consent = createPageBrowser(pages.testApp.call, reached, cookies);
    await consent.get();
    await pages.follow(cookies, await fill(consent, 'agree'));
    const more = { ...form, acr_values: 'sca', login_hint_token: await offlineToken() };
    const sent = await pages.sent(more, { cookies });
    expect(asksForPassword(sent.page.text)).toBe(true);
    const back = await pages.follow(cookies, await password(sent));
    const code = new URL(back.at).searchParams.get('code') ?? '';
    const { idToken } = tokensIn(await redeem(pages.app, { code, pkce: sent.pkce }));
    expect(decodeJwt(idToken)).toMatchObject({ acr: 'sca', amr: ['pwd', 'otp', 'swk'] });
  });
});

describe('a token', () => {
  test('that is unknown, used or expired leaves an ordinary sign-in, and no page shows it', async () => {
    const ordinary = plain((await pages.sent()).page.text);
    const used = await offlineToken();
    expect(plain((await pages.sent({ login_hint_token: used })).page.text)).not.toBe(ordinary);
    pages.rest(30);
    const expired = await offlineToken();
    pages.rest(60);
    for (const token of [used, expired, 'a.b.c', 'x'.repeat(3_000)]) {
      const { page } = await pages.sent({ login_hint_token: token });
      expect([page.status, plain(page.text)]).toEqual([200, ordinary]);
    }
  });

  test('of another bank leaves an ordinary sign-in', async () => {
    const client = await createTestClient(pages.testApp, { kind: 'customer-app', bankId: '02' });
    const { page } = await pages.sent({ login_hint_token: await offlineToken() }, { client });
    expect([page.status, asksForPassword(page.text)]).toEqual([200, false]);
  });

  test('counts in one of two sign-ins that begin with it at once', async () => {
    const form = { login_hint_token: await offlineToken() };
    const both = await Promise.all([pages.sent(form), pages.sent(form)]);
    const known = both.filter(({ page }) => asksForPassword(page.text));
    expect(known).toHaveLength(1);
    const [counted] = known;
    if (counted === undefined) throw new Error('no sign-in has the code');
    expect((await finish(counted))['amr']).toEqual(['pwd', 'otp', 'swk']);
  });
});
