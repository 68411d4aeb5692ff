import { vi } from 'vitest';
import { accountFacts, findOrganization } from '#capabilities/identity/index.ts';
import {
  createIdentityTestApp,
  type IdentityTestApp,
} from '#capabilities/identity/testing/identity-test-app.suite.ts';
import { endAccountSessions } from '#capabilities/oauth/index.ts';
import {
  createServerTestApp,
  type ServerTestApp,
} from '#capabilities/oauth/testing/server-test-app.suite.ts';
import { authorizePath, pushRequest } from '#capabilities/oauth/testing/test-browser.suite.ts';
import {
  createPkce,
  createTestClient,
  type Form,
  type Pkce,
  type TestClient,
} from '#capabilities/oauth/testing/test-client.suite.ts';
import { testBaseUrl } from '#platform/testing/proof-maker.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import {
  createPageBrowser,
  honest as ownHonest,
  type PageBrowser,
  testPages,
} from './account-test-app.suite.ts';
import { customerSignIn } from './oauth-sign-in.ts';

/** Headers of a form that was sent from our own page. */
export const honest = { ...ownHonest, origin: testBaseUrl };

/** Browser that a client has redirected to sign in. */
export interface SentBrowser {
  readonly browser: PageBrowser;
  readonly path: string;
  readonly pkce: Pkce;
  readonly page: TestServerResponse;
}

/** The pages for customers behind the authorization server, with one database and one clock. */
export interface OauthSignInTestApp {
  readonly identity: IdentityTestApp;
  readonly testApp: ServerTestApp;
  readonly app: TestClient;
  /** Moves every clock. */
  rest(seconds: number): void;
  sent(
    form?: Form,
    more?: { readonly client?: TestClient; readonly cookies?: Map<string, string> },
  ): Promise<SentBrowser>;
  /** Follows redirects until a page or another site. */
  follow(
    cookies: Map<string, string>,
    answer: TestServerResponse,
  ): Promise<{ readonly at: string; readonly page: TestServerResponse }>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Returns the redirect target: a path here, or the whole address elsewhere. */
function pathOf({ headers }: TestServerResponse): string {
  const url = new URL(String(headers['location']), testBaseUrl);
  return url.origin === testBaseUrl ? `${url.pathname}${url.search}` : url.href;
}

/** Submits a form of the page that the browser has shown last. */
export function fill(
  browser: PageBrowser,
  step: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<TestServerResponse> {
  return browser.post(new URLSearchParams({ csrf: browser.csrf(), step, ...fields }).toString(), honest);
}

const createOwnIdentity = (): Promise<IdentityTestApp> =>
  createIdentityTestApp({
    poolSize: 6,
    ports: {
      sessions: {
        endAll: (context, work, { exceptSignInAt, until, userId }) =>
          endAccountSessions(context, work, { accountId: userId, exceptSignInAt, until }),
      },
    },
  });

export async function createOauthSignInTestApp(
  createIdentity: () => Promise<IdentityTestApp> = createOwnIdentity,
): Promise<OauthSignInTestApp> {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-15T10:00:00Z') });
  const identity = await createIdentity();
  const testApp = await createServerTestApp({
    // oxlint-disable-next-line typescript/consistent-type-assertions -- only its clock and its database are taken
    beside: identity as unknown as ServerTestApp,
    customers: {
      find: (context, userId) => accountFacts({ ...context, ...identity.ports }, userId),
      findOrganization: (context, asked) => findOrganization({ ...context, ...identity.ports }, asked),
    },
    customerPages: customerSignIn({ baseUrl: testBaseUrl, ports: identity.ports, pages: testPages }),
  });
  const app = await createTestClient(testApp, { kind: 'customer-app' });
  return {
    identity,
    testApp,
    app,
    rest(seconds) {
      testApp.moveTime(seconds);
      identity.clock.set(testApp.clock.now().toString());
    },
    async sent(form = {}, { client = app, cookies = new Map<string, string>() } = {}) {
      const pkce = createPkce();
      const start = authorizePath(client, await pushRequest(client, pkce, form));
      const path = pathOf(await createPageBrowser(testApp.call, '', cookies).get(start));
      const browser = createPageBrowser(testApp.call, path, cookies);
      const page = path.startsWith('/') ? await browser.get() : await Promise.reject(new Error(path));
      return { browser, path, pkce, page };
    },
    async follow(cookies, answer) {
      let [at, page] = ['', answer];
      for (let hop = 0; hop < 6 && page.status === 303; hop += 1) {
        at = pathOf(page);
        if (!at.startsWith('/')) break;
        page = await createPageBrowser(testApp.call, at, cookies).get(at);
      }
      return { at, page };
    },
    async [Symbol.asyncDispose]() {
      await testApp[Symbol.asyncDispose]();
      await identity[Symbol.asyncDispose]();
      vi.useRealTimers();
    },
  };
}
