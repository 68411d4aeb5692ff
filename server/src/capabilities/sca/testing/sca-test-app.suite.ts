import { randomBytes, randomUUID } from 'node:crypto';
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
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { createVault } from '#platform/crypto/vault.ts';
import { createRateLimits } from '#platform/http/rate-limits.ts';
import { at } from '#platform/testing/json-at.ts';
import { createTestServer, type TestServer, type TestServerResponse } from '#platform/testing/test-server.ts';
import { type ThirdPartyName, testThirdParties } from '#platform/testing/third-parties.ts';
import type { Context } from '#platform/work/context.ts';
import type { AccountChoice } from '../domain/offered-account.ts';
import type { AccountConsent, SinglePayment } from '../domain/order.ts';
import type { SubjectRef } from '../domain/subject.ts';
import { type Devices, noDevices } from '../ports/devices.ts';
import { type PayeeFacts, unknownPayees } from '../ports/payee-facts.ts';
import type { ScaChoices, ScaPorts } from '../ports/sca-ports.ts';
import { createScaVault } from '../store/sca-vault.ts';
import { createTestDevices, type TestDevices } from './test-devices.suite.ts';
import { enteredMandates, mandatesOf } from './test-mandates.suite.ts';
import { testRoutes } from './test-routes.suite.ts';
import { addSubject, allTestSubjects, createSubjectTable } from './test-subjects.suite.ts';

/** Third parties' requests for authorisations, on a database with users and test subjects. */
export interface ScaTestApp {
  readonly identity: IdentityTestApp;
  readonly parties: PartyTestServer;
  readonly ports: ScaPorts;
  readonly devices: TestDevices;
  readonly server: TestServer;
  /** A customer with a password and a verified phone, old enough to sign. */
  customer(): Promise<TestCustomer>;
  /** One who registered just now, and may not sign yet. */
  newcomer(): Promise<TestCustomer>;
  /** A payment of third party A, to be approved by this customer. */
  payment(owner: string, more?: Partial<SinglePayment>): Promise<SubjectRef>;
  /** A payment, or a consent, of third party A that leaves the accounts to the customer. */
  open(leavesOpen: AccountChoice): Promise<SubjectRef>;
  /** A user who acts for somebody else, by a mandate that staff have entered. */
  grantMandate(principal: string, proxy: string, terms?: EnteredTerms): Promise<void>;
  send(request: ScaRequest): Promise<TestServerResponse>;
  context(bankId?: string): Context & ScaPorts;
  choose(more: Partial<ScaChoices>): void;
  /** Sets what the bank knows about payees; nothing by default. */
  know(facts: Partial<PayeeFacts>): void;
  [Symbol.asyncDispose](): Promise<void>;
}

export type TestCustomer = TestUser & { readonly customerNumber: string };

export interface ScaRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly as?: ThirdPartyName;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const plenty = { perMinute: 10_000_000 };

const usualChoices: ScaChoices = {
  approaches: ['EMBEDDED', 'REDIRECT', 'DECOUPLED'],
  linkLifeMs: 600_000,
  cancellationLinkLifeMs: 300_000,
  authorisationLifeMs: 86_400_000,
  isConfirmationNeeded: false,
  startMode: 'auto',
  areBasketsSupported: true,
  areAddressesCompared: true,
  pageUrl: 'https://bank.example',
  exemptions: {},
};

export { authorisationsOf as pathOf } from './test-routes.suite.ts';

/** The ports of approvals without any subject, as in a product of which nothing can be approved. */
export function testScaPorts(identity: ScaPorts['identity'], masterKey: Buffer = randomBytes(32)): ScaPorts {
  return {
    scaVault: createScaVault(createLocalKeys([masterKey])),
    subjects: {},
    devices: noDevices,
    payeeFacts: unknownPayees,
    scaChoices: { of: () => usualChoices },
    notificationChoices: { of: () => ({ contents: [] }) },
    identity,
  };
}

/** The master key matters only to a test that searches the database for what can be decrypted. */
export async function createScaTestApp({
  devices: given,
  masterKey = randomBytes(32),
}: {
  /** Instead of the simulated devices. */
  readonly devices?: Devices;
  readonly masterKey?: Buffer;
} = {}): Promise<ScaTestApp> {
  const identity = await createIdentityTestApp({ poolSize: 20, mandates: enteredMandates, masterKey });
  const parties = await createPartyTestServer(identity);
  await createSubjectTable(identity.database);
  let choices = usualChoices;
  const devices = createTestDevices();
  let payees = unknownPayees;
  const ports: ScaPorts = {
    ...testScaPorts(identity.ports, masterKey),
    devices: given ?? devices,
    subjects: allTestSubjects(mandatesOf(identity)),
    scaChoices: { of: () => choices },
    payeeFacts: {
      isBetweenOwnAccounts: (question) => payees.isBetweenOwnAccounts(question),
      isTrustedBeneficiary: (question) => payees.isTrustedBeneficiary(question),
    },
  };
  const thirdParties = await testThirdParties();
  const server = await createTestServer<ScaPorts>(
    {
      routes: testRoutes,
      ports: () => ports,
      dialectFor: () => xs2a,
      thirdParties,
      services: {
        rateLimits: createRateLimits({ read: plenty, change: plenty, search: plenty, anonymous: plenty }),
        responseVault: createVault(createLocalKeys([randomBytes(32)]), 'answers'),
      },
    },
    identity.services.database,
  );
  return {
    identity,
    parties,
    ports,
    devices,
    server,
    async customer() {
      const customer = await parties.customer();
      identity.clock.advance({ hours: 48 });
      return customer;
    },
    newcomer: () => parties.customer(),
    async payment(owner, more = {}) {
      const ref: SubjectRef = { kind: 'payment', id: randomUUID() };
      await addSubject(identity.database, {
        ref,
        organisationId: 'PSDNL-DNB-A',
        owner,
        order: { ...payment(ref.id), ...more },
      });
      return ref;
    },
    async open(leavesOpen) {
      const kind = leavesOpen === 'one' ? 'payment' : 'consent';
      const ref: SubjectRef = { kind, id: randomUUID() };
      const order = leavesOpen === 'one' ? payment(ref.id) : consent(ref.id);
      await addSubject(identity.database, { ref, organisationId: 'PSDNL-DNB-A', order, leavesOpen });
      return ref;
    },
    grantMandate: (principal, proxy, terms = {}) =>
      grantMandate(
        { ...identity.context(), ...identity.ports.authorization.correspondence.party },
        { principal, proxy, terms, employeeId: 'e-1', reason: 'letter of the customer' },
      ),
    send({ as = '_A', body, headers, method, path }) {
      server.clock.set(identity.clock.now().toString());
      return server.call({
        method,
        path,
        as: { kind: 'tpp', certificate: as },
        ...(headers === undefined ? {} : { headers }),
        ...(body === undefined ? {} : { body }),
      });
    },
    context: (bankId = '01') => ({ ...identity.context(bankId), ...ports }),
    choose: (more) => void (choices = { ...usualChoices, ...more }),
    know: (facts) => void (payees = { ...unknownPayees, ...facts }),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await parties[Symbol.asyncDispose]();
      await identity[Symbol.asyncDispose]();
    },
  };
}

function payment(id: string): SinglePayment {
  return {
    kind: 'payment',
    id,
    product: 'sepa-credit-transfers',
    debtorAccount: { scheme: 'iban', id: 'DE40100100103307118608' },
    documentHash: 'ab'.repeat(32),
    transfer: {
      amount: { minor: 124_950n, currency: 'EUR' },
      creditorName: 'Acme GmbH',
      creditorAccount: { scheme: 'iban', id: 'DE89370400440532013000' },
    },
  };
}

function consent(id: string): AccountConsent {
  return {
    kind: 'consent',
    id,
    access: { accounts: [], balances: [], transactions: [], withOwnerName: false },
    isRecurring: true,
    validUntil: '2027-05-01',
    frequencyPerDay: 4,
  };
}

/** Returns status, message code and scaStatus of a response in short. */
export function shortly({ body, status }: TestServerResponse): string {
  const code = at(body, 'tppMessages', 0, 'code');
  const scaStatus = at(body, 'scaStatus');
  const said = code ?? scaStatus;
  return typeof said === 'string' ? `${status} ${said}` : String(status);
}
