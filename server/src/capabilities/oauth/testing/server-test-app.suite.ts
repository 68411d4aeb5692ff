import { randomBytes } from 'node:crypto';
import { vi } from 'vitest';
import { oauth } from '#dialects/oauth/oauth.ts';
import { createJwtVerifier } from '#platform/auth/jwt-verifier.ts';
import { noThirdParties } from '#platform/auth/third-party-checks.ts';
import { refusedToken, type TokenVerifier } from '#platform/auth/token-verifier.ts';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { createVault } from '#platform/crypto/vault.ts';
import { openDatabase } from '#platform/db/database.ts';
import type { EgressFetch } from '#platform/egress/egress-fetch.ts';
import { systemIds } from '#platform/kernel/ids.ts';
import { createLogger } from '#platform/log/logger.ts';
import { testBaseUrl } from '#platform/testing/proof-maker.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '#platform/testing/test-app.ts';
import { createTestServer } from '#platform/testing/test-server.ts';
import type { Context } from '#platform/work/context.ts';
import { systemContext } from '#platform/work/system-context.ts';
import { type AuthorizationServer, createAuthorizationServer } from '../engine/authorization-server.ts';
import type { ServerDeps } from '../engine/server-deps.ts';
import { ownIssuers } from '../engine/server-tokens.ts';
import { provideSigningKeys } from '../operations/provide-signing-keys.ts';
import { type CustomerAccounts, noCustomers } from '../ports/accounts.ts';
import { type CustomerPages, noCustomerPages } from '../ports/customer-pages.ts';
import { type DecoupledApproval, noDecoupledApproval } from '../ports/decoupled-approval.ts';
import type { Pages } from '../ports/pages.ts';
import { noResourceApprovals } from '../ports/resource-approvals.ts';
import { noStaff, type StaffProviders } from '../ports/staff-provider.ts';
import { type OauthPorts, oauthRoutes } from '../routes.ts';
import { createTokenRevocationCache, type TokenRevocationCache } from '../store/revocation-cache.read.ts';

/** Authorization servers of three banks, on a real database with a fake clock. */
export interface ServerTestApp extends TestApp {
  readonly server: AuthorizationServer;
  readonly revocations: TokenRevocationCache;
  readonly verifier: TokenVerifier;
  readonly signingKeyVault: ReturnType<typeof createVault>;
  contextFor(bankId: string): Context;
  /** Returns a server with the same dependencies that has not loaded its keys yet, as after a start. */
  startedAnew(): AuthorizationServer;
  /** Moves every clock: ours and the one that the library reads. */
  moveTime(seconds: number): void;
}

/** The part that clients and browsers use; any test app with such a server has it. */
export type ServedTestApp = Pick<ServerTestApp, 'call' | 'clock' | 'contextFor' | 'server'>;

export interface ServerTestAppOptions {
  readonly customers?: CustomerAccounts;
  readonly approval?: DecoupledApproval;
  readonly staff?: StaffProviders;
  readonly customerPages?: CustomerPages;
  readonly pages?: Pages;
  readonly fetchKeys?: EgressFetch;
  readonly masterKey?: Buffer;
  /** Master key that encrypts signing keys; the default is the common one. */
  readonly signingMasterKey?: Buffer;
  /** Creates a second instance on the database of another test app, with the same time. */
  readonly beside?: ServerTestApp;
  readonly testApp?: Partial<TestAppOptions<OauthPorts>>;
}

export const testBanks = ['01', '02', 'nl'] as const;
const startAt = '2026-11-15T10:00:00Z';

/** Minimal pages; the tests of the real pages are beside them. */
const plainPages: Pages = {
  failure: ({ description, error }) => ({
    html: `${error}: ${description}`,
    contentSecurityPolicy: "default-src 'none'",
  }),
  signInFailure: ({ reason, tryAgainAt }) => ({
    html: `${reason}: ${tryAgainAt ?? 'over'}`,
    contentSecurityPolicy: "default-src 'none'",
  }),
  signOut: ({ form }) => ({ html: form, contentSecurityPolicy: "default-src 'none'" }),
  signedOut: () => ({ html: 'signed out', contentSecurityPolicy: "default-src 'none'" }),
};

const noFetch: EgressFetch = async () => {
  throw new Error('nothing is fetched in this test');
};

type BuiltParts = Pick<ServerTestApp, 'contextFor' | 'revocations' | 'server' | 'startedAnew' | 'verifier'>;

/** Default ports without an implementation. */
const defaultPorts = {
  baseUrl: testBaseUrl,
  customers: noCustomers,
  approval: noDecoupledApproval,
  staff: noStaff,
  customerPages: noCustomerPages,
  pages: plainPages,
  fetchKeys: noFetch,
  resources: noResourceApprovals,
  thirdParties: noThirdParties,
} as const;

/** Creates the test app. The clock is fake from here on, until `Symbol.asyncDispose` restores it. */
export async function createServerTestApp(options: ServerTestAppOptions = {}): Promise<ServerTestApp> {
  const {
    beside,
    masterKey = randomBytes(32),
    signingMasterKey = masterKey,
    testApp: worldOptions,
    ...given
  } = options;
  if (beside === undefined) vi.useFakeTimers({ toFake: ['Date'], now: new Date(startAt) });
  const keys = createLocalKeys([masterKey]);
  const signingKeyVault = createVault(createLocalKeys([signingMasterKey]), 'signing-keys');
  const silent = createLogger({ level: 'fatal' });
  // The test app requests these while it is created, and their dependencies before.
  const made: { parts?: BuiltParts } = {};
  const later: TokenVerifier = {
    verify: (token) =>
      made.parts?.verifier.verify(token) ?? Promise.resolve(refusedToken('token-issuer-unknown')),
    knownAs: (token) => made.parts?.verifier.knownAs(token),
  };

  const create = beside === undefined ? createTestApp<OauthPorts> : testAppBeside(beside);
  const testApp = await create({
    routes: oauthRoutes,
    dialectFor: () => oauth,
    startAt,
    ...worldOptions,
    services: { tokens: later, ...worldOptions?.services },
    ports: ({ app, clock }) => {
      const contextFor = (bankId: string): Context =>
        systemContext(
          { app, clock, ids: systemIds(clock), log: silent },
          { job: 'oauth', bankId, requestId: 'test' },
        );
      const deps: ServerDeps = {
        ...defaultPorts,
        ...given,
        keys,
        artefactVault: createVault(keys, 'artefacts'),
        signingKeyVault,
        contextFor,
      };
      const startedAnew = (): AuthorizationServer =>
        createAuthorizationServer(deps, { banks: testBanks, tokens: later });
      const revocations = createTokenRevocationCache({ database: app, clock, banks: testBanks });
      const issuers = ownIssuers({
        database: app,
        clock,
        baseUrl: testBaseUrl,
        banks: testBanks,
        signingKeyVault,
      });
      const verifier = createJwtVerifier({ clock, revocations, issuers });
      const server = startedAnew();
      made.parts = { contextFor, revocations, server, startedAnew, verifier };
      return { server, resources: deps.resources };
    },
  });
  if (made.parts === undefined) throw new Error('the test app was created without its server');
  const { contextFor, server } = made.parts;
  try {
    for (const bankId of testBanks) await provideSigningKeys({ ...contextFor(bankId), signingKeyVault });
    await server.refresh();
    // Some tests expect a failure; close everything in that case too.
  } catch (error) {
    await testApp[Symbol.asyncDispose]();
    throw error;
  }
  return {
    ...testApp,
    ...made.parts,
    signingKeyVault,
    moveTime(seconds) {
      testApp.clock.advance({ seconds });
      vi.setSystemTime(testApp.clock.now().epochMilliseconds);
    },
    async [Symbol.asyncDispose]() {
      await testApp[Symbol.asyncDispose]();
      if (beside === undefined) vi.useRealTimers();
    },
  };
}

/** Creates test apps on an existing database, which stays open. */
function testAppBeside({ clock, database }: ServerTestApp): typeof createTestApp<OauthPorts> {
  return async (options) => {
    const testServer = await createTestServer(
      { ...options, startAt: clock.now().toString() },
      openDatabase({ url: database.appUrl, poolSize: 5 }),
    );
    return { ...testServer, database };
  };
}
