import { randomBytes } from 'node:crypto';
import { loadBrands } from '../server/src/apps/pages/customer/brands.ts';
import { customerPages } from '../server/src/apps/pages/customer/customer-pages.ts';
import { oauthPages } from '../server/src/apps/pages/oauth-pages.ts';
import { customerSignIn } from '../server/src/apps/pages/oauth-sign-in.ts';
import { capabilities, dialectFor, pageRoutes } from '../server/src/apps/wiring.ts';
import { testAccountsPorts } from '../server/src/capabilities/accounts/testing/accounts-test-app.suite.ts';
import type { AuthorizationPorts } from '../server/src/capabilities/authorization/index.ts';
import type { ClientPorts } from '../server/src/capabilities/client/index.ts';
import { testClientPorts } from '../server/src/capabilities/client/testing/client-test-ports.suite.ts';
import { createMaintenanceCache } from '../server/src/capabilities/configuration/index.ts';
import { publishTestProfiles } from '../server/src/capabilities/configuration/testing/published-profiles.suite.ts';
import type { CoreBank } from '../server/src/capabilities/core-banking/index.ts';
import {
  createMemoryCore,
  type MemoryCore,
} from '../server/src/capabilities/core-banking/testing/memory-core-bank.suite.ts';
import type { CorrespondencePorts } from '../server/src/capabilities/correspondence/index.ts';
import { testCorrespondencePorts } from '../server/src/capabilities/correspondence/testing/correspondence-test-app.suite.ts';
import {
  productTestAccount,
  testFundsPorts,
} from '../server/src/capabilities/funds-confirmations/testing/funds-test-app.suite.ts';
import type { IdentityPorts } from '../server/src/capabilities/identity/index.ts';
import { testIdentityPorts } from '../server/src/capabilities/identity/testing/identity-test-app.suite.ts';
import {
  type AuthorizationServer,
  createAuthorizationServer,
  createTokenRevocationCache,
  noCustomers,
  noDecoupledApproval,
  noResourceApprovals,
  noStaff,
  ownIssuers,
  provideSigningKeys,
  type ServerDeps,
} from '../server/src/capabilities/oauth/index.ts';
import type { PartyPorts } from '../server/src/capabilities/party/index.ts';
import { testPartyPorts } from '../server/src/capabilities/party/testing/party-test-app.suite.ts';
import { testPayeePorts } from '../server/src/capabilities/payee-verifications/testing/payee-test-app.suite.ts';
import {
  productTestAccount as payerAccount,
  testPaymentsPorts,
} from '../server/src/capabilities/payments/testing/payments-test-app.suite.ts';
import type { ScaPorts } from '../server/src/capabilities/sca/index.ts';
import { testScaPorts } from '../server/src/capabilities/sca/testing/sca-test-app.suite.ts';
import type { BasketsPorts } from '../server/src/capabilities/signing-baskets/index.ts';
import { testBasketsPorts } from '../server/src/capabilities/signing-baskets/testing/baskets-test-app.suite.ts';
import { createJwtVerifier } from '../server/src/platform/auth/jwt-verifier.ts';
import { noThirdParties } from '../server/src/platform/auth/third-party-checks.ts';
import { createLocalKeys } from '../server/src/platform/crypto/local-keys.ts';
import { createVault } from '../server/src/platform/crypto/vault.ts';
import { createRateLimits, ratePolicies } from '../server/src/platform/http/rate-limits.ts';
import { type Ids, systemIds } from '../server/src/platform/kernel/ids.ts';
import { omitUndefined } from '../server/src/platform/kernel/members.ts';
import { createLogger } from '../server/src/platform/log/logger.ts';
import { testBaseUrl } from '../server/src/platform/testing/proof-maker.ts';
import { createTestApp, type TestApp } from '../server/src/platform/testing/test-app.ts';
import type { TestDeps, TestServerOptions } from '../server/src/platform/testing/test-server.ts';
import type { Context } from '../server/src/platform/work/context.ts';
import { systemContext } from '../server/src/platform/work/system-context.ts';

const brands = await loadBrands(new URL('../server/branding/', import.meta.url).pathname, []);
const pages = customerPages(brands);
const unlimited = { perMinute: 1_000_000 };
const banks = ['01', '02', 'nl'];

/** The product with its own test database. */
export interface ProductTestApp extends TestApp {
  readonly server: AuthorizationServer;
  readonly identity: IdentityPorts;
  readonly authorization: AuthorizationPorts;
  readonly client: ClientPorts;
  readonly correspondence: CorrespondencePorts;
  /** The core of all banks, whose clock the caller moves. */
  readonly core: MemoryCore;
  contextFor(bankId: string): Context;
  /** Sets the fake clock to the system time, which the OAuth library reads. */
  keepTime(): void;
}

/** Ports of the authorization server to people; without them it knows no customer and no employee. */
export type ProductPeople = Partial<Pick<ServerDeps, 'approval' | 'customers' | 'staff'>>;

/** What tests choose beyond the ports to customers. */
export type ProductTestOptions = ProductPeople &
  Pick<TestServerOptions<unknown>, 'isObserved' | 'startAt' | 'thirdParties' | 'thirdPartyChecks'> & {
    readonly ids?: Ids;
    /** Ports of identity to other servers; without them it reaches none. */
    readonly identity?: Partial<IdentityPorts>;
    readonly correspondence?: Partial<CorrespondencePorts>;
    /** Without them the bank notifies no third party. */
    readonly notificationChoices?: ScaPorts['notificationChoices'];
  };

/** The resources that third parties create are approved by one engine, so its subjects are those of all of them. */
function resourcePorts(
  identity: IdentityPorts,
  clock: TestDeps['clock'],
  core: CoreBank,
): ReturnType<typeof testPaymentsPorts> &
  ReturnType<typeof testAccountsPorts> &
  ReturnType<typeof testFundsPorts> &
  BasketsPorts {
  const payments = testPaymentsPorts(identity, clock, core);
  const accounts = testAccountsPorts(identity, clock, core);
  const funds = testFundsPorts(identity, clock, core);
  const alone = { ...payments.subjects, ...accounts.subjects, ...funds.subjects };
  return { ...funds, ...payments, ...accounts, ...testBasketsPorts(alone, clock) };
}

/** The records of parties that one route writes can be opened by all others. */
function withParty(identity: IdentityPorts, party: PartyPorts): IdentityPorts {
  const { authorization } = identity;
  const correspondence = { ...authorization.correspondence, party };
  return { ...identity, authorization: { ...authorization, correspondence } };
}

/** Every answer of a device counts; the tests of approvals cover signatures and numbers. */
const everyAnswer: ClientPorts['approvalAnswers'] = {
  answerOrder: async (_, { decision: { kind } }) => ({ kind }),
  answerSignIn: async () => true,
};

/** Creates an app with every route of the product, all ports, and rate limits too high to reach. */
export async function createProductTestApp({
  isObserved = true,
  correspondence,
  identity: identityMore = {},
  ids,
  notificationChoices,
  startAt = new Date().toISOString(),
  thirdParties,
  thirdPartyChecks,
  ...people
}: ProductTestOptions = {}): Promise<ProductTestApp> {
  let made: MadePorts | undefined;
  const core = createMemoryCore(startAt);
  for (const account of [payerAccount, productTestAccount]) await core.openAccount(account);
  let profiles: Awaited<ReturnType<typeof publishTestProfiles>> = new Map();
  const testApp = await createTestApp({
    isObserved,
    ...omitUndefined({ thirdParties, thirdPartyChecks }),
    routes: [...capabilities.flatMap(({ routes }) => routes), ...pageRoutes],
    ports: (deps) => {
      const party = testPartyPorts();
      // One vault for codes and seeds: the interfaces of authorization, identity and devices use the same rows.
      const client: ClientPorts = {
        ...testClientPorts({ ...deps, identity: withParty(testIdentityPorts(deps, identityMore), party) }),
        approvalAnswers: everyAnswer,
      };
      const { identity } = client;
      const opened = openServer(deps, people, identity);
      made = { opened, client, correspondence: testCorrespondencePorts({ party, ...correspondence }) };
      const resources = resourcePorts(identity, deps.clock, core.core);
      return {
        cache: createMaintenanceCache({ database: deps.app, clock: deps.clock, banks }),
        profiles: { of: (bankId: string) => profiles.get(bankId) },
        health: { results: () => [] },
        operationsNetwork: { includes: () => true },
        version: 'test',
        measurements: { contentType: 'text/plain', render: async () => '' },
        server: opened.server,
        ...made.correspondence,
        // The core is that of payments.
        ...testPayeePorts(party.partyVault, () => undefined),
        ...resources,
        ...omitUndefined({ notificationChoices }),
        ...client,
        ...identity,
        ...identity.authorization,
        account: {
          baseUrl: testBaseUrl,
          banks,
          ports: identity,
          consents: { ...resources, identity },
          funds: { ...resources, identity },
          correspondence: identity.authorization.correspondence,
          party,
          pages,
          failurePage: (facts: {
            readonly requestId: string;
            readonly tryAgainAt: string;
            readonly languages: readonly string[];
          }) => oauthPages.signInFailure({ ...facts, reason: 'sign-in-over' }),
        },
        approval: {
          baseUrl: testBaseUrl,
          banks,
          ports: testScaPorts(identity),
          brands,
          maintenance: { activeMaintenanceOf: () => undefined },
        },
        ...party,
      };
    },
    dialectFor,
    // The OAuth library reads the system clock; the fake clock starts at the same time and moves only on request.
    startAt,
    services: {
      ...omitUndefined({ ids }),
      rateLimits: createRateLimits(
        Object.fromEntries(Object.keys(ratePolicies).map((name) => [name, unlimited])),
      ),
    },
  });
  if (made === undefined) throw new Error('no ports were requested');
  const { client, opened } = made;
  await opened.provideKeys();
  profiles = await publishTestProfiles(testApp);
  const { contextFor, server } = opened;
  const keepTime = (): void => testApp.clock.set(new Date().toISOString());
  const { identity } = client;
  const { authorization } = identity;
  return { ...testApp, ...made, server, identity, authorization, core, contextFor, keepTime };
}

/** Ports that the test app returns. */
interface MadePorts extends Pick<ProductTestApp, 'client' | 'correspondence'> {
  readonly opened: OpenedServer;
}

interface OpenedServer extends Pick<ProductTestApp, 'contextFor' | 'server'> {
  /** Creates the signing keys. Call after the database exists and before the first request. */
  provideKeys(): Promise<void>;
}

function openServer({ app, clock }: TestDeps, people: ProductPeople, identity: IdentityPorts): OpenedServer {
  const keys = createLocalKeys([randomBytes(32)]);
  const signingKeyVault = createVault(keys, 'signing-keys');
  const log = createLogger({ level: 'fatal' });
  const contextFor = (bankId: string): Context =>
    systemContext({ app, clock, ids: systemIds(clock), log }, { job: 'oauth', bankId, requestId: 'test' });
  const tokens = createJwtVerifier({
    clock,
    revocations: createTokenRevocationCache({ database: app, clock, banks }),
    issuers: ownIssuers({ database: app, clock, baseUrl: testBaseUrl, banks, signingKeyVault }),
  });
  const server = createAuthorizationServer(
    {
      baseUrl: testBaseUrl,
      keys,
      artefactVault: createVault(keys, 'artefacts'),
      signingKeyVault,
      contextFor,
      customers: people.customers ?? noCustomers,
      approval: people.approval ?? noDecoupledApproval,
      staff: people.staff ?? noStaff,
      customerPages: customerSignIn({ baseUrl: testBaseUrl, ports: identity, pages }),
      pages: oauthPages,
      resources: noResourceApprovals,
      thirdParties: noThirdParties,
      fetchKeys: async () => {
        throw new Error('this test app fetches no keys');
      },
    },
    { banks, tokens },
  );
  return {
    server,
    contextFor,
    async provideKeys() {
      for (const bankId of banks) await provideSigningKeys({ ...contextFor(bankId), signingKeyVault });
      await server.refresh();
    },
  };
}
