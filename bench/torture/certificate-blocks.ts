import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { Agent, type RequestOptions, request } from 'node:https';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { Temporal } from 'temporal-polyfill';
import { blockThirdParty, unblockThirdParty } from '../../server/src/capabilities/tpp/index.ts';
import { createClientCertificates } from '../../server/src/platform/auth/client-certificates.ts';
import { systemClock } from '../../server/src/platform/kernel/clock.ts';
import { systemIds } from '../../server/src/platform/kernel/ids.ts';
import { createLogger } from '../../server/src/platform/log/logger.ts';
import { createTestAuthority, type TestCertificate } from '../../server/src/platform/testing/certificates.ts';
import { testBanks } from '../../server/src/platform/testing/token-mint.ts';
import { systemContext } from '../../server/src/platform/work/system-context.ts';
import { createInstance, type Instance } from '../harness/instance.ts';
import { freePort, isReady, type Program, startProgram, until } from '../harness/processes.ts';
import type { Figure } from '../harness/report.ts';

const goalSeconds = 5;
/** Limit for a shared machine. */
const guardSeconds = 20;
const organisation = 'PSDNL-DNB-12345';
const processCount = 2;
const pollMs = 100;
const waitMaxMs = 60_000;

/** Sends a request over one connection of the third party and returns the status. */
type Connection = () => Promise<number>;

/** Blocks a third party while its connections to two processes are open, and measures when all of them are refused. */
export async function measureBlocks(): Promise<readonly Figure[]> {
  using authority = await createTestAuthority();
  const [client, listener] = await Promise.all([
    authority.issue({ commonName: 'tpp.test', organizationIdentifier: organisation, roles: ['PSP_AI'] }),
    authority.issue({ commonName: 'localhost', server: true }),
  ]);
  await using instance = await createInstance();
  await writeStatus(instance, client, authority.caPem);
  const ports = await startApis(instance, { authorityPem: authority.caPem, listener });
  const connections = (
    await Promise.all(ports.map((port) => connectionsTo(port, client, authority.caPem)))
  ).flat();
  await all(connections, 200);
  await setBlock(instance, 'block');
  const blocked = await secondsUntil(connections, 401);
  await setBlock(instance, 'unblock');
  const lifted = await secondsUntil(connections, 200);
  return [
    figureOf(`block on ${connections.length} connections of ${processCount} processes`, blocked),
    figureOf('the same, lifted', lifted),
  ];
}

function figureOf(name: string, seconds: number): Figure {
  return {
    name,
    figure: `${seconds.toFixed(1)} s`,
    goal: `<= ${goalSeconds} s`,
    isReached: seconds <= goalSeconds,
    holdsGuard: seconds <= guardSeconds,
  };
}

/** No worker runs, so the issuer's answer is written here. */
async function writeStatus(instance: Instance, { der }: TestCertificate, caPem: string): Promise<void> {
  const verdict = createClientCertificates({
    clock: systemClock,
    revocations: { isRevoked: () => false, isBlocked: () => false },
    acceptedAuthorities: [caPem],
  }).ofBytes(der);
  if (verdict.kind !== 'accepted') throw new Error('the certificate is refused');
  const { issuer, issuerDer, serialNumber } = verdict.certificate;
  const tomorrow = Temporal.Now.instant().add({ hours: 24 }).toString();
  await instance.database.query(
    `insert into platform.certificate_status
       (issuer, serial_number, certificate, issuer_certificate, seen_at, due_at, status, source, this_update, next_update, answered_at)
     values ($1, $2, $3, $4, now(), $5, 'good', 'ocsp', now(), $5, now())`,
    [issuer, serialNumber, der, issuerDer, tomorrow],
  );
}

interface ListenerFiles {
  readonly authorityPem: string;
  readonly listener: TestCertificate;
}

async function startApis(instance: Instance, files: ListenerFiles): Promise<readonly number[]> {
  const path = (name: string): string => join(instance.folder, name);
  await writeFile(path('tls.key'), files.listener.keyPem, { mode: 0o600 });
  await writeFile(path('tls.pem'), files.listener.certificatePem);
  await writeFile(path('authorities.pem'), files.authorityPem);
  return Promise.all(
    Array.from({ length: processCount }, async (_, index) => {
      const [plain, tls] = [await freePort(), await freePort()];
      const program: Program = startProgram({
        args: ['bench/harness/sample-api.ts'],
        env: {
          ...instance.env,
          PORTICO_HTTP_LISTEN: `127.0.0.1:${plain}`,
          PORTICO_TLS_LISTEN: `127.0.0.1:${tls}`,
          PORTICO_TLS_KEY_FILE: path('tls.key'),
          PORTICO_TLS_CERTIFICATE_FILE: path('tls.pem'),
          PORTICO_TLS_CLIENT_AUTHORITIES_FILE: path('authorities.pem'),
        },
        logFile: path(`api-${index}.log`),
      });
      void program.ended;
      await until(() => isReady(plain), `the api on ${plain}`);
      return tls;
    }),
  );
}

/** A connection that stays in use, one that is opened now and used later, and one that resumes a session. */
async function connectionsTo(
  port: number,
  { certificatePem: cert, keyPem: key }: TestCertificate,
  ca: string,
): Promise<readonly Connection[]> {
  const options = { host: '127.0.0.1', port, servername: 'localhost', cert, key, ca };
  const kept = new Agent({ keepAlive: true, maxSockets: 1 });
  const open = new Agent({ keepAlive: true, maxSockets: 1 });
  await call({ ...options, agent: open });
  const session = await sessionOf(options);
  return [
    () => call({ ...options, agent: kept }),
    () => call({ ...options, agent: open }),
    () => call({ ...options, agent: false, createConnection: () => connect({ ...options, session }) }),
  ];
}

function call(options: RequestOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'x-request-id': randomUUID() };
    const sent = request({ ...options, path: '/v1/sample/things', headers }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    sent.once('error', reject);
    sent.end();
  });
}

/** Opens a connection only to get a session that later connections resume. */
function sessionOf(options: object): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket: TLSSocket = connect(options);
    socket.once('error', reject);
    socket.once('session', (session) => {
      resolve(session);
      socket.destroy();
    });
  });
}

/** As `tpps block --all-banks` does, without the time that the program needs to start and to end. */
async function setBlock({ database }: Instance, change: 'block' | 'unblock'): Promise<void> {
  const subject = { kind: 'organisation', organisationId: organisation } as const;
  const log = createLogger({ level: 'error', destination: { write: () => undefined } });
  const deps = { app: database.app, clock: systemClock, ids: systemIds(systemClock), log };
  for (const bankId of testBanks) {
    const context = systemContext(deps, { job: 'torture', bankId, requestId: randomUUID() });
    if (change === 'block') await blockThirdParty(context, { subject, reason: 'torture', endsAt: undefined });
    else await unblockThirdParty(context, { subject, reason: 'torture' });
  }
}

/** Measures from the commit to the end of the first round in which all connections agree. */
async function secondsUntil(connections: readonly Connection[], status: number): Promise<number> {
  const startMs = performance.now();
  while (performance.now() - startMs < waitMaxMs) {
    const statuses = await Promise.all(connections.map((one) => one()));
    if (statuses.every((one) => one === status)) return (performance.now() - startMs) / 1_000;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  return waitMaxMs / 1_000;
}

async function all(connections: readonly Connection[], status: number): Promise<void> {
  const statuses = await Promise.all(connections.map((one) => one()));
  if (statuses.some((one) => one !== status))
    throw new Error(`expected ${status}, got ${statuses.join(', ')}`);
}
