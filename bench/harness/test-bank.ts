import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAuthorizationVault } from '../../server/src/capabilities/authorization/index.ts';
import type { SubjectRef } from '../../server/src/capabilities/sca/index.ts';
import {
  addSubject,
  createSubjectTable,
} from '../../server/src/capabilities/sca/testing/test-subjects.suite.ts';
import { createThirdParties } from '../../server/src/platform/testing/third-parties.ts';
import { type ApiProcess, apiProcess } from './api-process.ts';
import { createInstance, type Instance } from './instance.ts';
import { freePort } from './processes.ts';
import { keysOf, peopleBank } from './sign-in-people.ts';
import { testPayment } from './test-payment.ts';
import { insertGoodStatus } from './third-party-api.ts';

/** A bank whose customers approve test payments, in a process that can be killed. */
export interface TestBank extends AsyncDisposable {
  readonly instance: Instance;
  /** Not started yet: users are inserted first. */
  readonly api: ApiProcess;
  /** Port of the listener behind a proxy, for third parties and browsers. */
  readonly proxyPort: number;
  /** Adds a payment of the third party, to be approved by this customer. */
  addPayment(owner: string): Promise<SubjectRef>;
  /** Sends a request of the third party. Rejects if the connection breaks. */
  send(request: BankRequest): Promise<BankResponse>;
  /** Returns the newest code of a user, from the database: no worker sends it. */
  newestCode(userId: string): Promise<string>;
}

export interface BankRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface BankResponse {
  readonly status: number;
  readonly body: unknown;
}

export interface TestBankOptions {
  /** Options of the bank's XS2A profile. */
  readonly profile?: Readonly<Record<string, unknown>>;
  /** Further settings, such as `PORTICO_BASE_URL` for a browser. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Creates the database, the third party and the settings of a bank. */
export async function createTestBank({ env = {}, profile = {} }: TestBankOptions = {}): Promise<TestBank> {
  await using opened = new AsyncDisposableStack();
  const instance = opened.use(await createInstance({ banks: [peopleBank] }));
  const thirdParties = opened.use(await createThirdParties());
  const { database, folder } = instance;
  await createSubjectTable(database);
  const certificate = await thirdParties.qwac('_A');
  await insertGoodStatus(instance, certificate, thirdParties.caPem);
  const authorities = join(folder, 'authorities.pem');
  await writeFile(authorities, thirdParties.caPem);
  const [port, proxyPort] = [await freePort(), await freePort()];
  const api = apiProcess({
    args: ['bench/harness/test-bank-api.ts'],
    port,
    logFile: join(folder, 'api.log'),
    env: {
      ...instance.env,
      PORTICO_PROXY_LISTEN: `127.0.0.1:${proxyPort}`,
      PORTICO_TLS_CLIENT_AUTHORITIES_FILE: authorities,
      PORTICO_XS2A_PROFILES: JSON.stringify([{ bank: peopleBank, ...profile }]),
      PORTICO_LOG_LEVEL: 'warn',
      ...env,
    },
  });
  opened.defer(() => api.kill());
  const resources = opened.move();
  return {
    instance,
    api,
    proxyPort,
    async addPayment(owner) {
      const ref: SubjectRef = { kind: 'payment', id: randomUUID() };
      await addSubject(database, {
        ref,
        organisationId: 'PSDNL-DNB-A',
        owner,
        order: testPayment(ref.id),
      });
      return ref;
    },
    send: (request) => send(proxyPort, certificate.der, request),
    newestCode: (userId) => newestCode(instance, userId),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

async function send(
  port: number,
  certificate: Buffer,
  { body, headers, method, path }: BankRequest,
): Promise<BankResponse> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      'x-request-id': randomUUID(),
      'client-cert': `:${certificate.toString('base64')}:`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

async function newestCode(instance: Instance, userId: string): Promise<string> {
  const [row] = await instance.database.query<{ verification_id: string; sealed_text: Buffer }>(
    `select verification_id, sealed_text from "authorization".otp_verification
      where user_id = $1 and superseded_at is null order by created_at desc, verification_id limit 1`,
    [userId],
  );
  if (row === undefined) throw new Error('no code was made');
  const vault = createAuthorizationVault(keysOf(instance));
  const { code } = vault.openText(peopleBank, row.verification_id, row.sealed_text);
  if (code === undefined) throw new Error('the code was already dispatched');
  return code;
}
