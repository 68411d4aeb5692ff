import { disableClient } from '../../server/src/capabilities/oauth/index.ts';
import { admitEmployee } from '../../server/src/capabilities/oauth/steps/staff-sign-in.ts';
import {
  createTestClient,
  type Form,
  type TestClient,
  type TestClientOptions,
} from '../../server/src/capabilities/oauth/testing/test-client.suite.ts';
import type { TestRequest } from '../../server/src/platform/testing/test-server.ts';
import type { ProductPeople, ProductTestApp } from '../product-test-app.ts';
import type { RequestTarget } from './request-target.ts';

export type MatrixClientKind = 'application' | 'customer-app' | 'console';

/** Clients of one kind, seen from the first bank. */
export interface ClientsOfKind {
  readonly registered: TestClient;
  /** A second registered client. */
  readonly another: TestClient;
  readonly disabled: TestClient;
  /** A registered client of another bank. */
  readonly elsewhere: TestClient;
  /** A client of another bank with the id of the registered one and its own keys. */
  readonly namesake: TestClient;
}

export interface MatrixClients extends Readonly<Record<MatrixClientKind, ClientsOfKind>> {
  /** An application that may introspect the tokens of other clients. */
  readonly resourceServer: TestClient;
}

/** Account ids of the users that sign in to each kind of client. */
export const signsInTo = { 'customer-app': 'usr_matrix', console: 'employee:matrix' } as const;

/** Accepts every user as a customer, and every login hint. */
export const matrixPeople: ProductPeople = {
  customers: {
    find: async () => ({ customerNumber: '1000000048' }),
    findOrganization: async () => undefined,
  },
  approval: {
    userFor: async (_context, hint) => `usr_${hint}`,
    requestApproval: async () => undefined,
    deviceOf: async () => undefined,
  },
};

export async function createMatrixClients(app: ProductTestApp): Promise<MatrixClients> {
  for (const bankId of ['01', '02']) await admitStaff(app, bankId);
  const ofKind = async (kind: MatrixClientKind): Promise<ClientsOfKind> => {
    const create = (options: TestClientOptions = {}): Promise<TestClient> =>
      createTestClient(app, { kind, ...options });
    const disabled = await create();
    await disableClient(app.contextFor(disabled.bankId), disabled.clientId);
    const registered = await create();
    return {
      registered,
      another: await create(),
      elsewhere: await create({ bankId: '02' }),
      namesake: await create({ bankId: '02', clientId: registered.clientId }),
      disabled,
    };
  };
  return {
    application: await ofKind('application'),
    'customer-app': await ofKind('customer-app'),
    console: await ofKind('console'),
    resourceServer: await createTestClient(app, { introspects: 'all-tokens' }),
  };
}

/** Admits an employee with the claims that the bank's identity provider would send. */
async function admitStaff({ clock, contextFor }: ProductTestApp, bankId: string): Promise<void> {
  await admitEmployee(contextFor(bankId), {
    signInId: 'matrix',
    identity: {
      issuer: 'https://staff.test',
      subject: 'matrix',
      employeeId: 'matrix',
      unit: undefined,
      roles: ['maintenance'],
      assurance: 'sca',
      methods: ['hwk'],
      authenticatedAtSeconds: Math.floor(clock.now().epochMilliseconds / 1_000),
    },
  });
}

/** Differences of a request from a valid one; undefined removes a part. */
export interface RequestChanges {
  readonly form?: Form;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** Builds a form with valid client authentication and DPoP proof, with the given changes. */
export async function requestOf(
  client: TestClient,
  { method, path }: RequestTarget,
  { form = {}, headers = {} }: RequestChanges,
): Promise<TestRequest> {
  const fields = {
    client_id: client.clientId,
    client_assertion_type: assertionType,
    ...('client_assertion' in form ? {} : { client_assertion: await client.assertion() }),
    ...form,
  };
  return {
    method,
    path,
    headers: withoutUndefined({
      'content-type': 'application/x-www-form-urlencoded',
      ...('dpop' in headers ? {} : { dpop: await client.proof({ path }) }),
      ...headers,
    }),
    body: new URLSearchParams(withoutUndefined(fields)).toString(),
  };
}

function withoutUndefined(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
