import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addressFailuresMax } from '../../domain/policy.ts';
import type { SignInView } from '../../domain/sign-in/view.ts';
import type { RestrictedAct } from '../../ports/restrictions.ts';
import { reserveNetworkQuota } from '../../steps/sign-in/attempt-quotas.ts';
import {
  createIdentityTestApp,
  customer,
  type IdentityTestApp,
  type TestUser,
} from '../../testing/identity-test-app.suite.ts';
import {
  createScriptedLoginProvider,
  type ScriptedLogin,
} from '../../testing/scripted-login-provider.suite.ts';
import {
  restBeforeCode,
  type SignInWalk,
  tracesOf,
  type WalkOptions,
  walkIn,
} from '../../testing/sign-in-steps.suite.ts';
import { changeUserState } from '../users/change-user-state.ts';
import type { SubmitOutcome } from './submit-sign-in.ts';

let app: IdentityTestApp;
const google = createScriptedLoginProvider('google');
const forbidden = new Set<string>();
const act: RestrictedAct = 'sign-in';
beforeAll(async () => {
  app = await createIdentityTestApp({
    ports: {
      loginProviders: {
        of: (bankId, provider) => (bankId === '01' && provider === 'google' ? google : undefined),
        offered: (bankId) => (bankId === '01' ? [google] : []),
      },
    },
    restrictions:
      () =>
      async (_db, { customerNumbers }) =>
        new Map(
          customerNumbers.flatMap((number) =>
            forbidden.has(number) ? [[number, new Set([act])] as const] : [],
          ),
        ),
  });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  google.comeBack();
  restBeforeCode(app);
});

let subjects = 0;
const newLogin = (login = 'someone@mail.example'): ScriptedLogin => {
  subjects += 1;
  return { subject: `subject-${subjects}`, login };
};

const linking = { codeVerifier: 'v'.repeat(43), nonce: 'n-1', redirectUri: google.redirectUris[0] };

async function linkTo(user: TestUser, login: ScriptedLogin): Promise<void> {
  const body = {
    provider: 'google',
    code: google.signIn(login, linking),
    'code-verifier': linking.codeVerifier,
    nonce: linking.nonce,
  };
  expect((await app.send('POST', '/me/logins', { as: customer(user), body })).status).toBe(204);
}

async function linkedUser(): Promise<{ readonly user: TestUser; readonly login: ScriptedLogin }> {
  const user = await app.register();
  const login = newLogin();
  await linkTo(user, login);
  return { user, login };
}

/** The parameters of the request that the page sends the customer with. */
async function requestOf(walk: SignInWalk): Promise<URLSearchParams> {
  const view = await walk.view();
  if (view?.kind !== 'linked-login') throw new Error(`the page is ${view?.kind ?? 'absent'}`);
  return new URL(view.address).searchParams;
}

/** Goes to the provider, signs in there, and returns the fields with which the browser comes back. */
async function visit(walk: SignInWalk, login: ScriptedLogin): Promise<Readonly<Record<string, string>>> {
  await walk.post('linked-login', { provider: 'google' });
  const request = await requestOf(walk);
  const text = (name: string): string => request.get(name) ?? '';
  const code = google.signIn(login, {
    codeVerifier: text('verifier'),
    nonce: text('nonce'),
    redirectUri: google.page.redirectUri,
  });
  return { provider: 'google', state: text('state'), code };
}

async function signIn(
  login: ScriptedLogin,
  options: WalkOptions = {},
): Promise<{ readonly walk: SignInWalk; readonly outcome: SubmitOutcome }> {
  const walk = await walkIn(app, options);
  return { walk, outcome: await walk.post('linked-login-return', await visit(walk, login)) };
}

const errorOf = (view: SignInView | undefined): string =>
  view !== undefined && 'error' in view
    ? `${view.kind} ${view.error ?? 'without error'}`
    : (view?.kind ?? 'over');

describe('a linked login', () => {
  test('is offered by the banks that have a provider', async () => {
    const view = await (await walkIn(app)).view();
    expect(view).toMatchObject({ providers: [{ provider: 'google', name: 'The google' }] });
    expect(await (await walkIn(app, { bankId: '02' })).view()).toMatchObject({ providers: [] });
  });

  test('is one factor: a second one of the bank follows', async () => {
    const { login, user } = await linkedUser();
    const { outcome, walk } = await signIn(login);
    expect(outcome.kind).toBe('continues');
    expect(await walk.page()).toBe('code');
    const { code } = await app.newestCode(user.userId);
    expect(await walk.post('code', { code })).toMatchObject({
      kind: 'finished',
      userId: user.userId,
      assurance: 'sca',
      methods: ['fed', 'sms'],
    });
    const { audits, logins } = await tracesOf(app, user.userId);
    expect(logins).toEqual(['signed-in']);
    expect(audits.join()).toContain('"field":"linked-login","after":"right"');
  });

  test('is sufficient where one factor is', async () => {
    const { login, user } = await linkedUser();
    expect((await signIn(login, { assurance: '1fa' })).outcome).toMatchObject({
      kind: 'finished',
      userId: user.userId,
      assurance: '1fa',
      methods: ['fed'],
    });
  });

  test('stays the method of a session that steps up', async () => {
    const { user } = await linkedUser();
    const walk = await walkIn(app, { steppingUp: user.userId, steppingUpMethods: ['fed'] });
    await walk.post('method', { factor: 'sms' });
    const { code } = await app.newestCode(user.userId);
    expect(await walk.post('code', { code })).toMatchObject({ methods: ['fed', 'sms'] });
  });

  test('that is unlinked before the second factor signs no user in', async () => {
    const { login, user } = await linkedUser();
    const { walk } = await signIn(login);
    const removed = await app.send('DELETE', `/me/logins/${encodeURIComponent(login.login)}`, {
      as: customer(user),
    });
    expect(removed.status).toBe(204);
    const { code } = await app.newestCode(user.userId);
    expect((await walk.post('code', { code })).kind).toBe('continues');
    expect(await walk.page()).toBe('code code-over');
  });
});

describe('the page says the same', () => {
  const refused = 'identify login-unknown';

  test('of a login without a user, also one with the address of a user', async () => {
    const user = await app.register();
    const { walk } = await signIn(newLogin(user.email), { assurance: '1fa' });
    expect(errorOf(await walk.view())).toBe(refused);
  });

  test.each([
    ['suspended', 'suspended', 'fraud'],
    ['dead', 'suspended', 'death'],
    ['closed', 'closed', 'customer'],
  ] as const)('of the login of a user who is %s', async (_who, to, reason) => {
    const { login, user } = await linkedUser();
    await changeUserState(app.context(), { userId: user.userId, to, reason });
    const { outcome, walk } = await signIn(login, { assurance: '1fa' });
    expect([outcome.kind, errorOf(await walk.view())]).toEqual(['continues', refused]);
  });

  test('of the login of a customer who is not allowed to sign in', async () => {
    const { login, user } = await linkedUser();
    forbidden.add(user.userId);
    const { walk } = await signIn(login, { assurance: '1fa' });
    expect(errorOf(await walk.view())).toBe(refused);
    expect((await tracesOf(app, user.userId)).audits.join()).toContain('"after":"refused"');
  });

  test('of a user who is suspended before the second factor', async () => {
    const { login, user } = await linkedUser();
    const { walk } = await signIn(login);
    const { code } = await app.newestCode(user.userId);
    await changeUserState(app.context(), { userId: user.userId, to: 'suspended', reason: 'fraud' });
    expect((await walk.post('code', { code })).kind).toBe('continues');
  });
});

describe('the return from a provider', () => {
  test.each([
    ['another state', { state: `own.walk-0.${'x'.repeat(43)}` }],
    ['another provider', { provider: 'apple' }],
  ])('with %s changes nothing', async (_what, change) => {
    const { login } = await linkedUser();
    const walk = await walkIn(app, { assurance: '1fa' });
    const fields = await visit(walk, login);
    await walk.post('linked-login-return', { ...fields, ...change });
    expect(await walk.page()).toBe('linked-login');
    expect((await walk.post('linked-login-return', fields)).kind).toBe('finished');
  });

  test.each([['a guessed code', 'guessed'] as const, ['no code, as after a cancellation', ''] as const])(
    'with %s fails, and the customer starts again',
    async (_what, code) => {
      const walk = await walkIn(app);
      const fields = await visit(walk, newLogin());
      await walk.post('linked-login-return', { ...fields, code });
      expect(await walk.page()).toBe('identify login-failed');
    },
  );

  test('is not accepted without a request, or for an unknown provider', async () => {
    const walk = await walkIn(app);
    await walk.post('linked-login-return', { provider: 'google', state: '', code: 'x' });
    await walk.post('linked-login', { provider: 'apple' });
    expect(await walk.page()).toBe('identify');
  });

  test('that is sent twice gets the same response', async () => {
    const { login } = await linkedUser();
    const walk = await walkIn(app, { assurance: '1fa' });
    const fields = { step: 'linked-login-return', ...(await visit(walk, login)) };
    const first = await walk.send(fields);
    expect(first.kind).toBe('finished');
    expect(await walk.send(fields)).toEqual(first);
  });

  test('may be given up for another way', async () => {
    const walk = await walkIn(app);
    await visit(walk, newLogin());
    await walk.post('other-user');
    expect(await walk.page()).toBe('identify');
  });
});

describe('limits', () => {
  test('a provider that does not respond is named, and no attempt is counted', async () => {
    const before = await walkIn(app);
    google.leave();
    await before.post('linked-login', { provider: 'google' });
    expect(await before.page()).toBe('identify login-unavailable');
    google.comeBack();
    const walk = await walkIn(app);
    const fields = await visit(walk, newLogin());
    google.leave();
    await walk.post('linked-login-return', fields);
    expect(await walk.page()).toBe('identify login-unavailable');
    const { ctx } = walk;
    for (let index = 0; index < addressFailuresMax; index += 1)
      expect((await reserveNetworkQuota(ctx)).blocked).toBeUndefined();
    expect((await reserveNetworkQuota(ctx)).blocked?.scope).toBe('sign-in-address');
  });

  test('failed attempts count for the network, and stop the next one before it is compared', async () => {
    const { login } = await linkedUser();
    const sourceAddress = '203.0.113.77';
    const options = { assurance: '1fa', sourceAddress } as const;
    expect((await signIn(login, options)).outcome.kind).toBe('finished');
    await signIn(newLogin(), options);
    const { ctx } = await walkIn(app, options);
    for (let index = 1; index < addressFailuresMax; index += 1) await reserveNetworkQuota(ctx);
    const { outcome, walk } = await signIn(login, options);
    expect([outcome.kind, await walk.page()]).toEqual(['continues', 'throttled']);
  });
});
