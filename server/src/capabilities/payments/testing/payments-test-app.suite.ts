import { randomBytes } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { createClientVault, createRestrictions } from '#capabilities/client/index.ts';
import {
  reportSuspectedFraud,
  setRestriction,
} from '#capabilities/client/testing/restriction-steps.suite.ts';
import { type CoreBank, type CoreBanks, referenceKey } from '#capabilities/core-banking/index.ts';
import { askTestCore } from '#capabilities/core-banking/testing/ask-test-core.suite.ts';
import type { CoreHarness } from '#capabilities/core-banking/testing/core-harness.suite.ts';
import { coreWithAccount } from '#capabilities/core-banking/testing/core-with-account.suite.ts';
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
import {
  type PayeeVerificationsPorts,
  type PayeeVerifier,
  payeeVerificationsCapability,
} from '#capabilities/payee-verifications/index.ts';
import { testPayeePorts } from '#capabilities/payee-verifications/testing/payee-test-app.suite.ts';
import type { ScaChoices, SubjectsByKind } from '#capabilities/sca/index.ts';
import { testScaPorts } from '#capabilities/sca/testing/sca-test-app.suite.ts';
import { createTestDevices, type TestDevices } from '#capabilities/sca/testing/test-devices.suite.ts';
import { enteredMandates } from '#capabilities/sca/testing/test-mandates.suite.ts';
import {
  createTestNotifications,
  createTestReceivers,
  type TestNotifications,
  type TestReceivers,
} from '#capabilities/tpp-notifications/testing/notified.suite.ts';
import { createTestQuotas, type TestQuotas } from '#capabilities/tpp-quotas/testing/test-quotas.suite.ts';
import { xs2a } from '#dialects/xs2a/xs2a.ts';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { createVault } from '#platform/crypto/vault.ts';
import type { Database } from '#platform/db/database.ts';
import { createDocuments } from '#platform/documents/documents.ts';
import { createRateLimits } from '#platform/http/rate-limits.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import { germanIban } from '#platform/testing/german-iban.ts';
import { at } from '#platform/testing/json-at.ts';
import { createTestServer, type TestServer, type TestServerResponse } from '#platform/testing/test-server.ts';
import { type ThirdPartyName, testThirdParties } from '#platform/testing/third-parties.ts';
import { createCommandGroups } from '#platform/work/command-groups.ts';
import type { Context } from '#platform/work/context.ts';
import { groupStatements } from '#platform/work/trail-statements.ts';
import { productNames } from '../domain/products.ts';
import { followInstruction } from '../operations/follow-instruction.ts';
import { runStandingOrders } from '../operations/run-standing-orders.ts';
import { submitDueExecutions } from '../operations/submit-due-executions.ts';
import { submitDuePayments } from '../operations/submit-due-payments.ts';
import type { PayerAccounts } from '../ports/payer-accounts.ts';
import type { PaymentsChoices, PaymentsPorts } from '../ports/payments-ports.ts';
import { problems } from '../problems.ts';
import { paymentsRoutes } from '../routes.ts';
import { createCancellationSubjects } from '../steps/cancellation-subjects.ts';
import { createPaymentSubjects } from '../steps/payment-subjects.ts';
import { createPaymentsVault } from '../store/payments-vault.ts';

export type TestCustomer = TestUser & { readonly customerNumber: string };

/** An account of a customer with money on it. */
export interface TestPayer extends TestCustomer {
  readonly iban: string;
  readonly accountId: string;
}

export interface PaymentsRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly as?: ThirdPartyName;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Payments of third parties on a database with customers, and a core in memory. */
export interface PaymentsTestApp {
  readonly identity: IdentityTestApp;
  readonly parties: PartyTestServer;
  readonly ports: PaymentsPorts;
  readonly core: CoreHarness;
  readonly devices: TestDevices;
  readonly notifications: TestNotifications;
  readonly quotas: TestQuotas;
  readonly receivers: TestReceivers;
  readonly server: TestServer;
  customer(): Promise<TestCustomer>;
  /** A customer with an account that holds 1,000 euros, or another sum in cents. */
  payer(more?: { readonly cents?: bigint }): Promise<TestPayer>;
  /** Replaces the core for a while: for answers that get lost. */
  useCore(core: CoreBank): void;
  /** Sets other banks that verify payees, by the country of their accounts. */
  useBanks(banks: Readonly<Record<string, PayeeVerifier>>): void;
  send(request: PaymentsRequest): Promise<TestServerResponse>;
  /** Initiates a SEPA credit transfer of 12.50 euros by default. */
  initiate(payer: TestPayer, more?: Partial<PaymentsRequest>): Promise<TestServerResponse>;
  /** Approves a payment with password and code, as the third party sends them. */
  approve(path: string, customer: TestCustomer): Promise<string>;
  grantMandate(principal: string, proxy: string, terms?: EnteredTerms): Promise<void>;
  /** Runs the worker: submits what is due. */
  work(): Promise<number>;
  /** Runs the worker for standing orders until nothing is due, and submits their executions; returns how often it was asked. */
  runOrders(): Promise<number>;
  /** Runs the core: settles what is due, and tells what changed. */
  settle(): Promise<void>;
  statusOf(path: string): Promise<unknown>;
  /** Sets a restriction of a customer as the bank does. */
  restrict(customer: TestCustomer, wanted: Parameters<typeof setRestriction>[2]): Promise<string>;
  /** Reports suspected fraud about a customer, and blocks. */
  reportFraud(customer: TestCustomer): Promise<string>;
  choose(more: Partial<PaymentsChoices>): void;
  chooseSca(more: Partial<ScaChoices>): void;
  context(): Context & PaymentsPorts;
  [Symbol.asyncDispose](): Promise<void>;
}

const plenty = { perMinute: 10_000_000 };
export const creditor = 'DE02100100109307118603';

export const usualChoices: PaymentsChoices = {
  timeZone: 'Europe/Berlin',
  products: productNames,
  bulkProducts: productNames,
  standingProducts: productNames,
  bulkEntriesMax: 1_000,
  unconfirmedLifeMs: 1_800_000,
  validityDaysMax: 0,
  isDebtorAccountOptional: false,
  accountFields: ['iban'],
  areIbansChecked: true,
  address: { rulesFrom: Temporal.PlainDate.from('2026-11-15'), isHybridAllowed: true },
  version03Until: undefined,
  statusFormats: ['application/json', 'application/xml'],
  isCancellationApproved: false,
  cancelledStatus: 202,
  isCustomerMandated: false,
  isCustomerIgnored: false,
  payees: {
    isIntegrated: true,
    whenNotRequested: 'bank-page',
    isEarlierMandated: false,
    earlierValidSeconds: 900,
    inlineWaitMs: 1_500,
  },
};

/** Returns ten o'clock on a day in the middle of a week, when every product is executed at once. */
function nextWorkingMorning(from: Temporal.Instant): Temporal.Instant {
  const days = Array.from({ length: 8 }, (_, count) =>
    from.toZonedDateTimeISO(zone).add({ days: count + 1 }),
  );
  const day = days.find(({ dayOfWeek }) => dayOfWeek >= 2 && dayOfWeek <= 3);
  if (day === undefined) throw new Error('a week has a Tuesday');
  return day.with({ hour: 10, minute: 0 }).toInstant();
}

const zone = 'Europe/Berlin';
let accounts = 0;

/** Returns another valid German IBAN each time. */
function newIban(): string {
  accounts += 1;
  return germanIban(accounts);
}

/** The accounts of a core, whose customers were never merged. */
export function payerAccountsOf(core: () => CoreBank): PayerAccounts {
  const find: PayerAccounts['find'] = async (_, reference) => {
    const account = (await asked(() => core().findAccounts([reference]))).get(referenceKey(reference));
    if (account === undefined) return undefined;
    const { accountId, currencies, owner, product, status } = account;
    return { accountId, reference, name: product, currencies, status, owner };
  };
  return {
    find,
    // The ports of authorization know no accounts in these tests.
    findForOrder: async (bankId, { debtor }) => ({ debtor: await find(bankId, debtor), known: new Map() }),
    withCurrentNumbers: async (_, found) => found,
    async ownersOf(_, references) {
      const found = await asked(() => core().findAccounts(references));
      return new Map([...found].map(([key, { owner }]) => [key, owner]));
    },
    async listFor(_, __, { customerNumber = '' }) {
      const found = await asked(() => core().accountsOf(customerNumber));
      return found.map(({ accountId, currencies, iban = '', owner, product, status }) => ({
        accountId,
        reference: { scheme: 'iban', id: iban },
        name: product,
        currencies,
        status,
        owner,
      }));
    },
  };
}

const asked = <Answer>(question: () => Promise<Answer>): Promise<Answer> =>
  askTestCore(problems['core-away'], question);

/** Account of the ports for tests of the whole product; no party there has the number of its owner. */
export const productTestAccount = { iban: 'DE40100100103307118608', owner: '9000000009' } as const;

/** The ports of payments for tests of the whole product; by default with a core in memory that has one account. */
export function testPaymentsPorts(
  identity: PaymentsPorts['identity'],
  clock: Clock,
  core: CoreBank = coreWithAccount(productTestAccount, clock),
): PaymentsPorts {
  const own = {
    paymentsVault: createPaymentsVault(createLocalKeys([randomBytes(32)])),
    clientVault: createClientVault(createLocalKeys([randomBytes(32)])),
    payerAccounts: payerAccountsOf(() => core),
    cores: { find: () => core, close: async () => undefined },
    documents: createDocuments(),
    commandGroups: undefined,
    paymentsChoices: { of: () => usualChoices },
    payees: testPayeePorts(partyVaultIn(identity), () => core),
    ...createTestNotifications().ports,
    ...createTestQuotas().ports,
  };
  return {
    ...testScaPorts(identity),
    ...own,
    subjects: subjectsOf({ ...own, clock }),
  };
}

function partyVaultIn(identity: PaymentsPorts['identity']): PaymentsPorts['payees']['partyVault'] {
  return identity.authorization.correspondence.party.partyVault;
}

function subjectsOf(parts: Parameters<typeof createPaymentSubjects>[0]): SubjectsByKind {
  return {
    payment: createPaymentSubjects(parts),
    'payment-cancellation': createCancellationSubjects(parts),
  };
}

/** What a test of customers that change needs beyond others. */
export interface PaymentsTestAppOptions {
  /** Matters only to a test that searches the database for what can be decrypted. */
  readonly masterKey?: Buffer;
  /** Accounts of the product, which follow merges of their owners. */
  readonly payerAccounts?: (
    deps: { readonly clock: Clock; readonly database: Database },
    cores: CoreBanks,
  ) => PayerAccounts;
}

export async function createPaymentsTestApp({
  masterKey = randomBytes(32),
  payerAccounts,
}: PaymentsTestAppOptions = {}): Promise<PaymentsTestApp> {
  const identity = await createIdentityTestApp({
    poolSize: 20,
    mandates: enteredMandates,
    masterKey,
    restrictions: createRestrictions,
  });
  const parties = await createPartyTestServer(identity);
  const harness = createMemoryCore(identity.clock.now().toString());
  const { core: memory } = harness;
  const devices = createTestDevices();
  const keys = createLocalKeys([masterKey]);
  const documents = createDocuments();
  let core: CoreBank = memory;
  let banks: Readonly<Record<string, PayeeVerifier>> = {};
  let choices = usualChoices;
  const notifications = createTestNotifications(keys);
  const quotas = createTestQuotas();
  const scaPorts = testScaPorts(identity.ports, masterKey);
  const usualSca = scaPorts.scaChoices.of('01');
  let scaChoices = usualSca;
  const { clock } = identity;
  const cores: CoreBanks = { find: () => core, close: async () => undefined };
  const own = {
    paymentsVault: createPaymentsVault(keys),
    clientVault: createClientVault(keys),
    payerAccounts:
      payerAccounts?.({ clock, database: identity.services.database }, cores) ?? payerAccountsOf(() => core),
    cores,
    documents,
    commandGroups: createCommandGroups({ database: identity.services.database, ...groupStatements }),
    paymentsChoices: { of: () => choices },
    ...notifications.ports,
    ...quotas.ports,
    payees: {
      ...testPayeePorts(partyVaultIn(identity.ports), () => core),
      payeeBanks: {
        find: (_: string, iban: string) => banks[iban.slice(0, 2)],
        close: async () => undefined,
      },
    },
  };
  const ports: PaymentsPorts = {
    ...scaPorts,
    ...own,
    devices,
    scaChoices: { of: () => scaChoices },
    subjects: subjectsOf({ ...own, clock }),
  };
  const server = await createTestServer<PaymentsPorts & PayeeVerificationsPorts>(
    {
      // Payments may name a verification.
      routes: [...paymentsRoutes, ...payeeVerificationsCapability.routes],
      ports: () => ({ ...ports.payees, ...ports }),
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
  const context = (): Context & PaymentsPorts => ({ ...identity.context(), ...ports });
  let cursor: string | undefined;

  const send = ({ as = '_A', body, headers, method, path }: PaymentsRequest): Promise<TestServerResponse> => {
    inStep();
    return server.call({
      method,
      path,
      as: { kind: 'tpp', certificate: as },
      ...(headers === undefined ? {} : { headers }),
      ...(body === undefined ? {} : { body }),
    });
  };
  const app: PaymentsTestApp = {
    identity,
    parties,
    ports,
    core: harness,
    devices,
    notifications,
    quotas,
    receivers: createTestReceivers(notifications),
    server,
    async customer() {
      const customer = await parties.customer();
      clock.set(nextWorkingMorning(clock.now().add({ hours: 48 })).toString());
      return customer;
    },
    async payer({ cents = 100_000n } = {}) {
      const customer = await app.customer();
      inStep();
      const iban = newIban();
      const accountId = await harness.openAccount({ iban, owner: customer.customerNumber });
      if (cents > 0n) await harness.receive(accountId, { minor: cents, currency: 'EUR' });
      return { ...customer, iban, accountId };
    },
    useCore: (next) => void (core = next),
    useBanks: (next) => void (banks = next),
    send,
    initiate: ({ iban }, { headers, ...more } = {}) =>
      send({
        method: 'POST',
        path: '/v1/payments/sepa-credit-transfers',
        body: paymentFrom(iban),
        ...more,
        headers: { ...embedded, ...headers },
      }),
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
      return approved.status === 200 ? String(at(approved.body, 'scaStatus')) : `${approved.status}`;
    },
    grantMandate: (principal, proxy, terms = {}) =>
      grantMandate(
        { ...identity.context(), ...identity.ports.authorization.correspondence.party },
        { principal, proxy, terms, employeeId: 'e-1', reason: 'letter of the customer' },
      ),
    work: () => {
      inStep();
      return submitDuePayments(context());
    },
    async runOrders() {
      inStep();
      let turns = 0;
      while ((await runStandingOrders(context())) > 0) turns += 1;
      while ((await submitDueExecutions(context())) > 0) turns += 1;
      return turns;
    },
    async settle() {
      inStep();
      await harness.runDue();
      const changes = await memory.changesSince(cursor, 1_000);
      cursor = changes.cursor;
      for (const change of changes.changes)
        if (change.kind === 'instruction') await followInstruction(context(), eventOf(change.status));
    },
    statusOf: async (path) =>
      at((await send({ method: 'GET', path: `${path}/status` })).body, 'transactionStatus'),
    restrict: ({ customerNumber }, wanted) => setRestriction(context(), customerNumber, wanted),
    reportFraud: ({ customerNumber }) => reportSuspectedFraud(context(), customerNumber),
    choose: (more) => void (choices = { ...usualChoices, ...more }),
    chooseSca: (more) => void (scaChoices = { ...usualSca, ...more }),
    context,
    async [Symbol.asyncDispose]() {
      await documents.close();
      await server[Symbol.asyncDispose]();
      await parties[Symbol.asyncDispose]();
      await identity[Symbol.asyncDispose]();
    },
  };
  return app;
}

function eventOf({ instructionId, reason, state }: Awaited<ReturnType<CoreBank['submit']>>) {
  return {
    id: instructionId,
    name: 'instruction-changed',
    version: 1,
    occurredAt: '',
    aggregateKind: 'instruction',
    aggregateId: instructionId,
    sequence: 1,
    data: { instructionId, state, reason },
  };
}

/** The third party shows the forms of the bank itself, and starts the authorisation by a request of its own. */
const embedded = {
  'psu-ip-address': '192.0.2.7',
  'tpp-redirect-preferred': 'false',
  'tpp-decoupled-preferred': 'false',
  'tpp-explicit-authorisation-preferred': 'true',
} as const;

/** Returns a payment of 12.50 euros as a third party orders it. */
// oxlint-disable-next-line typescript/explicit-module-boundary-types -- tests take members out of it
export function paymentFrom(iban: string, more: Readonly<Record<string, unknown>> = {}) {
  return {
    debtorAccount: { iban },
    instructedAmount: { currency: 'EUR', amount: '12.50' },
    creditorAccount: { iban: creditor },
    creditorName: 'Acme GmbH',
    remittanceInformationUnstructured: 'INV 2231',
    ...more,
  };
}

/** Returns the path of an initiated payment. */
export function pathIn(response: TestServerResponse): string {
  if (response.status !== 201) throw new Error(`not initiated: ${response.status} ${response.text}`);
  return String(at(response.body, '_links', 'self', 'href'));
}

/** Returns status and first message code of a response in short. */
export function shortly({ body, status }: TestServerResponse): string {
  const code = at(body, 'tppMessages', 0, 'code');
  const said = code ?? at(body, 'transactionStatus') ?? at(body, 'scaStatus');
  return typeof said === 'string' ? `${status} ${said}` : String(status);
}
