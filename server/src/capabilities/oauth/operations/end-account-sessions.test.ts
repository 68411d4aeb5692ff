import type { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import { runCommand } from '#platform/work/command.ts';
import type { PendingInteraction } from '../domain/interaction.ts';
import { createServerTestApp, type ServerTestApp } from '../testing/server-test-app.suite.ts';
import {
  authorizePath,
  locationOf,
  obtainCode,
  pushRequest,
  redeem,
  type TestBrowser,
} from '../testing/test-browser.suite.ts';
import { createPkce, createTestClient, type Form, type TestClient } from '../testing/test-client.suite.ts';
import {
  anyCustomer,
  introspect,
  outcomeOf,
  refresh,
  type TestTokens,
  tokensIn,
} from '../testing/test-tokens.suite.ts';
import { endAccountSessions } from './end-account-sessions.ts';

let testApp: ServerTestApp;
let app: TestClient;
let seen: PendingInteraction | undefined;
beforeAll(async () => {
  testApp = await createServerTestApp({
    customers: anyCustomer,
    customerPages: {
      respond: async (interaction) => {
        seen = interaction;
        return { kind: 'page', page: { html: 'a page', contentSecurityPolicy: "default-src 'none'" } };
      },
    },
  });
  app = await createTestClient(testApp, { kind: 'customer-app' });
});
afterAll(async () => {
  await testApp[Symbol.asyncDispose]();
});

async function end(accountId: string, exceptSignInAt?: Temporal.Instant): Promise<void> {
  await runCommand(testApp.contextFor('01'), async (work) => {
    endAccountSessions(testApp.contextFor('01'), work, { accountId, exceptSignInAt });
    work.audit({ aggregateKind: 'user', aggregateId: accountId, changes: [] });
  });
}

interface SignedIn {
  readonly browser: TestBrowser;
  readonly tokens: TestTokens;
  readonly since: Temporal.Instant;
  /** Not redeemed yet. */
  readonly unused: Awaited<ReturnType<typeof obtainCode>>;
}

async function signIn(accountId: string, assurance: '1fa' | 'sca' = 'sca'): Promise<SignedIn> {
  const since = testApp.clock.now();
  const flow = await obtainCode(testApp, app, { signedIn: { accountId, assurance } });
  const tokens = tokensIn(await redeem(app, flow));
  const unused = await obtainCode(testApp, app, {
    browser: flow.browser,
    signedIn: { accountId, assurance },
  });
  return { browser: flow.browser, tokens, since, unused };
}

const ask = async (browser: TestBrowser, form: Form): Promise<URL> =>
  locationOf(await browser.get(authorizePath(app, await pushRequest(app, createPkce(), form))));

const silently = async (browser: TestBrowser): Promise<string> =>
  (await ask(browser, { prompt: 'none', scope: 'openid' })).searchParams.get('error') ?? 'code';

const isGood = async ({ accessToken }: TestTokens): Promise<boolean> => {
  await testApp.revocations.refresh();
  return (await testApp.verifier.verify(accessToken)).kind === 'accepted';
};

/** What remains of a sign-in: access token, introspection, session, code, refresh token. */
async function leftOf({ browser, tokens, unused }: SignedIn): Promise<readonly unknown[]> {
  const isTokenGood = await isGood(tokens);
  const introspected = await introspect(app, tokens.accessToken);
  return [
    isTokenGood,
    at(introspected.body, 'active'),
    await silently(browser),
    outcomeOf(await redeem(app, unused)),
    outcomeOf(await refresh(app, tokens.refreshToken)),
  ];
}

describe('ending all sessions of an account', () => {
  it('ends tokens, session, unused codes and refresh tokens', async () => {
    const one = await signIn('usr_all');
    testApp.moveTime(2);
    await end('usr_all');
    expect(await leftOf(one)).toEqual([
      false,
      false,
      'login_required',
      '400 invalid_grant',
      '400 invalid_grant',
    ]);
  });

  it('does not affect other accounts and later sign-ins', async () => {
    const other = await signIn('usr_other');
    await end('usr_one');
    expect(await leftOf(other)).toEqual([true, true, 'code', '200', '200']);
    testApp.moveTime(2);
    const later = await signIn('usr_one');
    expect(await leftOf(later)).toEqual([true, true, 'code', '200', '200']);
  });

  it('continues the named sign-in, and no other', async () => {
    const other = await signIn('usr_kept');
    testApp.moveTime(3);
    const own = await signIn('usr_kept');
    testApp.moveTime(3);
    await end('usr_kept', own.since);
    expect(await leftOf(own)).toEqual([true, true, 'code', '200', '200']);
    expect(await leftOf(other)).toEqual([
      false,
      false,
      'login_required',
      '400 invalid_grant',
      '400 invalid_grant',
    ]);
  });

  it('a sign-in that continued once ends when the account is ended again', async () => {
    const own = await signIn('usr_twice');
    testApp.moveTime(3);
    await end('usr_twice', own.since);
    testApp.moveTime(3);
    await end('usr_twice');
    expect(await leftOf(own)).toEqual([
      false,
      false,
      'login_required',
      '400 invalid_grant',
      '400 invalid_grant',
    ]);
  });

  it('applies to its own bank only', async () => {
    const one = await signIn('usr_here');
    await runCommand(testApp.contextFor('02'), async (work) => {
      endAccountSessions(testApp.contextFor('02'), work, {
        accountId: 'usr_here',
        exceptSignInAt: undefined,
      });
      work.audit({ aggregateKind: 'user', aggregateId: 'usr_here', changes: [] });
    });
    expect(await isGood(one.tokens)).toBe(true);
  });

  it('an ended session does not count: a second factor alone is not enough', async () => {
    const weak = await signIn('usr_weak', '1fa');
    testApp.moveTime(3);
    await end('usr_weak');
    const { pathname } = await ask(weak.browser, { acr_values: 'sca', prompt: undefined });
    await weak.browser.get(pathname);
    expect(seen?.requires).toBe('login');
    expect([seen?.isStepUp, seen?.isStepUp === true ? seen.accountId : undefined]).toEqual([
      false,
      undefined,
    ]);
  });

  it('a sign-in that is only too weak needs only a second factor', async () => {
    const weak = await signIn('usr_step', '1fa');
    const { pathname } = await ask(weak.browser, { acr_values: 'sca', prompt: undefined });
    await weak.browser.get(pathname);
    expect([seen?.isStepUp, seen?.accountId]).toEqual([true, 'usr_step']);
  });

  it("is rolled back with the caller's transaction", async () => {
    const one = await signIn('usr_back');
    await expect(
      runCommand(testApp.contextFor('01'), async (work) => {
        endAccountSessions(testApp.contextFor('01'), work, {
          accountId: 'usr_back',
          exceptSignInAt: undefined,
        });
        throw new Error('something else');
      }),
    ).rejects.toThrow('something else');
    expect(await isGood(one.tokens)).toBe(true);
  });
});
