import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { type RequestOptions, request } from 'node:https';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { createClientCertificates } from '../../server/src/platform/auth/client-certificates.ts';
import { systemClock } from '../../server/src/platform/kernel/clock.ts';
import type { TestCertificate } from '../../server/src/platform/testing/certificates.ts';
import type { Instance } from './instance.ts';
import { freePort, isReady, type Program, startProgram, until } from './processes.ts';

/** Path of the read in `sample-api.ts`. */
export const samplePath = '/v1/sample/things';

/** An api with a listener for third parties. */
export interface ThirdPartyApi {
  readonly program: Program;
  /** Without TLS. */
  readonly port: number;
  readonly tlsPort: number;
}

/** The certificates of a listener: its own, and those of accepted authorities. */
export interface ListenerFiles {
  readonly authorityPem: string;
  readonly listener: TestCertificate;
}

/** Writes the files of the listener; returns the settings that name them. */
export async function listenerSettings(
  { folder }: Instance,
  { authorityPem, listener }: ListenerFiles,
): Promise<Readonly<Record<string, string>>> {
  const path = (name: string): string => join(folder, name);
  await writeFile(path('tls.key'), listener.keyPem, { mode: 0o600 });
  await writeFile(path('tls.pem'), listener.certificatePem);
  await writeFile(path('authorities.pem'), authorityPem);
  return {
    PORTICO_TLS_KEY_FILE: path('tls.key'),
    PORTICO_TLS_CERTIFICATE_FILE: path('tls.pem'),
    PORTICO_TLS_CLIENT_AUTHORITIES_FILE: path('authorities.pem'),
  };
}

/** Starts the api of the product with the routes of `sample-api.ts`. */
export async function startThirdPartyApi(
  { env, folder }: Instance,
  settings: Readonly<Record<string, string>>,
): Promise<ThirdPartyApi> {
  const [port, tlsPort] = [await freePort(), await freePort()];
  const program = startProgram({
    args: ['bench/harness/sample-api.ts'],
    env: {
      ...env,
      ...settings,
      PORTICO_HTTP_LISTEN: `127.0.0.1:${port}`,
      PORTICO_TLS_LISTEN: `127.0.0.1:${tlsPort}`,
    },
    logFile: join(folder, `api-${port}.log`),
  });
  await until(() => isReady(port), `the api on ${port}`);
  return { program, port, tlsPort };
}

/** Writes the answer of the issuer, where no worker runs that asks for it. */
export async function insertGoodStatus(
  { database }: Instance,
  { der }: TestCertificate,
  authorityPem: string,
): Promise<void> {
  const verdict = createClientCertificates({
    clock: systemClock,
    revocations: { isRevoked: () => false },
    acceptedAuthorities: [authorityPem],
  }).ofBytes(der);
  if (verdict.kind !== 'accepted') throw new Error('the certificate is refused');
  const { issuer, issuerDer, serialNumber } = verdict.certificate;
  const tomorrow = Temporal.Now.instant().add({ hours: 24 }).toString();
  await database.query(
    `insert into platform.certificate_status
       (issuer, serial_number, certificate, issuer_certificate, seen_at, due_at, status, source, this_update, next_update, answered_at)
     values ($1, $2, $3, $4, now(), $5, 'good', 'ocsp', now(), $5, now())
     on conflict (issuer, serial_number) do nothing`,
    [issuer, serialNumber, der, issuerDer, tomorrow],
  );
}

/** TLS options of a client that shows a certificate. */
export interface TlsClient {
  readonly host: string;
  readonly port: number;
  readonly servername: string;
  readonly cert: string;
  readonly key: string;
  readonly ca: string;
}

/** Returns the options of a client with this certificate. */
export function asClient(
  port: number,
  { certificatePem: cert, keyPem: key }: Pick<TestCertificate, 'certificatePem' | 'keyPem'>,
  authorityPem: string,
): TlsClient {
  return { host: '127.0.0.1', port, servername: 'localhost', cert, key, ca: authorityPem };
}

/** Sends one read; returns its status and body. */
export function readSample(
  options: RequestOptions,
): Promise<{ readonly status: number; readonly body: string }> {
  return new Promise((resolve, reject) => {
    const headers = { 'x-request-id': randomUUID() };
    const sent = request({ ...options, path: samplePath, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }),
      );
    });
    sent.once('error', reject);
    sent.end();
  });
}
