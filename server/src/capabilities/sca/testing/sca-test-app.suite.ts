import { randomBytes, randomUUID } from 'node:crypto';
import Type from 'typebox';
import {
  createIdentityTestApp,
  type IdentityTestApp,
  type TestUser,
} from '#capabilities/identity/testing/identity-test-app.suite.ts';
import { createPartyTestServer } from '#capabilities/identity/testing/party-test-server.suite.ts';
import { xs2a } from '#dialects/xs2a/xs2a.ts';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { createVault } from '#platform/crypto/vault.ts';
import { createRateLimits } from '#platform/http/rate-limits.ts';
import { testInterface } from '#platform/testing/endpoints.ts';
import { at } from '#platform/testing/json-at.ts';
import { createTestServer, type TestServer, type TestServerResponse } from '#platform/testing/test-server.ts';
import { type ThirdPartyName, testThirdParties } from '#platform/testing/third-parties.ts';
import type { Context } from '#platform/work/context.ts';
import type { SinglePayment } from '../domain/order.ts';
import type { SubjectRef } from '../domain/subject.ts';
import type { ScaChoices, ScaPorts } from '../ports/sca-ports.ts';
import { authorisationRoutes } from '../routes.ts';
import { createScaVault } from '../store/sca-vault.ts';
import { addSubject, allTestSubjects, createSubjectTable } from './test-subjects.suite.ts';

/** Third parties' requests for authorisations, on a database with users and test subjects. */
export interface ScaTestApp {
  readonly identity: IdentityTestApp;
  readonly ports: ScaPorts;
  readonly server: TestServer;
  /** A customer with a password and a verified phone, old enough to sign. */
  customer(): Promise<TestCustomer>;
  /** One who registered just now, and may not sign yet. */
  newcomer(): Promise<TestCustomer>;
  /** A payment of third party A, to be approved by this customer. */
  payment(owner: string, more?: Partial<SinglePayment>): Promise<SubjectRef>;
  send(request: ScaRequest): Promise<TestServerResponse>;
  context(bankId?: string): Context & ScaPorts;
  choose(more: Partial<ScaChoices>): void;
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

const roles = ['PSP_PI', 'PSP_AI', 'PSP_IC'] as const;
const plenty = { perMinute: 10_000_000 };

/** Routes of the two most different kinds of resources. */
const routes = [
  ...authorisationRoutes({
    interface: testInterface(xs2a, '/v1/payments'),
    resourcePath: '/v1/payments/sepa-credit-transfers/{paymentId}',
    collection: 'authorisations',
    params: Type.Object({ paymentId: Type.String() }),
    roles,
    name: 'Test_Payment',
    noun: 'a payment',
    inSeed: ['start', 'list'],
    subjectKind: 'payment',
    idParameter: 'paymentId',
  }),
  ...authorisationRoutes({
    interface: testInterface(xs2a, '/v1/consents'),
    resourcePath: '/v1/consents/{consentId}',
    collection: 'authorisations',
    params: Type.Object({ consentId: Type.String() }),
    roles,
    name: 'Test_Consent',
    noun: 'a consent',
    inSeed: ['update'],
    subjectKind: 'consent',
    idParameter: 'consentId',
  }),
];

const usualChoices: ScaChoices = {
  approaches: ['EMBEDDED', 'REDIRECT', 'DECOUPLED'],
  linkLifeMs: 600_000,
  authorisationLifeMs: 86_400_000,
  isConfirmationNeeded: false,
  pageUrl: 'https://bank.example',
};

/** Path of the authorisations of a payment. */
export const pathOf = ({ id, kind }: SubjectRef): string =>
  kind === 'consent'
    ? `/v1/consents/${id}/authorisations`
    : `/v1/payments/sepa-credit-transfers/${id}/authorisations`;

export async function createScaTestApp(): Promise<ScaTestApp> {
  const identity = await createIdentityTestApp({ poolSize: 20 });
  const parties = await createPartyTestServer(identity);
  await createSubjectTable(identity.database);
  let choices = usualChoices;
  const masterKey = randomBytes(32);
  const ports: ScaPorts = {
    scaVault: createScaVault(createLocalKeys([masterKey])),
    subjects: allTestSubjects(),
    scaChoices: { of: () => choices },
    identity: identity.ports,
  };
  const thirdParties = await testThirdParties();
  const server = await createTestServer<ScaPorts>(
    {
      routes,
      ports: () => ports,
      dialectFor: () => xs2a,
      thirdParties,
      services: {
        rateLimits: createRateLimits({ read: plenty, change: plenty, search: plenty, anonymous: plenty }),
        responseVault: createVault(createLocalKeys([masterKey]), 'answers'),
      },
    },
    identity.services.database,
  );
  return {
    identity,
    ports,
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

/** Returns status, message code and scaStatus of a response in short. */
export function shortly({ body, status }: TestServerResponse): string {
  const code = at(body, 'tppMessages', 0, 'code');
  const scaStatus = at(body, 'scaStatus');
  const said = code ?? scaStatus;
  return typeof said === 'string' ? `${status} ${said}` : String(status);
}
