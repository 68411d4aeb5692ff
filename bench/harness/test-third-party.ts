import { randomUUID } from 'node:crypto';
import type { Order, SubjectKind, SubjectRef } from '../../server/src/capabilities/sca/index.ts';
import {
  addSubject,
  createSubjectTable,
  type TestSubject,
} from '../../server/src/capabilities/sca/testing/test-subjects.suite.ts';
import type { TestCertificate } from '../../server/src/platform/testing/certificates.ts';
import type { ThirdParties } from '../../server/src/platform/testing/third-parties.ts';
import type { Instance } from './instance.ts';
import { testPayment } from './test-payment.ts';
import { insertGoodStatus } from './third-party-api.ts';

/** A third party with a certificate that the bank accepts. */
export interface ThirdPartyClient {
  /** Sends a request with the certificate of the third party. Rejects if the connection breaks. */
  send(request: BankRequest): Promise<BankResponse>;
}

/** A third party of a bank whose customers approve resources of a test table. */
export interface TestThirdParty extends ThirdPartyClient {
  /** Adds a resource, to be approved by its owner: the payment of `testPayment`, or another order. */
  add(resource: TestResource): Promise<SubjectRef>;
}

export interface TestResource extends Pick<TestSubject, 'leavesOpen' | 'owner'> {
  readonly order?: (id: string) => Order;
}

export interface BankRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  /** Sent instead of a body in JSON. */
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface BankResponse {
  readonly status: number;
  readonly body: unknown;
}

/** The authorities of the certificates, and the port at which the api accepts them from a proxy. */
export interface ThirdPartyOptions {
  readonly authorities: ThirdParties;
  readonly proxyPort: number;
  /** Absent: that of the third party A. */
  readonly certificate?: TestCertificate;
}

/** Creates the certificate of a third party, whose status the api then knows. */
export async function createThirdPartyClient(
  instance: Instance,
  { authorities, proxyPort, ...given }: ThirdPartyOptions,
): Promise<ThirdPartyClient> {
  const certificate = given.certificate ?? (await authorities.qwac('_A'));
  await insertGoodStatus(instance, certificate, authorities.caPem);
  return { send: (request) => sendAs(certificate, proxyPort, request) };
}

/** Creates the test tables, and a third party. */
export async function createTestThirdParty(
  instance: Instance,
  options: ThirdPartyOptions,
): Promise<TestThirdParty> {
  const { database } = instance;
  await createSubjectTable(database);
  const client = await createThirdPartyClient(instance, options);
  return {
    ...client,
    async add({ order = testPayment, ...parts }) {
      const id = randomUUID();
      const asked = order(id);
      const ref: SubjectRef = { kind: subjectKindOf(asked), id };
      await addSubject(database, { ...parts, ref, organisationId: 'PSDNL-DNB-A', order: asked });
      return ref;
    },
  };
}

/** Sends a request with a certificate, as a proxy passes it on. Rejects if the connection breaks. */
export async function sendAs(
  { der }: { readonly der: Buffer },
  proxyPort: number,
  { body, form, headers, method, path }: BankRequest,
): Promise<BankResponse> {
  const json = body === undefined ? undefined : JSON.stringify(body);
  const sent = form === undefined ? json : new URLSearchParams(form);
  const response = await fetch(`http://127.0.0.1:${proxyPort}${path}`, {
    method,
    headers: {
      'x-request-id': randomUUID(),
      'client-cert': `:${der.toString('base64')}:`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(sent === undefined ? {} : { body: sent }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

/** The three services of payments are one kind of subject. */
function subjectKindOf({ kind }: Order): SubjectKind {
  return kind === 'bulk-payment' || kind === 'periodic-payment' ? 'payment' : kind;
}
