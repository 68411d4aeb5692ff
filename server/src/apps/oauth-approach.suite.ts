import { randomBytes } from 'node:crypto';
import { vi } from 'vitest';
import type { IdentityTestApp } from '#capabilities/identity/testing/identity-test-app.suite.ts';
import {
  createAuthorizationServer,
  createResourceApprovals,
  createTokenRevocationCache,
  noDecoupledApproval,
  noStaff,
  type OauthPorts,
  oauthRoutes,
  ownIssuers,
  provideSigningKeys,
  type ResourceKind,
  type TokenRevocationCache,
} from '#capabilities/oauth/index.ts';
import { createPkce, type Pkce } from '#capabilities/oauth/testing/test-client.suite.ts';
import type { ScaPorts } from '#capabilities/sca/index.ts';
import { oauth } from '#dialects/oauth/oauth.ts';
import { plain } from '#dialects/plain/plain.ts';
import { xs2a } from '#dialects/xs2a/xs2a.ts';
import { createJwtVerifier } from '#platform/auth/jwt-verifier.ts';
import {
  strictThirdPartyPolicy,
  type ThirdPartyChecks,
  type TppBlocks,
} from '#platform/auth/third-party-checks.ts';
import type { TokenVerifier } from '#platform/auth/token-verifier.ts';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { createVault } from '#platform/crypto/vault.ts';
import { openDatabase } from '#platform/db/database.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { createRateLimits, ratePolicies } from '#platform/http/rate-limits.ts';
import { systemIds } from '#platform/kernel/ids.ts';
import { createLogger } from '#platform/log/logger.ts';
import { at } from '#platform/testing/json-at.ts';
import { testBaseUrl } from '#platform/testing/proof-maker.ts';
import {
  createTestServer,
  type TestRequest,
  type TestServer,
  type TestServerResponse,
} from '#platform/testing/test-server.ts';
import { type ThirdPartyName, testThirdParties } from '#platform/testing/third-parties.ts';
import type { Context } from '#platform/work/context.ts';
import { systemContext } from '#platform/work/system-context.ts';
import { createPageBrowser, honest, type PageBrowser, testPages } from './pages/account-test-app.suite.ts';
import { type ApprovalPorts, approvalRoutes } from './pages/approval-routes.ts';
import { loadBrands } from './pages/customer/brands.ts';
import { oauthPages } from './pages/oauth-pages.ts';
import { customerSignIn } from './pages/oauth-sign-in.ts';

const brands = await loadBrands(new URL('../../branding/', import.meta.url).pathname, []);
const plenty = { perMinute: 10_000_000 };
const banks = ['01', '02'] as const;

/** Address of the third party. */
export const back = 'https://a.tpp.test/back';
export const metadataUrl = `${testBaseUrl}/.well-known/oauth-authorization-server/oauth/01`;

/** The part of a test app with resources of third parties. */
export interface ResourcesApp<Ports extends ScaPorts> {
  readonly identity: IdentityTestApp;
  readonly ports: Ports;
}

type AllPorts = OauthPorts & ApprovalPorts;

/** Interfaces of third parties, the authorization server and the pages of the bank: one server, one database, one clock. */
export interface ApproachApp {
  readonly server: TestServer;
  readonly revocations: TokenRevocationCache;
  readonly ports: OauthPorts;
  contextFor(bankId: string): Context;
  call(request: TestRequest): Promise<TestServerResponse>;
  block(organisation: string | undefined): void;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function createApproachApp<Ports extends ScaPorts>(
  app: ResourcesApp<Ports>,
  {
    kinds,
    routes,
  }: {
    readonly routes: readonly Endpoint<Ports>[];
    readonly kinds: (ports: Ports) => readonly ResourceKind[];
  },
): Promise<ApproachApp> {
  const { clock } = app.identity;
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(clock.now().toString()) });
  const keys = createLocalKeys([randomBytes(32)]);
  const signingKeyVault = createVault(keys, 'signing-keys');
  const database = openDatabase({ url: app.identity.database.appUrl, poolSize: 10 });
  const log = createLogger({ level: 'fatal' });
  const contextFor = (bankId: string): Context =>
    systemContext(
      { app: database, clock, ids: systemIds(clock), log },
      { job: 'oauth', bankId, requestId: 'test' },
    );
  const revocations = createTokenRevocationCache({ database, clock, banks });
  const issuers = ownIssuers({ database, clock, baseUrl: testBaseUrl, banks, signingKeyVault });
  const tokens: TokenVerifier = createJwtVerifier({ clock, revocations, issuers });
  let blocked: string | undefined;
  const thirdParties = await testThirdParties();
  const blocks: TppBlocks = { isBlocked: ({ organizationIdentifier }) => organizationIdentifier === blocked };
  const checks: ThirdPartyChecks = {
    policyOf: () => strictThirdPartyPolicy,
    statuses: {
      statusOf: ({ serialNumber }) => ({ kind: thirdParties.isRevoked(serialNumber) ? 'revoked' : 'good' }),
    },
    blocks,
  };
  const resources = createResourceApprovals(app.ports, kinds(app.ports));
  const { identity } = app.ports;
  const server = createAuthorizationServer(
    {
      baseUrl: testBaseUrl,
      keys,
      artefactVault: createVault(keys, 'artefacts'),
      signingKeyVault,
      contextFor,
      customers: {
        async find({ bankId, db }, userId) {
          const user = await identity.authorization.users.find(db, { bankId, name: userId });
          return user && { customerNumber: undefined };
        },
        findOrganization: async () => undefined,
      },
      approval: noDecoupledApproval,
      staff: noStaff,
      customerPages: customerSignIn({ baseUrl: testBaseUrl, ports: identity, pages: testPages }),
      pages: oauthPages,
      fetchKeys: async () => Promise.reject(new Error('nothing is fetched here')),
      resources,
      thirdParties: checks,
    },
    { banks, tokens },
  );
  for (const bankId of banks) await provideSigningKeys({ ...contextFor(bankId), signingKeyVault });
  await server.refresh();
  const testServer = await createTestServer<Ports & AllPorts>(
    {
      routes: [...routes, ...oauthRoutes, ...approvalRoutes],
      dialectFor: (path) =>
        path.startsWith('/oauth') || path.startsWith('/.well')
          ? oauth
          : path.startsWith('/sca')
            ? plain
            : xs2a,
      thirdParties,
      thirdPartyChecks: checks,
      ports: () => ({
        ...app.ports,
        server,
        resources,
        approval: {
          baseUrl: testBaseUrl,
          banks,
          ports: app.ports,
          brands,
          maintenance: { activeMaintenanceOf: () => undefined },
        },
      }),
      services: {
        tokens,
        rateLimits: createRateLimits(
          Object.fromEntries(Object.keys(ratePolicies).map((name) => [name, plenty])),
        ),
        responseVault: createVault(createLocalKeys([randomBytes(32)]), 'answers'),
      },
    },
    database,
  );
  return {
    server: testServer,
    revocations,
    ports: { server, resources },
    contextFor,
    block: (organisation) => void (blocked = organisation),
    call(request) {
      testServer.clock.set(clock.now().toString());
      vi.setSystemTime(clock.now().epochMilliseconds);
      return testServer.call(request);
    },
    async [Symbol.asyncDispose]() {
      await testServer[Symbol.asyncDispose]();
      vi.useRealTimers();
    },
  };
}

type Fields = Readonly<Record<string, string | undefined>>;

/** Posts a form to the authorization server with the certificate of a third party. */
export function post(
  app: ApproachApp,
  path: string,
  fields: Fields,
  certificate: ThirdPartyName = '_A',
): Promise<TestServerResponse> {
  const present = Object.entries(fields).filter((one): one is [string, string] => one[1] !== undefined);
  return app.call({
    method: 'POST',
    path: `/oauth/01${path}`,
    as: { kind: 'tpp', certificate },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(present).toString(),
  });
}

/** Pushes an authorization request; `fields` replace or remove any member. */
export function push(
  app: ApproachApp,
  { pkce, scope }: { readonly scope: string; readonly pkce: Pkce },
  fields: Fields = {},
  certificate: ThirdPartyName = '_A',
): Promise<TestServerResponse> {
  return post(
    app,
    '/request',
    {
      client_id: 'PSDNL-DNB-A',
      response_type: 'code',
      redirect_uri: back,
      scope,
      state: 'the-state',
      code_challenge: pkce.challenge,
      code_challenge_method: 'S256',
      ...fields,
    },
    certificate,
  );
}

export function authorizePath({ body }: TestServerResponse, clientId = 'PSDNL-DNB-A'): string {
  const query = new URLSearchParams({ client_id: clientId, request_uri: String(at(body, 'request_uri')) });
  return `/oauth/01/auth?${query.toString()}`;
}

export function locationOf({ headers }: TestServerResponse): URL {
  return new URL(String(headers['location']), testBaseUrl);
}

/** A browser on its way through the authorization server. */
export interface Way {
  readonly browser: PageBrowser;
  readonly pkce: Pkce;
  readonly pushed: TestServerResponse;
  /** Path of the interaction. */
  readonly interaction: string;
  /** Path of the page of the approval. */
  readonly page: string;
}

/** Sends a new browser to the page of a resource. */
export async function goToPage(
  app: ApproachApp,
  scope: string,
  {
    browser = createPageBrowser((request) => app.call(request)),
    ...fields
  }: { readonly browser?: PageBrowser; readonly redirect_uri?: string } = {},
): Promise<Way> {
  const pkce = createPkce();
  const pushed = await push(app, { scope, pkce }, fields);
  if (pushed.status !== 201) throw new Error(`not pushed: ${pushed.status} ${pushed.text}`);
  const first = await browser.get(authorizePath(pushed));
  const interaction = locationOf(first).pathname;
  const sent = await browser.get(interaction);
  if (sent.status !== 303) throw new Error(`not sent to the page: ${sent.status} ${sent.text}`);
  return { browser, pkce, pushed, interaction, page: locationOf(sent).pathname };
}

export interface Approver {
  readonly userId: string;
  readonly username: string;
  readonly password: string;
}

/** Sends a form of the page. */
export function fill(
  { browser, page }: Way,
  wanted: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<TestServerResponse> {
  return browser.post(
    new URLSearchParams({ csrf: browser.csrf(), do: wanted, ...fields }).toString(),
    { ...honest, origin: testBaseUrl, 'accept-language': 'en' },
    page,
  );
}

/** Approves on the page, and returns the response that leads the browser away. */
export async function approveOnPage(
  app: Pick<ResourcesApp<ScaPorts>, 'identity'>,
  way: Way,
  customer: Approver,
): Promise<TestServerResponse> {
  // Codes of one moment could not be distinguished.
  app.identity.clock.advance({ minutes: 1 });
  const { browser, page } = way;
  const shown = await browser.get(page);
  if (shown.text.includes('name="name"')) {
    await fill(way, 'identify', { name: customer.username });
    await browser.get(page);
  }
  await fill(way, 'password', { password: customer.password });
  await browser.get(page);
  const { code } = await app.identity.newestCode(customer.userId);
  return fill(way, 'code', { code });
}

/** Goes from the page back to the third party, and returns the address there. */
export async function comeBack(way: Way, left: TestServerResponse): Promise<URL> {
  const { pathname, search } = locationOf(left);
  return locationOf(await way.browser.get(`${pathname}${search}`));
}

/** Redeems a code; `fields` replace or remove any member. */
export function redeem(
  app: ApproachApp,
  { code, pkce }: { readonly code: string; readonly pkce: Pkce },
  fields: Fields = {},
  certificate: ThirdPartyName = '_A',
): Promise<TestServerResponse> {
  return post(
    app,
    '/token',
    {
      grant_type: 'authorization_code',
      client_id: 'PSDNL-DNB-A',
      code,
      redirect_uri: back,
      code_verifier: pkce.verifier,
      ...fields,
    },
    certificate,
  );
}

/** Returns status and first message code of a response in short. */
export function shortly({ body, status }: TestServerResponse): string {
  const said = at(body, 'tppMessages', 0, 'code') ?? at(body, 'error') ?? at(body, 'scaStatus');
  return typeof said === 'string' ? `${status} ${said}` : String(status);
}
