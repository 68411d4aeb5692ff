import { HOTP, Secret as OtpSecret } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SignedInUser } from '../../steps/own-user.ts';
import { enrolToken } from '../../testing/enrolled-token.suite.ts';
import {
  createIdentityTestApp,
  type IdentityTestApp,
  type TestUser,
} from '../../testing/identity-test-app.suite.ts';
import {
  type PasskeyOwner,
  passkeyIdsOf,
  registerPasskeyOwner,
  signedInUserOf,
  testSite,
} from '../../testing/passkey-steps.suite.ts';
import {
  type SignInWalk,
  sessionsIn,
  tracesOf,
  walkIn,
  walkToFactor,
} from '../../testing/sign-in-steps.suite.ts';
import { createTestAuthenticator } from '../../testing/test-authenticator.suite.ts';
import { beginPasskey } from '../account/begin-passkey.ts';
import { removePasskey } from '../account/remove-passkey.ts';
import { savePasskey } from '../account/save-passkey.ts';

let app: IdentityTestApp;
beforeAll(async () => {
  app = await createIdentityTestApp({ poolSize: 10 });
});
afterAll(() => app[Symbol.asyncDispose]());
let day = 0;
beforeEach(() => {
  day += 2;
  app.clock.set('2026-11-15T10:00:00Z');
  app.clock.advance({ hours: 24 * day });
});

const site = testSite;
const signedInAs = (user: TestUser): Promise<SignedInUser> => signedInUserOf(app, user);
const withPasskey = (): Promise<PasskeyOwner> => registerPasskeyOwner(app);
const passkeyIds = (userId: string): Promise<readonly string[]> => passkeyIdsOf(app, userId);

const optionsOf = async (walk: SignInWalk): Promise<string> => {
  const view = await walk.view();
  if (view?.kind === 'identify') return view.passkeyOptions;
  return view?.kind === 'passkey' ? view.options : '';
};

describe('a page that was left open', () => {
  test.each([
    ['suspended', `update identity.user_account set status = 'suspended' where user_id = $1`],
    ['signed out elsewhere', `update identity.session set ended_at = now() where user_id = $1`],
  ])('adds and removes no passkey for a user who was %s meanwhile', async (_, change) => {
    const { user, request: signedIn } = await withPasskey();
    const [existing = ''] = await passkeyIds(user.userId);
    const response = createTestAuthenticator(site).create(await beginPasskey(app.context(), signedIn));
    await app.database.query(change, [user.userId]);
    const given = { response, name: 'Mine', browserName: 'Firefox' };
    expect(await savePasskey(app.context(), signedIn, given)).toBe(false);
    expect(await removePasskey(app.context(), signedIn, existing)).toBe(false);
    expect(await passkeyIds(user.userId)).toEqual([existing]);
  });
});

describe('a passkey in place of username and password', () => {
  test('signs its owner in with both factors at once', async () => {
    const { device, user } = await withPasskey();
    const walk = await walkIn(app);
    const passkey = device.get(await optionsOf(walk));
    expect(await walk.post('passkey', { passkey })).toMatchObject({
      kind: 'finished',
      userId: user.userId,
      assurance: 'sca',
      methods: ['hwk', 'user'],
    });
  });

  test('that was used once is refused again, in the same sign-in or another', async () => {
    const { device, user } = await withPasskey();
    const walk = await walkIn(app);
    const passkey = device.get(await optionsOf(walk));
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => walk.send({ step: 'passkey', passkey })),
    );
    expect(sessionsIn(outcomes)).toBe(1);
    const other = await walkIn(app);
    await other.post('passkey', { passkey });
    expect(await other.page()).toBe('identify passkey-failed');
    expect((await tracesOf(app, user.userId)).logins).toEqual(['signed-in', 'signed-in']);
  });

  test('responds to one challenge only: after a failure there is another', async () => {
    const { device } = await withPasskey();
    const walk = await walkIn(app);
    const passkey = device.get(await optionsOf(walk));
    await walk.post('passkey', { passkey: '{}' });
    await walk.post('passkey', { passkey });
    expect(await walk.page()).toBe('identify passkey-failed');
  });

  test('of a suspended, closed or pending user is refused', async () => {
    for (const state of ['suspended', 'closed', 'pending']) {
      const { device, user } = await withPasskey();
      const walk = await walkIn(app);
      const passkey = device.get(await optionsOf(walk));
      await app.database.query(
        `update identity.user_account set status = $2, closed_at = case when $2 = 'closed' then modified_at end
          where user_id = $1`,
        [user.userId, state],
      );
      await walk.post('passkey', { passkey });
      expect(await walk.page()).toBe('identify passkey-failed');
    }
  });

  test('that was removed is refused', async () => {
    const { device, user, request: signedIn } = await withPasskey();
    const walk = await walkIn(app);
    const passkey = device.get(await optionsOf(walk));
    const [id = ''] = await passkeyIds(user.userId);
    expect(await removePasskey(app.context(), signedIn, id)).toBe(true);
    await walk.post('passkey', { passkey });
    expect(await walk.page()).toBe('identify passkey-failed');
  });

  test('whose count decreases was cloned', async () => {
    const { device, user } = await withPasskey();
    const [passkeyId] = await passkeyIds(user.userId);
    const first = await walkIn(app);
    await first.post('passkey', { passkey: device.get(await optionsOf(first), { signCount: 7 }) });
    const second = await walkIn(app);
    await second.post('passkey', { passkey: device.get(await optionsOf(second), { signCount: 7 }) });
    expect(await second.page()).toBe('identify passkey-failed');
    expect((await tracesOf(app, user.userId)).logins).toHaveLength(2);
    expect(await passkeyIds(user.userId)).toEqual([]);
    // Which passkey it was must be known after a restore.
    expect(await app.eventsOf(user.userId)).toContainEqual(
      expect.objectContaining({
        name: 'passkey-removed',
        data: expect.objectContaining({ reason: passkeyId }),
      }),
    );
  });

  test('is accepted on no other page than the first', async () => {
    const { device, user } = await withPasskey();
    const walk = await walkIn(app);
    const passkey = device.get(await optionsOf(walk));
    await walk.post('identify', { username: user.username });
    expect((await walk.post('passkey', { passkey })).kind).toBe('continues');
    expect(await walk.page()).toBe('password');
  });

  test('created for another site, by another bank, or without user verification is refused', async () => {
    const { device } = await withPasskey();
    for (const changes of [
      { clientData: { origin: 'https://evil.test' } },
      { rpId: 'evil.test' },
      { flags: 0x01 },
      { userHandle: 'AAAA' },
      { clientData: { type: 'webauthn.create' } },
      { clientData: { crossOrigin: true } },
    ]) {
      const walk = await walkIn(app);
      await walk.post('passkey', { passkey: device.get(await optionsOf(walk), changes) });
      expect(await walk.page()).toBe('identify passkey-failed');
    }
  });

  test('malformed input is refused', async () => {
    for (const passkey of [
      '',
      '{}',
      'null',
      '[]',
      '{"id":1}',
      '"',
      `{"id":"${'a'.repeat(20_000)}"}`,
      '{"id":"\\u0000","rawId":"\\u0000","type":"public-key"}',
    ]) {
      const walk = await walkIn(app);
      await walk.post('passkey', { passkey });
      expect(await walk.page()).toBe('identify passkey-failed');
    }
  });
});

describe('a passkey after the password', () => {
  test('is offered first and signs its owner in', async () => {
    const { device, user } = await withPasskey();
    const walk = await walkToFactor(app, user);
    expect(await walk.page()).toBe('passkey');
    const passkey = device.get(await optionsOf(walk));
    expect(await walk.post('passkey', { passkey })).toMatchObject({
      kind: 'finished',
      userId: user.userId,
      methods: ['pwd', 'hwk', 'user'],
    });
  });

  test('of another user is refused, although it signs the right challenge', async () => {
    const [one, other] = [await withPasskey(), await withPasskey()];
    const walk = await walkToFactor(app, one.user);
    const { challenge } = JSON.parse(await optionsOf(walk));
    const passkey = other.device.get(JSON.stringify({ challenge, rpId: site.rpId }));
    expect((await walk.post('passkey', { passkey })).kind).toBe('continues');
    expect(await walk.page()).toBe('passkey passkey-failed');
  });

  test('may be replaced by a code, and its challenge becomes void', async () => {
    const { device, user } = await withPasskey();
    const walk = await walkToFactor(app, user);
    const passkey = device.get(await optionsOf(walk));
    await walk.post('method', { factor: 'sms' });
    expect(await walk.page()).toBe('code');
    await walk.post('passkey', { passkey });
    expect(await walk.page()).toBe('code');
  });
});

describe('creating a passkey', () => {
  test('a challenge is valid for one passkey, for two minutes, and for its user', async () => {
    const user = await app.register();
    const signedIn = await signedInAs(user);
    const device = createTestAuthenticator(site);
    const save = (response: string, as = signedIn): Promise<boolean> =>
      savePasskey(app.context(), as, { response, name: '', browserName: 'Firefox' });
    const response = device.create(await beginPasskey(app.context(), signedIn));
    const both = await Promise.all([save(response), save(response)]);
    expect(both.filter(Boolean)).toHaveLength(1);
    expect(await save(response)).toBe(false);
    const late = createTestAuthenticator(site).create(await beginPasskey(app.context(), signedIn));
    app.clock.advance({ seconds: 121 });
    expect(await save(late)).toBe(false);
    const other = await signedInAs(await app.register());
    const foreign = createTestAuthenticator(site).create(await beginPasskey(app.context(), signedIn));
    expect(await save(foreign, other)).toBe(false);
    const old = createTestAuthenticator(site).create(await beginPasskey(app.context(), signedIn));
    await beginPasskey(app.context(), signedIn);
    expect(await save(old)).toBe(false);
    expect(await passkeyIds(user.userId)).toHaveLength(1);
    expect(
      (await app.eventsOf(user.userId)).filter(({ name }) => name === 'passkey-registered'),
    ).toHaveLength(1);
  });

  test('one that a user has cannot be saved by another user', async () => {
    const one = await withPasskey();
    const [row] = await app.database.query<{ credential_id: string }>(
      `select credential_id from identity.passkey where user_id = $1`,
      [one.user.userId],
    );
    const other = await signedInAs(await app.register());
    const options = await beginPasskey(app.context(), other);
    const response = createTestAuthenticator(site).create(options, {
      credentialId: Buffer.from(row?.credential_id ?? '', 'base64url'),
    });
    expect(await savePasskey(app.context(), other, { response, name: '', browserName: '' })).toBe(false);
    expect(await passkeyIds(one.user.userId)).toHaveLength(1);
  });

  test('one of another user is not removed', async () => {
    const one = await withPasskey();
    const other = await signedInAs(await app.register());
    const [id = ''] = await passkeyIds(one.user.userId);
    expect(await removePasskey(app.context(), other, id)).toBe(false);
    expect(await passkeyIds(one.user.userId)).toHaveLength(1);
  });
});

describe('a token after the password', () => {
  async function withToken(): Promise<{ user: TestUser; code: (steps?: number) => string }> {
    const user = await app.register();
    const { authorization } = app.ports;
    const made = await enrolToken(
      { ...app.context(), ...authorization },
      { userId: user.userId, deviceId: undefined, kind: 'totp' },
    );
    await app.database.query(`update "authorization".oath_token set status = 'active' where token_id = $1`, [
      made.tokenId,
    ]);
    const secret = new OtpSecret({ buffer: Uint8Array.from(made.seed.reveal()).buffer });
    const code = (steps = 0): string =>
      HOTP.generate({
        secret,
        algorithm: 'SHA256',
        digits: made.digits,
        counter: Math.floor(app.clock.now().epochMilliseconds / (made.stepSeconds * 1_000)) + steps,
      });
    return { user, code };
  }

  test('signs its owner in, and accepts no code twice, over two sign-ins', async () => {
    const { code, user } = await withToken();
    const [one, other] = [await walkToFactor(app, user), await walkToFactor(app, user)];
    expect(await one.view()).toMatchObject({ kind: 'code', factor: 'totp' });
    const shown = code();
    expect(await one.post('code', { code: shown })).toMatchObject({
      kind: 'finished',
      methods: ['pwd', 'otp'],
    });
    await other.post('code', { code: shown });
    expect(await other.page()).toMatch(/^code code-/);
    app.clock.advance({ seconds: 60 });
    expect(await other.post('code', { code: code() })).toMatchObject({ kind: 'finished' });
  });

  test('with one code in many concurrent sign-ins signs in once', async () => {
    const { code, user } = await withToken();
    const walks: SignInWalk[] = [];
    for (let index = 0; index < 2; index += 1) walks.push(await walkToFactor(app, user));
    const shown = code();
    const outcomes = await Promise.all(
      walks.flatMap((walk) => [
        walk.send({ step: 'code', code: shown }),
        walk.send({ step: 'code', code: shown }),
      ]),
    );
    expect(sessionsIn(outcomes)).toBe(1);
  });

  test('accepts digits of any script', async () => {
    const { code, user } = await withToken();
    const walk = await walkToFactor(app, user);
    const arabic = [...code()].map((digit) => String.fromCodePoint(0x660 + Number(digit))).join(' ');
    expect(await walk.post('code', { code: ` ${arabic}\u200f` })).toMatchObject({ kind: 'finished' });
  });
});

describe('a code by SMS', () => {
  test('of one sign-in is not valid in another', async () => {
    const user = await app.register();
    const one = await walkToFactor(app, user);
    const first = await app.newestCode(user.userId);
    const other = await walkToFactor(app, user);
    const second = await app.newestCode(user.userId);
    expect(second.verificationId).not.toBe(first.verificationId);
    // With a probability of one in a million both codes are the same.
    const stale = first.code === second.code ? '' : first.code;
    await other.post('code', { code: stale });
    expect(await other.page()).toMatch(/^code (?:code-|required)/v);
    await one.post('code', { code: second.code });
    expect(await one.page()).toMatch(/^code code-/);
    expect(await other.post('code', { code: second.code })).toMatchObject({ kind: 'finished' });
  });

  test('stays valid although another was requested too soon', async () => {
    const user = await app.register();
    const walk = await walkToFactor(app, user);
    const { code } = await app.newestCode(user.userId);
    await walk.post('resend');
    if ((await walk.page()) === 'throttled') await walk.post('again');
    if ((await walk.page()) === 'method') await walk.post('method', { factor: 'sms' });
    expect(await walk.post('code', { code })).toMatchObject({ kind: 'finished' });
  });

  test('is sent five times in one sign-in and no more', async () => {
    const user = await app.register();
    const walk = await walkToFactor(app, user);
    for (let index = 0; index < 6; index += 1) {
      app.clock.advance({ seconds: 125 });
      await walk.post('resend');
    }
    const [row] = await app.database.query<{ count: number }>(
      `select count(*)::int as count from "authorization".otp_verification where user_id = $1`,
      [user.userId],
    );
    expect(row?.count).toBeLessThanOrEqual(5);
  });
});
