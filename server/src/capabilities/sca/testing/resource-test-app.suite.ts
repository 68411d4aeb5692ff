import { randomBytes } from 'node:crypto';
import type { Temporal } from 'temporal-polyfill';
import type { CoreBank } from '#capabilities/core-banking/index.ts';
import type { CoreHarness } from '#capabilities/core-banking/testing/core-harness.suite.ts';
import { createMemoryCore } from '#capabilities/core-banking/testing/memory-core-bank.suite.ts';
import {
  createIdentityTestApp,
  type IdentityTestApp,
  type TestUser,
} from '#capabilities/identity/testing/identity-test-app.suite.ts';
import {
  createPartyTestServer,
  type PartyTestServer,
} from '#capabilities/identity/testing/party-test-server.suite.ts';
import { type EnteredTerms, grantMandate } from '#capabilities/party/index.ts';
import { xs2a } from '#dialects/xs2a/xs2a.ts';
import type { KeyProvider } from '#platform/crypto/key-provider.ts';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { createVault } from '#platform/crypto/vault.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { createRateLimits } from '#platform/http/rate-limits.ts';
import { germanIban } from '#platform/testing/german-iban.ts';
import { at } from '#platform/testing/json-at.ts';
import { createTestServer, type TestServer, type TestServerResponse } from '#platform/testing/test-server.ts';
import { type ThirdPartyName, testThirdParties } from '#platform/testing/third-parties.ts';
import type { Context } from '#platform/work/context.ts';
import type { ScaChoices, ScaPorts } from '../ports/sca-ports.ts';
import { testScaPorts } from './sca-test-app.suite.ts';
import { createTestDevices, type TestDevices } from './test-devices.suite.ts';
import { enteredMandates } from './test-mandates.suite.ts';

export type TestCustomer = TestUser & { readonly customerNumber: string };

/** An account in the core. */
export interface TestAccount {
  readonly iban: string;
  readonly accountId: string;
}

export interface ResourceRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly as?: ThirdPartyName;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** What the ports of a capability are made from. */
export interface ResourceParts {
  readonly sca: ScaPorts;
  readonly identity: IdentityTestApp;
  readonly keys: KeyProvider;
  readonly core: () => CoreBank;
}

/** Resources of third parties on a database with customers, and a core in memory. */
export interface ResourceTestApp<Ports> {
  readonly identity: IdentityTestApp;
  readonly parties: PartyTestServer;
  readonly ports: Ports;
  readonly core: CoreHarness;
  readonly devices: TestDevices;
  readonly server: TestServer;
  customer(): Promise<TestCustomer>;
  openAccount(account: Parameters<CoreHarness['openAccount']>[0]): Promise<TestAccount>;
  /** Replaces the core for a while: for answers that get lost. */
  useCore(core: CoreBank): void;
  send(request: ResourceRequest): Promise<TestServerResponse>;
  /** Approves a resource with password and code, as the third party sends them. */
  approve(path: string, customer: TestCustomer): Promise<string>;
  grantMandate(principal: string, proxy: string, terms?: EnteredTerms): Promise<void>;
  chooseSca(more: Partial<ScaChoices>): void;
  context(): Context & Ports;
  [Symbol.asyncDispose](): Promise<void>;
}

const plenty = { perMinute: 10_000_000 };
const zone = 'Europe/Berlin';
let accounts = 0;

/** Returns another valid German IBAN each time. */
function newIban(): string {
  accounts += 1;
  return germanIban(accounts);
}

/** Returns ten o'clock on the Tuesday or Wednesday that follows. */
function nextWorkingMorning(from: Temporal.Instant): Temporal.Instant {
  const days = Array.from({ length: 8 }, (_, count) =>
    from.toZonedDateTimeISO(zone).add({ days: count + 1 }),
  );
  const day = days.find(({ dayOfWeek }) => dayOfWeek >= 2 && dayOfWeek <= 3);
  if (day === undefined) throw new Error('a week has a Tuesday');
  return day.with({ hour: 10, minute: 0 }).toInstant();
}

export async function createResourceTestApp<Ports extends ScaPorts>({
  ports: portsFrom,
  routes,
}: {
  readonly routes: readonly Endpoint<Ports>[];
  readonly ports: (parts: ResourceParts) => Ports;
}): Promise<ResourceTestApp<Ports>> {
  const identity = await createIdentityTestApp({ poolSize: 20, mandates: enteredMandates });
  const parties = await createPartyTestServer(identity);
  const harness = createMemoryCore(identity.clock.now().toString());
  const devices = createTestDevices();
  const keys = createLocalKeys([randomBytes(32)]);
  let { core } = harness;
  const scaPorts = testScaPorts(identity.ports);
  const usualSca = scaPorts.scaChoices.of('01');
  let scaChoices = usualSca;
  const { clock } = identity;
  const ports = portsFrom({
    sca: { ...scaPorts, devices, scaChoices: { of: () => scaChoices } },
    identity,
    keys,
    core: () => core,
  });
  const server = await createTestServer<Ports>(
    {
      routes,
      ports: () => ports,
      dialectFor: () => xs2a,
      thirdParties: await testThirdParties(),
      services: {
        rateLimits: createRateLimits({ read: plenty, change: plenty, search: plenty, anonymous: plenty }),
        responseVault: createVault(createLocalKeys([randomBytes(32)]), 'answers'),
      },
    },
    identity.services.database,
  );
  const inStep = (): void => {
    server.clock.set(clock.now().toString());
    harness.clock.set(clock.now().toString());
  };
  const send = ({ as = '_A', body, headers, method, path }: ResourceRequest): Promise<TestServerResponse> => {
    inStep();
    return server.call({
      method,
      path,
      as: { kind: 'tpp', certificate: as },
      ...(headers === undefined ? {} : { headers }),
      ...(body === undefined ? {} : { body }),
    });
  };
  return {
    identity,
    parties,
    ports,
    core: harness,
    devices,
    server,
    send,
    async customer() {
      const customer = await parties.customer();
      clock.set(nextWorkingMorning(clock.now().add({ hours: 48 })).toString());
      return customer;
    },
    async openAccount(account) {
      inStep();
      const { iban = newIban() } = account;
      return { iban, accountId: await harness.openAccount({ ...account, iban }) };
    },
    useCore: (next) => void (core = next),
    async approve(path, customer) {
      // Codes of one moment could not be distinguished.
      clock.advance({ minutes: 1 });
      const started = await send({
        method: 'POST',
        path: `${path}/authorisations`,
        headers: { 'psu-id': customer.username },
        body: { psuData: { password: customer.password } },
      });
      const authorisation = `${path}/authorisations/${String(at(started.body, 'authorisationId'))}`;
      if (started.status !== 201) return `${started.status} ${started.text}`;
      const { code } = await identity.newestCode(customer.userId);
      const approved = await send({
        method: 'PUT',
        path: authorisation,
        body: { scaAuthenticationData: code },
      });
      if (approved.status === 200) return String(at(approved.body, 'scaStatus'));
      return `${approved.status} ${String(at(approved.body, 'tppMessages', 0, 'code'))}`;
    },
    grantMandate: (principal, proxy, terms = {}) =>
      grantMandate(
        { ...identity.context(), ...identity.ports.authorization.correspondence.party },
        { principal, proxy, terms, employeeId: 'e-1', reason: 'letter of the customer' },
      ),
    chooseSca: (more) => void (scaChoices = { ...usualSca, ...more }),
    context: () => ({ ...identity.context(), ...ports }),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await parties[Symbol.asyncDispose]();
      await identity[Symbol.asyncDispose]();
    },
  };
}
