import { testConsentsPorts } from '#capabilities/consents/testing/consents-test-app.suite.ts';
import { testFundsPorts } from '#capabilities/funds-confirmations/testing/funds-test-app.suite.ts';
import {
  createIdentityTestApp,
  type IdentityTestApp,
  type TestUser,
} from '#capabilities/identity/testing/identity-test-app.suite.ts';
import { testPaymentsPorts } from '#capabilities/payments/testing/payments-test-app.suite.ts';
import { plain } from '#dialects/plain/plain.ts';
import { openDatabase } from '#platform/db/database.ts';
import { createRateLimits, ratePolicies } from '#platform/http/rate-limits.ts';
import { createTestServer, type TestServer, type TestServerResponse } from '#platform/testing/test-server.ts';
import { type AccountPorts, accountRoutes } from './account-routes.ts';
import { loadBrands } from './customer/brands.ts';
import { customerPages } from './customer/customer-pages.ts';
import { oauthPages } from './oauth-pages.ts';

const plenty = { perMinute: 1_000_000 };
export const pageOrigin = 'https://portico.test';

/** The bank's own pages on the identity interface, with one database and one clock. */
export interface AccountTestApp {
  readonly identity: IdentityTestApp;
  readonly server: TestServer;
  /** Moves every clock. */
  rest(seconds: number): void;
  [Symbol.asyncDispose](): Promise<void>;
}

export const testPages = customerPages(
  await loadBrands(new URL('../../../branding/', import.meta.url).pathname, []),
);

export async function createAccountTestApp(given?: IdentityTestApp): Promise<AccountTestApp> {
  const identity = given ?? (await createIdentityTestApp({ poolSize: 8 }));
  const server = await createTestServer<AccountPorts>(
    {
      routes: accountRoutes,
      dialectFor: () => plain,
      startAt: identity.clock.now().toString(),
      ports: () => ({
        account: {
          baseUrl: pageOrigin,
          banks: ['01', '02'],
          ports: identity.ports,
          consents: testConsentsPorts(identity.ports, identity.clock),
          funds: testFundsPorts(identity.ports, identity.clock),
          payments: testPaymentsPorts(identity.ports, identity.clock),
          correspondence: identity.ports.authorization.correspondence,
          party: identity.ports.authorization.correspondence.party,
          pages: testPages,
          failurePage: (facts) => oauthPages.signInFailure({ ...facts, reason: 'sign-in-over' }),
        },
      }),
      services: {
        rateLimits: createRateLimits(
          Object.fromEntries(Object.keys(ratePolicies).map((name) => [name, plenty])),
        ),
      },
    },
    openDatabase({ url: identity.database.appUrl, poolSize: 8 }),
  );
  return {
    identity,
    server: server,
    rest(seconds) {
      identity.clock.advance({ seconds });
      server.clock.set(identity.clock.now().toString());
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      if (given === undefined) await identity[Symbol.asyncDispose]();
    },
  };
}

/** Browser for the pages: stores cookies, submits forms, and does not follow redirects. */
export interface PageBrowser {
  readonly cookies: Map<string, string>;
  get(path?: string, headers?: Readonly<Record<string, string>>): Promise<TestServerResponse>;
  /** Submits a form of the page that was shown last. */
  fill(step: string, fields?: Readonly<Record<string, string>>): Promise<TestServerResponse>;
  /** Submits a form and opens the page that it redirects to. */
  change(step: string, fields?: Readonly<Record<string, string>>): Promise<TestServerResponse>;
  /** Sends an arbitrary body. */
  post(body: string, headers?: Readonly<Record<string, string>>, path?: string): Promise<TestServerResponse>;
  /** Returns the CSRF token of the page that was shown last. */
  csrf(): string;
}

export const honest = {
  'content-type': 'application/x-www-form-urlencoded',
  origin: pageOrigin,
  'sec-fetch-site': 'same-origin',
} as const;

export function createPageBrowser(
  call: TestServer['call'],
  home = '/account/01',
  cookies = new Map<string, string>(),
): PageBrowser {
  let seen = '';
  const kept = (answer: TestServerResponse): TestServerResponse => {
    for (const line of [answer.headers['set-cookie'] ?? []].flat().map(String)) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    if (answer.text.includes('name="csrf"'))
      seen = /name="csrf" value="([^"]+)"/v.exec(answer.text)?.[1] ?? '';
    return answer;
  };
  const cookieHeader = (): Readonly<Record<string, string>> =>
    cookies.size === 0 ? {} : { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') };
  const post: PageBrowser['post'] = async (body, headers = honest, path = home) =>
    kept(await call({ method: 'POST', path, body, headers: { ...cookieHeader(), ...headers } }));
  const get: PageBrowser['get'] = async (path = home, headers = {}) =>
    kept(
      await call({
        method: 'GET',
        path,
        headers: { accept: 'text/html', ...cookieHeader(), ...headers },
      }),
    );
  const fill: PageBrowser['fill'] = (step, fields = {}) =>
    post(new URLSearchParams({ csrf: seen, step, ...fields }).toString());
  return {
    cookies,
    csrf: () => seen,
    post,
    get,
    fill,
    change: async (step, fields) => get(String((await fill(step, fields)).headers['location'])),
  };
}

/** Pages of the bank, with the users who sign in on them. */
export interface SignInPages {
  readonly identity: Pick<IdentityTestApp, 'clock' | 'newestCode'>;
  readonly server: Pick<TestServer, 'call' | 'clock'>;
}

/** Codes of one moment could not be distinguished. */
const signInPause = { minutes: 3 } as const;

/** Signs a user in with password and code, from a page on. */
export async function signInOnPages(
  { identity, server }: SignInPages,
  { password, userId, username }: Pick<TestUser, 'password' | 'userId' | 'username'>,
  start = '/account/01?lang=en',
): Promise<PageBrowser> {
  identity.clock.advance(signInPause);
  server.clock.set(identity.clock.now().toString());
  const browser = createPageBrowser(server.call);
  await browser.get(start);
  await browser.fill('identify', { username });
  await browser.get();
  await browser.fill('password', { password });
  await browser.get();
  const { code } = await identity.newestCode(userId);
  const answer = await browser.fill('code', { code });
  const { location } = answer.headers;
  if (answer.status !== 303 || location !== '/account/01')
    throw new Error(`not signed in: ${answer.status} ${String(location)}`);
  return browser;
}
