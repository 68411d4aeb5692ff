import { randomBytes } from 'node:crypto';
import type { CoreBank } from '#capabilities/core-banking/index.ts';
import type { CoreHarness } from '#capabilities/core-banking/testing/core-harness.suite.ts';
import { createMemoryCore } from '#capabilities/core-banking/testing/memory-core-bank.suite.ts';
import {
  createPartyTestApp,
  type Fields,
  type PartyTestApp,
} from '#capabilities/party/testing/party-test-app.suite.ts';
import { xs2aVerifications } from '#dialects/xs2a/xs2a-verifications.ts';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { createVault } from '#platform/crypto/vault.ts';
import { createRateLimits } from '#platform/http/rate-limits.ts';
import { germanIban } from '#platform/testing/german-iban.ts';
import { at } from '#platform/testing/json-at.ts';
import { createTestServer, type TestServerResponse } from '#platform/testing/test-server.ts';
import { type ThirdPartyName, testThirdParties } from '#platform/testing/third-parties.ts';
import type { Context } from '#platform/work/context.ts';
import type { PayeeChoices, PayeeVerificationsPorts } from '../ports/payee-verifications-ports.ts';
import type { PayeeVerifier } from '../ports/payee-verifier.ts';
import { payeeVerificationsRoutes } from '../routes.ts';
import { createPayeeVault } from '../store/payee-vault.ts';

export interface PayeeAccount {
  readonly iban: string;
  readonly accountId: string;
  readonly holder: string;
}

interface SentHeaders {
  readonly as?: ThirdPartyName;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Verifications of payees on a database with parties, a core in memory, and other banks that a test sets. */
export interface PayeeTestApp {
  readonly party: PartyTestApp;
  readonly core: CoreHarness;
  /** Opens an account of a new person. */
  account(fields?: Fields, more?: { readonly kind?: 'savings' | 'card' }): Promise<PayeeAccount>;
  newIban(): string;
  /** Opens an account of these holders. */
  accountOf(...holders: readonly [string, ...string[]]): Promise<PayeeAccount>;
  verify(iban: string, party: unknown, more?: SentHeaders): Promise<TestServerResponse>;
  /** Verifies a name, and returns the code or the error in short. */
  codeOf(iban: string, name: string, more?: SentHeaders): Promise<string>;
  post(path: string, body: unknown, more?: SentHeaders): Promise<TestServerResponse>;
  get(path: string, more?: SentHeaders): Promise<TestServerResponse>;
  /** Moves every clock on. */
  advance(seconds: number): void;
  useCore(core: CoreBank | undefined): void;
  useBanks(banks: Readonly<Record<string, PayeeVerifier>>): void;
  choose(choices: Partial<PayeeChoices>): void;
  context(): Context & PayeeVerificationsPorts;
  [Symbol.asyncDispose](): Promise<void>;
}

const plenty = { perMinute: 10_000_000 };
const usualChoices: PayeeChoices = { bulkSyncEntries: 20, bulkMaxEntries: 1_000 };
let accounts = 0;

/** The ports with a core of which the test decides, for tests of the whole product too. */
export function testPayeePorts(
  partyVault: PayeeVerificationsPorts['partyVault'],
  core: () => CoreBank | undefined,
): PayeeVerificationsPorts {
  return {
    payeeVault: createPayeeVault(createLocalKeys([randomBytes(32)])),
    cores: { find: core },
    partyVault,
    payeeBanks: { find: () => undefined, close: async () => undefined },
    payeeChoices: { of: () => usualChoices },
  };
}

export async function createPayeeTestApp(): Promise<PayeeTestApp> {
  const party = await createPartyTestApp();
  const harness = createMemoryCore(party.clock.now().toString());
  let core: CoreBank | undefined = harness.core;
  let banks: Readonly<Record<string, PayeeVerifier>> = {};
  let choices = usualChoices;
  const ports: PayeeVerificationsPorts = {
    ...testPayeePorts(party.ports.partyVault, () => core),
    payeeBanks: { find: (_, iban) => banks[iban.slice(0, 2)], close: async () => undefined },
    payeeChoices: { of: () => choices },
  };
  const server = await createTestServer<PayeeVerificationsPorts>(
    {
      routes: payeeVerificationsRoutes,
      ports: () => ports,
      dialectFor: () => xs2aVerifications,
      thirdParties: await testThirdParties(),
      startAt: party.clock.now().toString(),
      services: {
        rateLimits: createRateLimits({ read: plenty, change: plenty, search: plenty, anonymous: plenty }),
        responseVault: createVault(createLocalKeys([randomBytes(32)]), 'answers'),
      },
    },
    party.services.database,
  );
  const call = (
    method: 'GET' | 'POST',
    path: string,
    { as = '_A', body, headers }: SentHeaders & { readonly body?: unknown },
  ): Promise<TestServerResponse> =>
    server.call({
      method,
      path,
      as: { kind: 'tpp', certificate: as },
      ...(headers === undefined ? {} : { headers }),
      ...(body === undefined ? {} : { body }),
    });
  const newIban = (): string => {
    accounts += 1;
    return germanIban(accounts);
  };
  const open = async (
    holders: readonly [string, ...string[]],
    kind: 'current' | 'savings' | 'card' = 'current',
  ): Promise<PayeeAccount> => {
    const [owner, ...coHolders] = holders;
    const iban = newIban();
    return { iban, holder: owner, accountId: await harness.openAccount({ owner, coHolders, iban, kind }) };
  };
  const verify: PayeeTestApp['verify'] = (iban, payee, more = {}) =>
    call('POST', '/v1/payee-verifications', { ...more, body: { partyAccount: { iban }, party: payee } });
  return {
    party,
    core: harness,
    newIban,
    account: async (fields = {}, { kind } = {}) => open([await party.person(fields)], kind),
    accountOf: (...holders) => open(holders),
    verify,
    async codeOf(iban, name, more) {
      const { body, status } = await verify(iban, { name }, more);
      const code = at(body, 'tppMessages', 0, 'code') ?? at(body, 'partyNameMatch');
      return status === 200 ? String(code) : `${status} ${String(code)}`;
    },
    post: (path, body, more = {}) => call('POST', path, { ...more, body }),
    get: (path, more = {}) => call('GET', path, more),
    advance(seconds) {
      party.clock.advance({ seconds });
      server.clock.set(party.clock.now().toString());
      harness.clock.set(party.clock.now().toString());
    },
    useCore: (next) => void (core = next),
    useBanks: (next) => void (banks = next),
    choose: (more) => void (choices = { ...usualChoices, ...more }),
    context: () => ({ ...party.context(), ...ports }),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await party[Symbol.asyncDispose]();
    },
  };
}
