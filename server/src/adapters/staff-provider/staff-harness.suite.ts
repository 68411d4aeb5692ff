import type { StaffProvider } from '#capabilities/oauth/ports/staff-provider.ts';
import {
  createServerTestApp,
  type ServerTestApp,
} from '#capabilities/oauth/testing/server-test-app.suite.ts';
import { authorizePath, pushRequest, redeem } from '#capabilities/oauth/testing/test-browser.suite.ts';
import {
  createPkce,
  createTestClient,
  type Form,
  type Pkce,
  type TestClient,
} from '#capabilities/oauth/testing/test-client.suite.ts';
import { type TestTokens, tokensIn } from '#capabilities/oauth/testing/test-tokens.suite.ts';
import { createEgress } from '#platform/egress/egress.ts';
import { egressFetch } from '#platform/egress/egress-fetch.ts';
import { createLogger } from '#platform/log/logger.ts';
import { testBaseUrl } from '#platform/testing/proof-maker.ts';
import { createOpenidStaffProvider, type OpenidStaffProviderOptions } from './openid-staff-provider.ts';
import { type Arrival, createStaffBrowser, type StaffBrowser } from './staff-browser.suite.ts';
import type { UpstreamPerson, UpstreamStart } from './upstream-person.suite.ts';
import { startUpstream, type UpstreamProvider } from './upstream-provider.suite.ts';

/** Our server and a bank's own provider, in separate processes. */
export interface StaffHarness {
  readonly app: ServerTestApp;
  readonly upstream: UpstreamProvider;
  /** The console of bank 01. */
  readonly console: TestClient;
  browser(person?: Partial<UpstreamPerson>): StaffBrowser;
  /** URL where a sign-in begins. */
  begin(form?: Form): Promise<{ readonly path: string; readonly pkce: Pkce }>;
  /** Signs in until the browser is back at the client, or at a page. */
  signIn(browser: StaffBrowser, form?: Form): Promise<SignInOutcome>;
  /** The callback URL of the provider, not yet requested. */
  callbackUrl(browser: StaffBrowser, form?: Form): Promise<URL>;
  /** Advances both clocks. */
  moveTime(seconds: number): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface SignInOutcome {
  readonly arrival: Arrival;
  readonly pkce: Pkce;
}

export const anna: UpstreamPerson = {
  subject: 'upstream-anna',
  claims: { employee: { number: 'e-1001' }, department: 'utrecht-1', groups: ['ops', 'unmapped'] },
  acr: 'bronze',
  strongestAcr: 'gold',
};

export const rules: StaffProvider['rules'] = {
  employeeIdClaim: 'employee.number',
  unitClaim: 'department',
  rolesClaim: 'groups',
  acrClaim: 'acr',
  rolesOf: new Map([
    ['ops', ['maintenance', 'monitoring']],
    ['desk', ['fraud-desk']],
  ]),
  assuranceOf: new Map([
    ['gold', 'sca'],
    ['bronze', '1fa'],
  ]),
};

export const callback = `${testBaseUrl}/oauth/01/staff/callback`;
const egressTimeoutMs = 3_000;

/** The adapter under test, using the egress client. */
export async function openProvider(
  upstream: UpstreamProvider,
  options: Partial<OpenidStaffProviderOptions> & { readonly port?: number } = {},
): Promise<StaffProvider & AsyncDisposable> {
  const { port = upstream.port, ...given } = options;
  const egress = createEgress({
    purposes: {
      staff: {
        hosts: ['127.0.0.1'],
        allowPrivateAddresses: ['127.0.0.0/8'],
        ports: [port],
        caPem: upstream.caPem,
        timeoutMs: egressTimeoutMs,
      },
    },
  });
  const provider = await createOpenidStaffProvider({
    bankId: '01',
    issuer: `https://127.0.0.1:${port}`,
    clientId: upstream.clientId,
    key: upstream.clientKey,
    assertionAudience: 'issuer',
    scope: 'openid',
    acrParameter: 'acr_values',
    rules,
    fetch: egressFetch(egress, 'staff'),
    log: createLogger({ level: 'fatal' }),
    nowMs: () => performance.now(),
    ...given,
  });
  return { ...provider, [Symbol.asyncDispose]: () => egress.close() };
}

/** A closed port. */
const deadPort = 1;

export async function createStaffHarness(given: Partial<UpstreamStart> = {}): Promise<StaffHarness> {
  // Before the clock is stopped: certificates depend on the machine's clock.
  const upstream = await startUpstream({ redirectUris: [callback], timeMs: Date.now(), ...given });
  const provider = await openProvider(upstream);
  const away = await openProvider(upstream, { port: deadPort });
  const providers = new Map([
    ['01', provider],
    ['02', away],
  ]);
  const app = await createServerTestApp({
    staff: { of: (bankId) => providers.get(bankId) },
  });
  await upstream.setTime(app.clock.now().epochMilliseconds);
  const console = await createTestClient(app, {
    kind: 'console',
    postLogoutRedirectUris: ['https://app.test/bye'],
  });
  const begin: StaffHarness['begin'] = async (form = {}) => {
    const pkce = createPkce();
    const pushed = await pushRequest(console, pkce, { prompt: undefined, ...form });
    return { path: authorizePath(console, pushed), pkce };
  };
  return {
    app,
    upstream,
    console,
    begin,
    browser(person = {}) {
      const browser = createStaffBrowser({ app, upstream });
      browser.be({ ...anna, ...person });
      return browser;
    },
    async signIn(browser, form = {}) {
      const { path, pkce } = await begin(form);
      return { arrival: await browser.open(path), pkce };
    },
    async callbackUrl(browser, form = {}) {
      const { path } = await begin(form);
      const { url } = await browser.open(path, (next) => next.href.startsWith(callback));
      return url;
    },
    async moveTime(seconds) {
      app.moveTime(seconds);
      await upstream.setTime(app.clock.now().epochMilliseconds);
    },
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
      await away[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
}

/** The tokens of a successful sign-in. */
export async function tokensFor(client: TestClient, { arrival, pkce }: SignInOutcome): Promise<TestTokens> {
  const code = arrival.url.searchParams.get('code') ?? '';
  return tokensIn(await redeem(client, { code, pkce }));
}
