import type { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SignedInUser } from '../../steps/own-user.ts';
import {
  createIdentityTestApp,
  customer,
  type IdentityTestApp,
  type TestUser,
} from '../../testing/identity-test-app.suite.ts';
import { signInBySms, tracesOf } from '../../testing/sign-in-steps.suite.ts';
import { accountFacts } from './account-facts.ts';
import { findSignedInUser } from './find-signed-in-user.ts';
import { removeOwnBrowser } from './remove-own-browser.ts';
import { signOut } from './sign-out.ts';
import { viewAccount } from './view-account.ts';

let app: IdentityTestApp;
let ended: { readonly userId: string; readonly exceptSignInAt: Temporal.Instant | undefined }[] = [];
beforeAll(async () => {
  app = await createIdentityTestApp({
    poolSize: 10,
    ports: { sessions: { endAll: (_context, _work, what) => void ended.push(what) } },
  });
});
afterAll(() => app[Symbol.asyncDispose]());
let day = 0;
beforeEach(() => {
  day += 2;
  app.clock.set('2026-11-15T10:00:00Z');
  app.clock.advance({ hours: 24 * day });
  ended = [];
});

interface In {
  readonly request: SignedInUser;
  readonly secret: string;
  readonly browserSecret: string;
}

async function signedIn(user: TestUser, browserInfo: Parameters<typeof signInBySms>[2] = {}): Promise<In> {
  const { outcome } = await signInBySms(app, user, browserInfo);
  if (outcome.kind !== 'finished') throw new Error(outcome.kind);
  const signedInUser = await findSignedInUser(app.context(), outcome.sessionSecret);
  if (signedInUser === undefined) throw new Error('no user is signed in');
  return { request: signedInUser, secret: outcome.sessionSecret, browserSecret: outcome.browserSecret };
}

const isIn = async ({ secret }: In): Promise<boolean> =>
  (await findSignedInUser(app.context(), secret)) !== undefined;

describe('the page of a signed-in user', () => {
  test('shows browsers and sessions, and which of them is the current one', async () => {
    const user = await app.register();
    const first = await signedIn(user);
    await signInBySms(app, user, { browserInfo: { clientName: 'An app', browserName: 'Safari on iPhone' } });
    const view = await viewAccount(app.context(), first.request, {
      browserSecret: first.browserSecret,
      notice: undefined,
    });
    expect(view).toMatchObject({ kind: 'overview', username: user.username, passkeys: [] });
    if (view.kind !== 'overview') throw new Error(view.kind);
    const listed = view.browsers.map(({ isThis, name, sessions }) => ({
      name,
      isThis,
      sessions: sessions.map(({ clientName, isThis: isOwn }) => `${clientName} ${isOwn}`),
    }));
    expect(listed.toSorted((one, next) => one.name.localeCompare(next.name))).toEqual([
      { name: 'Firefox on Linux', isThis: true, sessions: ['undefined true'] },
      { name: 'Safari on iPhone', isThis: false, sessions: ['An app false'] },
    ]);
    expect(view.sessions).toEqual([]);
    expect(JSON.stringify(view)).not.toContain(first.secret);
    expect(JSON.stringify(view)).not.toContain(first.browserSecret);
  });

  test('is not opened by the session of an application, by the secret of a step, or without a secret', async () => {
    const user = await app.register();
    const { outcome, walk } = await signInBySms(app, user, { browserInfo: { clientName: 'An app' } });
    const secrets = [outcome.kind === 'finished' ? outcome.sessionSecret : '', walk.secret(), ''];
    for (const secret of secrets) expect(await findSignedInUser(app.context(), secret)).toBeUndefined();
  });

  test('is closed to a user who is no longer active, during the session', async () => {
    const user = await app.register();
    const one = await signedIn(user);
    await app.database.query(`update identity.user_account set status = 'suspended' where user_id = $1`, [
      user.userId,
    ]);
    expect(await isIn(one)).toBe(false);
    expect(await accountFacts(app.context(), user.userId)).toBeUndefined();
  });
});

describe('signing out', () => {
  test('here ends this session and no other', async () => {
    const user = await app.register();
    const [one, other] = [await signedIn(user), await signedIn(user)];
    await signOut(app.context(), one.request, 'here');
    expect([await isIn(one), await isIn(other)]).toEqual([false, true]);
    expect(ended).toEqual([]);
  });

  test('elsewhere ends all other sessions, and all sign-ins by tokens', async () => {
    const [user, otherUser] = [await app.register(), await app.register()];
    const foreign = await signedIn(otherUser);
    const [one, other] = [await signedIn(user), await signedIn(user)];
    await signOut(app.context(), one.request, 'elsewhere');
    expect([await isIn(one), await isIn(other), await isIn(foreign)]).toEqual([true, false, true]);
    expect(ended).toEqual([{ userId: user.userId, exceptSignInAt: undefined, until: expect.anything() }]);
    expect((await tracesOf(app, user.userId)).audits.join()).toContain('elsewhere');
  });

  test('a new password ends every session on these pages', async () => {
    const user = await app.register();
    const [one, other] = [await signedIn(user), await signedIn(user)];
    app.clock.advance({ seconds: 3 });
    const response = await app.send('PUT', '/me/password', {
      as: customer(user, {}),
      body: { 'current-password': user.password, 'new-password': 'eighteen quiet otters 9' },
    });
    expect(response.status).toBe(204);
    expect([await isIn(one), await isIn(other)]).toEqual([false, false]);
    expect(ended).toMatchObject([{ userId: user.userId }]);
    expect(ended[0]?.exceptSignInAt).toBeDefined();
  });
});

describe('a browser', () => {
  test('that is removed counts as unpaired from then on, and only its owner can remove it', async () => {
    const [user, other] = [await app.register(), await app.register()];
    const [one, otherUser] = [await signedIn(user), await signedIn(other)];
    const browsersOf = async (): Promise<readonly string[]> =>
      (
        await app.database.query<{ id: string }>(
          `select browser_id as id from identity.browser where user_id = $1`,
          [user.userId],
        )
      ).map(({ id }) => id);
    const [id = ''] = await browsersOf();
    await removeOwnBrowser(app.context(), otherUser.request, id);
    expect(await browsersOf()).toEqual([id]);
    await removeOwnBrowser(app.context(), one.request, id);
    expect(await browsersOf()).toEqual([]);
    app.clock.advance({ minutes: 3 });
    await signInBySms(app, user, { browserInfo: { browserSecret: one.browserSecret } });
    expect((await app.eventsOf(user.userId)).map(({ name }) => name)).toContain('user-signed-in');
  });

  test('that two people use is paired with both, and has a new secret after each sign-in', async () => {
    const [user, other] = [await app.register(), await app.register()];
    const one = await signedIn(user);
    const two = await signedIn(other, { browserInfo: { browserSecret: one.browserSecret } });
    expect(two.browserSecret).not.toBe(one.browserSecret);
    app.clock.advance({ minutes: 3 });
    await signedIn(user, { browserInfo: { browserSecret: two.browserSecret } });
    expect((await app.eventsOf(user.userId)).map(({ name }) => name)).not.toContain('user-signed-in');
  });
});
