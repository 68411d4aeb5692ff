import { createPageBrowser } from '../../server/src/apps/pages/account-test-app.suite.ts';
import {
  identityTestAppOf,
  type TestUser,
} from '../../server/src/capabilities/identity/testing/identity-test-app.suite.ts';
import {
  authorizePath,
  createTestBrowser,
  locationOf,
  pushRequest,
  queryOf,
  redeem,
} from '../../server/src/capabilities/oauth/testing/test-browser.suite.ts';
import {
  createTestClient,
  type Pkce,
  type TestClient,
} from '../../server/src/capabilities/oauth/testing/test-client.suite.ts';
import {
  introspect,
  obtainOwnToken,
  refresh,
  revoke,
  tokensIn,
} from '../../server/src/capabilities/oauth/testing/test-tokens.suite.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import { testBaseUrl } from '../../server/src/platform/testing/proof-maker.ts';
import type { TestServerResponse } from '../../server/src/platform/testing/test-server.ts';
import type { ProductTestApp } from '../product-test-app.ts';
import type { Recorder } from './recorder.ts';

/** The example of RFC 7636, appendix B. */
const pkce: Pkce = {
  verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
};
const bank = { bank: '01' };

/** Clients read the metadata, obtain tokens by themselves and for people, verify and revoke them; people sign out. */
export async function oauthHistory(recorder: Recorder, user: TestUser): Promise<void> {
  const { call } = recorder;
  for (const operation of ['Discovery', 'Metadata', 'Keys']) await call(`OAuth_${operation}`, { path: bank });
  const app = { ...recorder.app, call: recorder.send };
  await serviceTokens(app);
  const customerApp = await createTestClient(app, { kind: 'customer-app', clientId: 'example-app' });
  await customerTokens(recorder, { app, client: customerApp, user });
  await decoupled(customerApp);
  await staff(app);
}

/** An application without people. */
async function serviceTokens(app: ProductTestApp): Promise<void> {
  const client = await createTestClient(app, { clientId: 'example-service' });
  const forOthers = await client.assertion({ aud: 'https://other.test' });
  await obtainOwnToken(client, { client_assertion: forOthers });
  const { accessToken } = tokensIn(await obtainOwnToken(client));
  await introspect(client, accessToken);
  await introspect(client, 'unknown');
  await revoke(client, accessToken);
}

interface SignIn {
  readonly app: ProductTestApp;
  readonly client: TestClient;
  readonly user: TestUser;
}

async function customerTokens(recorder: Recorder, signIn: SignIn): Promise<void> {
  const { client } = signIn;
  await pushRequest(client, pkce, { redirect_uri: 'https://other.test/callback' });
  const cookies = new Map<string, string>();
  const code = await signInOnPages(recorder, signIn, cookies);
  await redeem(client, { code: 'unknown', pkce });
  const { refreshToken } = tokensIn(await redeem(client, { code, pkce }));
  await refresh(client, refreshToken);
  await signOut(recorder, cookies);
}

/** The customer signs in with password and code, and consents; returns the code for the client. */
async function signInOnPages(
  { app, send }: Recorder,
  { client, user }: SignIn,
  cookies: Map<string, string>,
): Promise<string> {
  // Codes of one moment could not be distinguished.
  app.clock.advance({ minutes: 3 });
  const open = (path: string): Promise<TestServerResponse> => createPageBrowser(send, '', cookies).get(path);
  const fill = async (path: string, step: string, fields: Form = {}): Promise<TestServerResponse> => {
    const browser = createPageBrowser(send, path, cookies);
    await browser.get();
    return browser.post(queryOf({ csrf: browser.csrf(), step, ...fields }), sameOrigin);
  };
  const page = pathOf(await open(authorizePath(client, await pushRequest(client, pkce))));
  await fill(page, 'identify', { username: user.username });
  await fill(page, 'password', { password: user.password });
  const { code } = await identityTestAppOf(app, app.identity).newestCode(user.userId);
  const consent = pathOf(await open(pathOf(await fill(page, 'code', { code }))));
  const answer = await open(pathOf(await fill(consent, 'agree')));
  return locationOf(answer).searchParams.get('code') ?? '';
}

type Form = Readonly<Record<string, string>>;

const sameOrigin = {
  'content-type': 'application/x-www-form-urlencoded',
  origin: testBaseUrl,
  'sec-fetch-site': 'same-origin',
};

function pathOf(response: TestServerResponse): string {
  const { pathname, search } = locationOf(response);
  return `${pathname}${search}`;
}

async function signOut({ call }: Recorder, cookies: ReadonlyMap<string, string>): Promise<void> {
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
  const page = await call('OAuth_EndSession', { path: bank, headers: { cookie } });
  const xsrf = /name="xsrf" value="(\w+)"/.exec(page.text)?.[1] ?? '';
  await call('OAuth_ConfirmEndSession', {
    path: bank,
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
    body: queryOf({ xsrf, logout: 'yes' }),
  });
  await call('OAuth_SignedOut', { path: bank });
}

/** The customer approves on a device what the client asks for; the client polls. */
async function decoupled(client: TestClient): Promise<void> {
  const form = { scope: 'openid', login_hint: 'unknown', binding_message: 'Pay 12.50 EUR to Ann' };
  await client.post('/backchannel', form);
  const asked = await client.post('/backchannel', { ...form, login_hint: 'maria.w' });
  await client.post('/token', {
    grant_type: 'urn:openid:params:grant-type:ciba',
    auth_req_id: String(at(asked.body, 'auth_req_id')),
  });
}

/** An employee signs in at the provider of the bank. */
async function staff(app: ProductTestApp): Promise<void> {
  const client = await createTestClient(app, { kind: 'console', clientId: 'example-console' });
  const browser = createTestBrowser(app);
  const first = await browser.get(authorizePath(client, await pushRequest(client, pkce)));
  const there = await browser.get(locationOf(first).pathname);
  const state = locationOf(there).searchParams.get('state') ?? '';
  await browser.get(`/oauth/01/staff/callback?state=${state}&code=code-of-the-provider`);
}
