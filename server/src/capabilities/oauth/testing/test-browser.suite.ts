import { testBaseUrl } from '#platform/testing/proof-maker.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import { runCommand } from '#platform/work/command.ts';
import { employeeAccountId } from '../domain/employee.ts';
import { finishConsent, finishSignIn, type SignedIn } from '../engine/interactions.ts';
import { textIn } from '../engine/library-values.ts';
import { upsertEmployee } from '../store/employees.store.ts';
import type { ServedTestApp } from './server-test-app.suite.ts';
import { createPkce, type Form, type Pkce, redirectUri, type TestClient } from './test-client.suite.ts';

/** Test browser: stores cookies and does not follow redirects. */
export interface TestBrowser {
  get(path: string): Promise<TestServerResponse>;
  readonly cookies: ReadonlyMap<string, string>;
}

/** Creates a browser without cookies, or with those of another one. */
export function createTestBrowser(app: ServedTestApp, like?: TestBrowser): TestBrowser {
  const cookies = new Map<string, string>(like?.cookies);
  return {
    cookies,
    async get(path) {
      const answer = await app.call({
        method: 'GET',
        path: path.startsWith(testBaseUrl) ? path.slice(testBaseUrl.length) : path,
        headers: {
          accept: 'text/html',
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
      });
      for (const line of [answer.headers['set-cookie'] ?? []].flat().map(String)) {
        const [pair = ''] = line.split(';');
        const [name = '', value = ''] = pair.split('=');
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      return answer;
    },
  };
}

/** Returns the redirect target of a response. */
export function locationOf({ headers }: TestServerResponse): URL {
  return new URL(String(headers['location']), testBaseUrl);
}

/** Pushes a request for a code. */
export async function pushRequest(
  client: TestClient,
  pkce: Pkce,
  form: Form = {},
): Promise<TestServerResponse> {
  return client.post('/request', {
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid offline_access',
    state: 'the-state',
    nonce: 'the-nonce',
    code_challenge: pkce.challenge,
    code_challenge_method: 'S256',
    prompt: 'consent',
    ...form,
  });
}

/** Formats query parameters. */
export function queryOf(values: Readonly<Record<string, string>>): string {
  return new URLSearchParams(values).toString();
}

export function authorizePath({ bankId, clientId }: TestClient, pushed: TestServerResponse): string {
  const requestUri = String(Reflect.get(Object(pushed.body), 'request_uri'));
  return `/oauth/${bankId}/auth?${queryOf({ client_id: clientId, request_uri: requestUri })}`;
}

/** An account that matches the client: a customer at an app, an employee at a console. */
export const anybody = 'anybody';

/** Returns an account that matches the client; registers the employee with the bank. */
async function accountAt(app: ServedTestApp, bankId: string, clientId: string): Promise<string> {
  const client = await app.server.providerOf(bankId).Client.find(clientId);
  if (client?.['portico_kind'] !== 'console') return 'usr_test';
  await runCommand(app.contextFor(bankId), async (work) => {
    upsertEmployee(work, {
      bankId,
      employeeId: 'e-test',
      upstreamIssuer: 'https://staff.test',
      upstreamSubject: 's-test',
      unit: undefined,
      roles: ['maintenance'],
      signedInAt: app.clock.now(),
    });
    work.audit({ aggregateKind: 'employee', aggregateId: 'e-test', changes: [] });
  });
  return employeeAccountId('e-test');
}

/** Finishes a sign-in as the given account. */
export async function signInAs(
  app: ServedTestApp,
  { bankId, signedIn, uid }: { readonly bankId: string; readonly uid: string; readonly signedIn: SignedIn },
): Promise<string | undefined> {
  const provider = app.server.providerOf(bankId);
  const interaction = await provider.Interaction.find(uid);
  const accountId =
    signedIn.accountId === anybody
      ? await accountAt(app, bankId, textIn(interaction?.params, 'client_id'))
      : signedIn.accountId;
  return finishSignIn(provider, uid, { ...signedIn, accountId });
}

/** Stands in for the pages: signs in and consents until the browser is redirected to the client. */
export async function goThroughPages(
  app: ServedTestApp,
  browser: TestBrowser,
  {
    bankId,
    first,
    signedIn,
  }: { readonly bankId: string; readonly first: TestServerResponse; readonly signedIn: SignedIn },
): Promise<TestServerResponse> {
  let answer = first;
  const provider = app.server.providerOf(bankId);
  for (let step = 0; step < 4; step += 1) {
    const { pathname } = locationOf(answer);
    const uid = /\/interaction\/([^/]+)$/.exec(pathname)?.[1];
    if (uid === undefined) return answer;
    const interaction = await provider.Interaction.find(uid);
    const next =
      interaction?.prompt.name === 'consent'
        ? await finishConsent(provider, uid, testBaseUrl)
        : await signInAs(app, { bankId, uid, signedIn });
    answer = await browser.get(String(next));
  }
  return answer;
}

export interface CodeFlow {
  readonly code: string;
  readonly pkce: Pkce;
  readonly browser: TestBrowser;
  readonly answer: TestServerResponse;
}

/** Obtains a code: push, sign in, consent, return. */
export async function obtainCode(
  app: ServedTestApp,
  client: TestClient,
  given: { readonly form?: Form; readonly browser?: TestBrowser; readonly signedIn?: Partial<SignedIn> } = {},
): Promise<CodeFlow> {
  const pkce = createPkce();
  const browser = given.browser ?? createTestBrowser(app);
  const pushed = await pushRequest(client, pkce, given.form);
  const first = await browser.get(authorizePath(client, pushed));
  const signedIn: SignedIn = {
    accountId: anybody,
    assurance: 'sca',
    methods: ['pwd', 'otp'],
    atSeconds: Math.floor(app.clock.now().epochMilliseconds / 1_000),
    ...given.signedIn,
  };
  const answer = await goThroughPages(app, browser, { bankId: client.bankId, first, signedIn });
  return { code: locationOf(answer).searchParams.get('code') ?? '', pkce, browser, answer };
}

/** Redeems a code; `form` and `headers` may replace or remove any part. */
export function redeem(
  client: TestClient,
  { code, pkce }: Pick<CodeFlow, 'code' | 'pkce'>,
  form: Form = {},
  headers: Readonly<Record<string, string | undefined>> = {},
): Promise<TestServerResponse> {
  return client.post(
    '/token',
    {
      grant_type: 'authorization_code',
      code,
      code_verifier: pkce.verifier,
      redirect_uri: redirectUri,
      ...form,
    },
    headers,
  );
}
