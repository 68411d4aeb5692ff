import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SignedInUser } from '../../steps/own-user.ts';
import { createIdentityTestApp, type IdentityTestApp } from '../../testing/identity-test-app.suite.ts';
import { createScriptedLoginProvider } from '../../testing/scripted-login-provider.suite.ts';
import { signInBySms } from '../../testing/sign-in-steps.suite.ts';
import { beginLoginLink } from './begin-login-link.ts';
import { findSignedInUser } from './find-signed-in-user.ts';
import { loginLinkOf } from './login-link-of.ts';

const google = createScriptedLoginProvider('google');
const apple = createScriptedLoginProvider('apple');
let app: IdentityTestApp;
beforeAll(async () => {
  app = await createIdentityTestApp({
    poolSize: 6,
    ports: {
      loginProviders: {
        of: (_, provider) => [google, apple].find((known) => known.provider === provider),
        offered: () => [google],
      },
    },
  });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  google.comeBack();
  app.clock.advance({ hours: 1 });
});

async function signedIn(): Promise<SignedInUser> {
  const { outcome } = await signInBySms(app, await app.register());
  if (outcome.kind !== 'finished') throw new Error(outcome.kind);
  const found = await findSignedInUser(app.context(), outcome.sessionSecret);
  if (found === undefined) throw new Error('no user is signed in');
  return found;
}

async function begun(own: SignedInUser): Promise<URLSearchParams> {
  const view = await beginLoginLink(app.context(), own, 'google');
  if (typeof view !== 'object' || view.kind !== 'link-login') throw new Error('nothing was begun');
  return new URL(view.address).searchParams;
}

describe('beginLoginLink', () => {
  test('makes another request each time, with a verifier and a nonce that the state does not contain', async () => {
    const own = await signedIn();
    const [one, other] = [await begun(own), await begun(own)];
    for (const name of ['state', 'verifier', 'nonce']) expect(one.get(name)).not.toBe(other.get(name));
    expect(one.get('state')).not.toContain(one.get('verifier'));
    expect(one.get('state')).not.toContain(one.get('nonce'));
    expect(one.get('verifier')).toMatch(/^[\w\-]{43}$/v);
  });

  test('begins nothing at a provider that the page does not offer, or that does not respond', async () => {
    const own = await signedIn();
    expect(await beginLoginLink(app.context(), own, 'apple')).toBeUndefined();
    google.leave();
    expect(await beginLoginLink(app.context(), own, 'google')).toBe('login-provider-away');
  });
});

describe('loginLinkOf', () => {
  test('returns the request of the session, for five minutes', async () => {
    const own = await signedIn();
    const request = await begun(own);
    const shown = { provider: 'google', state: request.get('state') ?? '', code: 'a-code' };
    const expected = {
      provider: 'google',
      code: 'a-code',
      codeVerifier: request.get('verifier'),
      nonce: request.get('nonce'),
      redirectUri: google.page.redirectUri,
    };
    expect(loginLinkOf(app.context(), own, shown)).toEqual(expected);
    app.clock.advance({ seconds: 300 });
    expect(loginLinkOf(app.context(), own, shown)).toEqual(expected);
    app.clock.advance({ seconds: 1 });
    expect(loginLinkOf(app.context(), own, shown)).toBeUndefined();
  });

  test('returns nothing for another session, another provider, or a changed state', async () => {
    const [own, other] = [await signedIn(), await signedIn()];
    const state = (await begun(own)).get('state') ?? '';
    const shown = { provider: 'google', state, code: 'a-code' };
    const [, seconds = ''] = state.split('.');
    const later = state.replace(seconds, String(Number(seconds) + 60));
    expect(loginLinkOf(app.context(), other, shown)).toBeUndefined();
    expect(loginLinkOf(app.context(), own, { ...shown, provider: 'apple' })).toBeUndefined();
    for (const changed of [later, '', 'link', `${state}x`, state.replace('link', 'own')])
      expect(loginLinkOf(app.context(), own, { ...shown, state: changed })).toBeUndefined();
    expect(loginLinkOf(app.context(), own, shown)).toBeDefined();
  });
});
