import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listAt } from '#platform/testing/json-at.ts';
import { linkedLoginsMax } from '../../domain/policy.ts';
import {
  createIdentityTestApp,
  customer,
  errorsOf,
  type IdentityTestApp,
  refusalOf,
  type TestUser,
} from '../../testing/identity-test-app.suite.ts';
import { createScriptedLoginProvider } from '../../testing/scripted-login-provider.suite.ts';
import { linkLogin } from './link-login.ts';
import { unlinkLogin } from './unlink-login.ts';

let app: IdentityTestApp;
const google = createScriptedLoginProvider('google');
const apple = createScriptedLoginProvider('apple');
const providers = [google, apple];
let subjects = 0;

beforeAll(async () => {
  const loginProviders = {
    of: (bankId: string, word: string) =>
      bankId === '01' ? providers.find(({ provider }) => provider === word) : undefined,
    offered: () => [],
  };
  app = await createIdentityTestApp({ poolSize: 10, ports: { loginProviders } });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  for (const provider of providers) provider.comeBack();
});

const loginRequest = { codeVerifier: 'v'.repeat(43), nonce: 'n-1', redirectUri: google.redirectUris[0] };
const newSubject = () => {
  subjects += 1;
  return { subject: `subject-${subjects}`, login: `login.${subjects}@mail.example` };
};
const bodyOf = (from: typeof google, login: { subject: string; login: string }) => ({
  provider: from.provider,
  code: from.signIn(login, loginRequest),
  'code-verifier': loginRequest.codeVerifier,
  nonce: loginRequest.nonce,
});
const link = (user: TestUser, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  app.send('POST', '/me/logins', { as: customer(user), body, headers });
const unlink = (user: TestUser, login: string, query = '') =>
  app.send('DELETE', `/me/logins/${encodeURIComponent(login)}${query}`, { as: customer(user) });
const linkedOf = async (user: TestUser) => {
  const { body } = await app.get('/me?include=linked-logins', customer(user));
  return listAt(body, 'linked-logins');
};

describe('linking a login', () => {
  test('stores issuer and subject, shows the login, and emits an event', async () => {
    const user = await app.register();
    const login = newSubject();
    expect((await link(user, bodyOf(google, login))).status).toBe(204);
    expect(await linkedOf(user)).toEqual([{ login: login.login, provider: 'google' }]);
    expect((await app.eventsOf(user.userId)).at(-1)).toEqual({
      name: 'linked-login-registered',
      data: { 'user-id': user.userId, reason: 'google' },
    });
    const rows = await app.database.query<{ text: string }>(
      'select row_to_json(l)::text as text from identity.linked_login l where user_id = $1',
      [user.userId],
    );
    expect(rows[0]?.text).toContain(google.issuer);
    expect(rows[0]?.text).not.toContain(login.login);
  });

  test('succeeds when it was done before by the same user', async () => {
    const user = await app.register();
    const login = newSubject();
    await link(user, bodyOf(google, login));
    expect((await link(user, bodyOf(google, { ...login, login: 'renamed@mail.example' }))).status).toBe(204);
    expect(await linkedOf(user)).toHaveLength(1);
  });

  test('returns login-already-used when another user has it; the same subject at another issuer is different', async () => {
    const [user, other] = [await app.register(), await app.register()];
    const login = newSubject();
    await link(other, bodyOf(google, login));
    expect(refusalOf(await link(user, bodyOf(google, login)))).toBe('440 login-already-used');
    expect((await link(user, bodyOf(apple, login))).status).toBe(204);
  });

  test('returns provider-not-supported, and calls no provider', async () => {
    const user = await app.register();
    const body = { ...bodyOf(google, newSubject()), provider: 'unheard-of' };
    expect(refusalOf(await link(user, body))).toBe('440 provider-not-supported');
  });

  test('refuses a code that the provider rejects', async () => {
    const user = await app.register();
    const body = { ...bodyOf(google, newSubject()), nonce: 'of another user' };
    expect(errorsOf(await link(user, body))).toEqual(['400 code mismatch']);
    expect(await linkedOf(user)).toEqual([]);
  });

  test('returns service-unavailable while the provider does not respond', async () => {
    const user = await app.register();
    const body = bodyOf(google, newSubject());
    google.leave();
    expect(refusalOf(await link(user, body))).toBe('503 service-unavailable');
  });

  test('responds to a repeated request with the same key as the first time, although the code is used', async () => {
    const user = await app.register();
    const body = bodyOf(google, newSubject());
    const key = { 'idempotency-key': 'link-login-key-0001' };
    expect((await link(user, body, key)).status).toBe(204);
    const again = await link(user, body, key);
    expect(again.status).toBe(204);
    expect(again.headers['idempotency-replayed']).toBe('true');
  });

  test('allows the maximum and no more, also concurrently', async () => {
    const user = await app.register();
    const responses = await Promise.all(
      Array.from({ length: linkedLoginsMax + 2 }, () => link(user, bodyOf(google, newSubject()))),
    );
    expect(responses.filter(({ status }) => status === 204)).toHaveLength(linkedLoginsMax);
    expect(refusalOf(await link(user, bodyOf(google, newSubject())))).toBe('409 conflict');
  });

  test('gives a login that many users link concurrently to exactly one', async () => {
    const users = await Promise.all(Array.from({ length: 5 }, () => app.register()));
    const login = newSubject();
    const responses = await Promise.all(users.map((user) => link(user, bodyOf(google, login))));
    expect(responses.map(refusalOf).toSorted()).toEqual([
      '204',
      ...Array.from({ length: 4 }, () => '440 login-already-used'),
    ]);
  });

  test('requires a second factor, and a customer', async () => {
    const user = await app.register();
    const weak = customer(user, { assurance: '1fa' });
    const body = bodyOf(google, newSubject());
    expect((await app.send('POST', '/me/logins', { as: weak, body })).status).toBe(401);
    const command = { provider: 'google', ...loginRequest, code: google.signIn(newSubject(), loginRequest) };
    await expect(linkLogin(app.context(), command)).rejects.toMatchObject({ literal: 'forbidden' });
  });
});

describe('removing a linked login', () => {
  test('removes it, and emits an event', async () => {
    const user = await app.register();
    const login = newSubject();
    await link(user, bodyOf(google, login));
    expect((await unlink(user, login.login.toUpperCase())).status).toBe(204);
    expect(await linkedOf(user)).toEqual([]);
    expect((await app.eventsOf(user.userId)).at(-1)?.name).toBe('linked-login-removed');
    expect(refusalOf(await unlink(user, login.login))).toBe('404 not-found');
  });

  test('does not find the logins of others', async () => {
    const [user, other] = [await app.register(), await app.register()];
    const login = newSubject();
    await link(other, bodyOf(google, login));
    expect(refusalOf(await unlink(user, login.login))).toBe('404 not-found');
    expect(await linkedOf(other)).toHaveLength(1);
  });

  test('requires the provider when two providers have it', async () => {
    const user = await app.register();
    const login = newSubject();
    await link(user, bodyOf(google, login));
    await link(user, bodyOf(apple, login));
    expect(refusalOf(await unlink(user, login.login))).toBe('409 conflict');
    expect(refusalOf(await unlink(user, login.login, '?provider=unheard-of'))).toBe('404 not-found');
    expect((await unlink(user, login.login, '?provider=apple')).status).toBe(204);
    expect(await linkedOf(user)).toEqual([{ login: login.login, provider: 'google' }]);
  });

  test('removes both when one provider has two of the same name', async () => {
    const user = await app.register();
    const { login } = newSubject();
    await link(user, bodyOf(google, { subject: 'twin-1', login }));
    await link(user, bodyOf(google, { subject: 'twin-2', login }));
    expect((await unlink(user, login)).status).toBe(204);
    expect(await linkedOf(user)).toEqual([]);
  });

  test.each(['../../users', "' or true --", '%', 'ünïcode@mail.example'])(
    'finds nothing under %j',
    async (login) => {
      const user = await app.register();
      await link(user, bodyOf(google, newSubject()));
      expect((await unlink(user, login)).status).toBe(404);
      expect(await linkedOf(user)).toHaveLength(1);
    },
  );

  test('requires a second factor, and a customer', async () => {
    const user = await app.register();
    const weak = customer(user, { assurance: '1fa' });
    expect((await app.send('DELETE', '/me/logins/x', { as: weak })).status).toBe(401);
    await expect(unlinkLogin(app.context(), { login: 'x', provider: undefined })).rejects.toMatchObject({
      literal: 'forbidden',
    });
  });
});
