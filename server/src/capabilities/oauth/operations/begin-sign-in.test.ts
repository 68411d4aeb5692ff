import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import type { PendingInteraction } from '../domain/interaction.ts';
import {
  type ScriptedStaffProvider,
  scriptedStaffProvider,
} from '../testing/scripted-staff-provider.suite.ts';
import { createServerTestApp, type ServerTestApp } from '../testing/server-test-app.suite.ts';
import { authorizePath, createTestBrowser, locationOf, pushRequest } from '../testing/test-browser.suite.ts';
import { createPkce, createTestClient, type Form, type TestClient } from '../testing/test-client.suite.ts';

let testApp: ServerTestApp;
let provider: ScriptedStaffProvider;
let console: TestClient;
let app: TestClient;
let customerInteractions: PendingInteraction | undefined;
beforeAll(async () => {
  provider = scriptedStaffProvider(() => Math.floor(testApp.clock.now().epochMilliseconds / 1_000));
  testApp = await createServerTestApp({
    staff: { of: (bankId) => (bankId === '01' ? provider : undefined) },
  });
  console = await createTestClient(testApp, { kind: 'console' });
  app = await createTestClient(testApp, { kind: 'customer-app' });
});
afterAll(async () => {
  await testApp[Symbol.asyncDispose]();
});

/** Response to a browser that was redirected to sign in. */
async function sent(client: TestClient, form: Form = {}): Promise<TestServerResponse> {
  const browser = createTestBrowser(testApp);
  const pushed = await pushRequest(client, createPkce(), form);
  const first = await browser.get(authorizePath(client, pushed));
  return browser.get(locationOf(first).pathname);
}

const pageOf = ({ status, text }: TestServerResponse): string => `${status} ${text}`;

describe('starting a sign-in', () => {
  it('redirects staff to the provider of their bank, with a binding to this browser', async () => {
    const { headers, status } = await sent(console, {
      acr_values: 'sca 1fa',
      max_age: '60',
      prompt: 'login',
    });
    expect(status).toBe(303);
    expect(String(headers['location'])).toMatch(/^https:\/\/upstream\.test\/auth\?state=[\w-]{43}$/);
    expect(String(headers['set-cookie'])).toMatch(
      /^__Host-portico-01-staff=[\w-]{43}; Path=\/; Max-Age=600;/,
    );
    expect(provider.asked).toMatchObject({
      redirectUri: 'https://bank.test/oauth/01/staff/callback',
      acrValues: ['gold'],
      maxAgeSeconds: 60,
      requiresNewSignIn: true,
    });
  });

  it('requests no more than needed, but never a sign-in older than a session', async () => {
    await sent(console);
    expect(provider.asked).toMatchObject({ acrValues: [], maxAgeSeconds: 42_900, requiresNewSignIn: false });
  });

  it('creates new secrets each time', async () => {
    await sent(console);
    const first = provider.asked?.secrets;
    await sent(console);
    const values = [first, provider.asked?.secrets].flatMap((secrets) => [
      secrets?.state,
      secrets?.nonce,
      secrets?.verifier,
    ]);
    expect(new Set(values).size).toBe(6);
  });

  it('fails if a bank has no provider: staff-provider-absent', async () => {
    const elsewhere = await createTestClient(testApp, { kind: 'console', bankId: 'nl' });
    expect(pageOf(await sent(elsewhere))).toBe('503 staff-provider-absent: over');
  });

  it('fails without pages for customers: customer-sign-in-absent', async () => {
    expect(pageOf(await sent(app))).toBe('503 customer-sign-in-absent: over');
  });

  it('fails in a browser that has not started it, in another one, and too late: sign-in-over', async () => {
    const browser = createTestBrowser(testApp);
    const pushed = await pushRequest(console, createPkce());
    const first = await browser.get(authorizePath(console, pushed));
    const { pathname } = locationOf(first);
    expect(pageOf(await createTestBrowser(testApp).get(pathname))).toBe('400 sign-in-over: over');
    expect(pageOf(await browser.get(`${pathname}x`))).toBe('400 sign-in-over: over');
    testApp.moveTime(600);
    expect(pageOf(await browser.get(pathname))).toBe('400 sign-in-over: over');
  });

  it('is a page that cannot be framed or cached, and loads nothing', async () => {
    const { headers } = await sent(app);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-request-id': expect.any(String),
    });
  });

  it('fails at an unknown bank: bank-unknown', async () => {
    const { body, status } = await testApp.call({ method: 'GET', path: '/oauth/zz/interaction/x' });
    expect([status, body]).toEqual([404, expect.objectContaining({ error: 'invalid_request' })]);
  });

  it('fails while the provider is unavailable, with a link to retry: staff-provider-away', async () => {
    provider.leave();
    expect(pageOf(await sent(console))).toMatch(
      /^503 staff-provider-away: \/oauth\/01\/interaction\/[\w-]+$/,
    );
  });
});

describe('pages for customers', () => {
  let own: ServerTestApp;
  beforeAll(async () => {
    own = await createServerTestApp({
      customerPages: {
        async respond(interaction, { context }) {
          customerInteractions = interaction;
          const page = { html: `hello at ${context.bankId}`, contentSecurityPolicy: "default-src 'none'" };
          return { kind: 'page', page };
        },
      },
    });
  });
  afterAll(async () => {
    await own[Symbol.asyncDispose]();
  });

  it('come from the port, which gets the interaction', async () => {
    const client = await createTestClient(own, { kind: 'customer-app' });
    const browser = createTestBrowser(own);
    const first = await browser.get(authorizePath(client, await pushRequest(client, createPkce())));
    const { status, text } = await browser.get(locationOf(first).pathname);
    expect([status, text]).toEqual([200, 'hello at 01']);
    expect(customerInteractions).toMatchObject({
      requires: 'login',
      clientKind: 'customer-app',
      clientId: client.clientId,
    });
  });
});
