import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CertificateStatus } from '#platform/auth/certificate-statuses.ts';
import { type ClientCertificate, createClientCertificates } from '#platform/auth/client-certificates.ts';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { createEgress, type Egress } from '#platform/egress/egress.ts';
import { createLogger } from '#platform/log/logger.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { type FakeClock, fakeClock } from '#platform/testing/fake-clock.ts';
import { openStatusServers, type StatusServers } from '#platform/testing/status-servers.ts';
import {
  createThirdParties,
  type ThirdParties,
  type ThirdPartyName,
} from '#platform/testing/third-parties.ts';
import { startLoop } from '#platform/work/loop.ts';
import { type CertificateStatusCache, createCertificateStatusCache } from './certificate-status-cache.ts';
import { certificateStatusPurpose } from './fetch-status.ts';
import { cleanUpStatuses, createStatusRefresh, type StatusRefresh } from './refresh-statuses.ts';

let servers: StatusServers;
let egress: Egress;
let database: TestDatabase;
let worker: Database;
beforeAll(async () => {
  [servers, database] = await Promise.all([openStatusServers(), createTestDatabase({ poolSize: 5 })]);
  worker = openDatabase({ url: database.workerUrl, poolSize: 3 });
  egress = egressTo(servers.ports);
});
afterAll(async () => {
  await egress.close();
  await servers[Symbol.asyncDispose]();
  await worker.close();
  await database[Symbol.asyncDispose]();
});

function egressTo(ports: readonly number[], more: { readonly timeoutMs?: number } = {}): Egress {
  const policy = { hosts: ['*'], allowHttp: true, allowPrivateAddresses: ['127.0.0.0/8'], ports, ...more };
  return createEgress({ purposes: { [certificateStatusPurpose]: policy } });
}

let clock: FakeClock;
beforeEach(async () => {
  clock = fakeClock(new Date().toISOString());
  await database.query('delete from platform.certificate_status');
  await servers.publish({ _A: 'good', _B: 'good', _REV: 'revoked' });
});
afterEach(() => servers.stopResponder());

async function certificateOf(
  name: ThirdPartyName,
  thirdParties: ThirdParties = servers.thirdParties,
): Promise<ClientCertificate> {
  const certificates = createClientCertificates({
    clock,
    revocations: { isRevoked: () => false },
    acceptedAuthorities: [thirdParties.caPem],
  });
  const verdict = certificates.ofBytes((await thirdParties.qwac(name)).der);
  if (verdict.kind !== 'accepted') throw new Error('an accepted certificate expected');
  return verdict.certificate;
}

const cacheWaiting = (waitMs: number): CertificateStatusCache =>
  createCertificateStatusCache({ database: database.app, clock, waitMs });
const log = createLogger({ level: 'fatal' });
const createRefresh = (): StatusRefresh => createStatusRefresh({ database: worker, clock, egress, log });

/** Asks about everything that is due, and waits for the answers; returns how many certificates were asked about. */
async function workOnce(): Promise<number> {
  const refresh = createRefresh();
  let asked = 0;
  for (let started = await refresh.start(); started > 0; started = await refresh.start()) asked += started;
  await refresh.end();
  return asked;
}

/** Asks as a request does, while the worker runs. */
async function askWithWorker(
  cache: CertificateStatusCache,
  name: ThirdPartyName,
): Promise<CertificateStatus> {
  const loop = startLoop({ name: 'test', idleMs: 20, log, step: workOnce });
  try {
    return await cache.statusOf(await certificateOf(name));
  } finally {
    await loop.stop();
  }
}

describe('a certificate that is seen for the first time', () => {
  test('waits for the answer of the worker', async () => {
    const cache = cacheWaiting(30_000);
    expect(await askWithWorker(cache, '_A')).toEqual({ kind: 'good' });
    expect(await askWithWorker(cache, '_REV')).toEqual({ kind: 'revoked' });
    expect(
      await database.query('select status, source, failure from platform.certificate_status order by 1'),
    ).toEqual([
      { status: 'good', source: 'ocsp', failure: null },
      { status: 'revoked', source: 'ocsp', failure: null },
    ]);
    // From now on the answer is there at once, in this process and, after its next refresh, in others.
    expect(cache.statusOf(await certificateOf('_A'))).toEqual({ kind: 'good' });
    const other = cacheWaiting(0);
    await other.refresh();
    expect(other.statusOf(await certificateOf('_REV'))).toEqual({ kind: 'revoked' });
  });

  test('is of unknown status when no worker answers in time', async () => {
    const cache = cacheWaiting(60);
    const certificate = await certificateOf('_A');
    const startedMs = performance.now();
    expect(await cache.statusOf(certificate)).toEqual({ kind: 'unknown', failure: 'pending' });
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(60);
    // The next request does not wait again.
    expect(cache.statusOf(certificate)).toEqual({ kind: 'unknown', failure: 'pending' });
    await workOnce();
    await cache.refresh();
    expect(cache.statusOf(certificate)).toEqual({ kind: 'good' });
  });

  test('is of unknown status when its issuer does not respond, and the reason is known', async () => {
    await servers.stopResponder();
    servers.serveList(undefined);
    expect(await askWithWorker(cacheWaiting(30_000), '_A')).toEqual({
      kind: 'unknown',
      failure: 'unreachable',
    });
  });

  test('is asked about once by many requests at the same time', async () => {
    const cache = cacheWaiting(30_000);
    const certificate = await certificateOf('_A');
    const asked = Array.from({ length: 20 }, async () => cache.statusOf(certificate));
    while ((await workOnce()) === 0);
    expect(new Set((await Promise.all(asked)).map(({ kind }) => kind))).toEqual(new Set(['good']));
    expect(await database.query('select attempts from platform.certificate_status')).toEqual([
      { attempts: 1 },
    ]);
  });
});

describe('a known status', () => {
  test('is refreshed within the hour, so that a revocation is noticed', async () => {
    const cache = cacheWaiting(30_000);
    await askWithWorker(cache, '_B');
    await servers.publish({ _A: 'good', _B: 'revoked', _REV: 'revoked' });
    expect(await workOnce()).toBe(0);
    clock.advance({ minutes: 31 });
    expect(await workOnce()).toBe(1);
    await cache.refresh();
    expect(cache.statusOf(await certificateOf('_B'))).toEqual({ kind: 'revoked' });
  });

  test('counts for 24 hours while the issuer does not respond', async () => {
    const cache = cacheWaiting(0);
    await askWithWorker(cacheWaiting(30_000), '_A');
    await servers.stopResponder();
    servers.serveList(undefined);
    await cache.refresh();
    const certificate = await certificateOf('_A');
    clock.advance({ hours: 23 });
    expect(await workOnce()).toBe(1);
    await cache.refresh();
    expect(cache.statusOf(certificate)).toEqual({ kind: 'good' });
    clock.advance({ hours: 1, seconds: 1 });
    expect(await cache.statusOf(certificate)).toEqual({ kind: 'unknown', failure: 'unreachable' });
  });

  test('is not replaced by an older good answer that is sent again', async () => {
    await askWithWorker(cacheWaiting(30_000), '_A');
    await database.query(
      "update platform.certificate_status set status = 'revoked', this_update = this_update + interval '1 hour', due_at = '2020-01-01'",
    );
    expect(await workOnce()).toBe(1);
    expect(await database.query('select status, failure from platform.certificate_status')).toEqual([
      { status: 'revoked', failure: 'not-accepted' },
    ]);
  });

  test('is kept current while the certificate is used, and deleted later', async () => {
    const cache = cacheWaiting(30_000);
    await askWithWorker(cache, '_A');
    clock.advance({ hours: 20 });
    expect(cache.statusOf(await certificateOf('_A'))).toEqual({ kind: 'good' });
    await cache.refresh();
    const [seen] = await database.query<{ isNoted: boolean }>(
      `select seen_at = '${clock.now().toString()}' as "isNoted" from platform.certificate_status`,
    );
    expect(seen).toEqual({ isNoted: true });
    clock.advance({ hours: 24 * 8 });
    expect(await workOnce()).toBe(0);
    const cleanUp = cleanUpStatuses({ database: worker, clock });
    await cleanUp.run();
    expect(await database.query('select 1 from platform.certificate_status')).toHaveLength(1);
    clock.advance({ hours: 24 * 23 });
    await cleanUp.run();
    expect(await database.query('select 1 from platform.certificate_status')).toHaveLength(0);
  });
});

describe('one certificate', () => {
  const attempts = (serialNumber: string): Promise<readonly unknown[]> =>
    database.query(
      `select attempts from platform.certificate_status where serial_number = '${serialNumber}'`,
    );

  test('does not wait for the issuer of another one', async () => {
    await using silent = await openSilentIssuer();
    await cacheWaiting(0).statusOf(silent.certificate);
    const refresh = createStatusRefresh({ database: worker, clock, egress: silent.egress, log });
    const loop = startLoop({ name: 'test', idleMs: 20, log, step: () => refresh.start() });
    try {
      await silent.isAsked;
      expect(await cacheWaiting(30_000).statusOf(await certificateOf('_A'))).toEqual({ kind: 'good' });
      expect(await attempts(silent.certificate.serialNumber)).toEqual([{ attempts: 0 }]);
    } finally {
      silent.close();
      await loop.stop();
      await refresh.end();
    }
  });

  test('that cannot be asked about does not stop the others', async () => {
    const [one, other] = await Promise.all([certificateOf('_A'), certificateOf('_B')]);
    await cacheWaiting(0).statusOf(one);
    await database.query("update platform.certificate_status set issuer_certificate = 'x'");
    await cacheWaiting(0).statusOf(other);
    expect(await workOnce()).toBe(2);
    expect(await attempts(one.serialNumber)).toEqual([{ attempts: 0 }]);
    expect(await attempts(other.serialNumber)).toEqual([{ attempts: 1 }]);
  });
});

interface SilentIssuer extends AsyncDisposable {
  readonly certificate: ClientCertificate;
  /** May reach this issuer and that of the other tests. */
  readonly egress: Egress;
  readonly isAsked: Promise<unknown>;
  /** Ends the connections. */
  close(): void;
}

/** An issuer that accepts connections and never responds. */
async function openSilentIssuer(): Promise<SilentIssuer> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const isAsked = once(server, 'connection');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const thirdParties = await createThirdParties({ crlUrl: `http://127.0.0.1:${port}/` });
  const silentEgress = egressTo([...servers.ports, port], { timeoutMs: 30_000 });
  const close = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return {
    certificate: await certificateOf('_A', thirdParties),
    egress: silentEgress,
    isAsked,
    close,
    async [Symbol.asyncDispose]() {
      close();
      await silentEgress.close();
      thirdParties[Symbol.dispose]();
    },
  };
}

test('the certificate of the issuer is stored with that of the third party', async () => {
  await cacheWaiting(0).statusOf(await certificateOf('_A'));
  const [row] = await database.query<{ issuer_certificate: Buffer }>(
    'select issuer_certificate from platform.certificate_status',
  );
  expect(row?.issuer_certificate.equals(new X509Certificate(servers.thirdParties.caPem).raw)).toBe(true);
});
