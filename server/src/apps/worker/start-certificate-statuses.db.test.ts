import { expect, test } from 'vitest';
import { createRuntime } from '#apps/create-runtime.ts';
import type { CertificateStatus } from '#platform/auth/certificate-statuses.ts';
import { createClientCertificates } from '#platform/auth/client-certificates.ts';
import { createCertificateStatusCache } from '#platform/certificate-status/certificate-status-cache.ts';
import { loadConfig } from '#platform/config/load-config.ts';
import { openDatabase } from '#platform/db/database.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { openStatusServers } from '#platform/testing/status-servers.ts';
import { createThirdParties, type ThirdParties } from '#platform/testing/third-parties.ts';
import { startCertificateStatuses } from './start-certificate-statuses.ts';

/** The status of `_A` as the API gets it from a worker with these settings. */
async function statusOf(
  thirdParties: ThirdParties,
  settings: Readonly<Record<string, string>> = {},
): Promise<CertificateStatus> {
  await using database = await createTestDatabase();
  await using worker = openDatabase({ url: database.workerUrl, poolSize: 2 });
  const certificates = createClientCertificates({
    clock: systemClock,
    revocations: { isRevoked: () => false },
    acceptedAuthorities: [thirdParties.caPem],
  });
  const verdict = certificates.ofBytes((await thirdParties.qwac('_A')).der);
  if (verdict.kind !== 'accepted') throw new Error('an accepted certificate expected');
  const cache = createCertificateStatusCache({ database: database.app, clock: systemClock, waitMs: 30_000 });
  const config = loadConfig(
    { PORTICO_DATABASE_URL: database.appUrl, PORTICO_LOG_LEVEL: 'fatal', ...settings },
    () => '',
  );
  const runtime = await createRuntime(config);
  const loop = startCertificateStatuses(runtime, worker);
  try {
    return await cache.statusOf(verdict.certificate);
  } finally {
    await loop.stop();
    runtime.metrics.close();
  }
}

const setting = (servers: readonly object[]): Readonly<Record<string, string>> => ({
  PORTICO_CERTIFICATE_STATUS_SERVERS: JSON.stringify(servers),
});

test('the worker takes up a certificate that the api has seen, and stores why there is no answer', async () => {
  using thirdParties = await createThirdParties({
    ocspUrl: 'http://127.0.0.1/',
    crlUrl: 'http://localhost/list',
  });
  expect(await statusOf(thirdParties)).toEqual({ kind: 'unknown', failure: 'unreachable' });
});

test('the worker asks servers in private networks only if the settings name host, port and network', async () => {
  await using servers = await openStatusServers();
  await servers.publish({ _A: 'good' });
  const networks = ['127.0.0.0/8'];
  const named = servers.ports.map((port) => ({ host: '127.0.0.1', port, networks }));
  expect(await statusOf(servers.thirdParties, setting(named))).toMatchObject({ kind: 'good' });
  const unreachable = { kind: 'unknown', failure: 'unreachable' };
  const elsewhere = servers.ports.map((port) => ({ host: '127.0.0.1', port, networks: ['10.0.0.0/8'] }));
  const otherPort = [{ host: '127.0.0.1', networks }];
  for (const servedBy of [[], elsewhere, otherPort])
    expect(await statusOf(servers.thirdParties, setting(servedBy))).toEqual(unreachable);
});

test.each([
  ['no list', '{}'],
  ['without a network', '[{"host":"ocsp.test","networks":[]}]'],
  ['a network that is too wide', '[{"host":"ocsp.test","networks":["0.0.0.0/0"]}]'],
  ['an address instead of a host', '[{"host":"http://ocsp.test","networks":["10.0.0.0/8"]}]'],
  ['an unknown member', '[{"host":"ocsp.test","networks":["10.0.0.0/8"],"tls":true}]'],
])('a setting with %s stops the start', (_, text) => {
  const environment = {
    PORTICO_DATABASE_URL: 'postgresql://a@b/c',
    PORTICO_CERTIFICATE_STATUS_SERVERS: text,
  };
  expect(() => loadConfig(environment, () => '')).toThrow('PORTICO_CERTIFICATE_STATUS_SERVERS');
});
