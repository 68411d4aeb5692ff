import { expect, test } from 'vitest';
import { createRuntime } from '#apps/create-runtime.ts';
import { createClientCertificates } from '#platform/auth/client-certificates.ts';
import { createCertificateStatusCache } from '#platform/certificate-status/certificate-status-cache.ts';
import { loadConfig } from '#platform/config/load-config.ts';
import { openDatabase } from '#platform/db/database.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { createThirdParties } from '#platform/testing/third-parties.ts';
import { startCertificateStatuses } from './start-certificate-statuses.ts';

test('the worker takes up a certificate that the api has seen, and stores why there is no answer', async () => {
  await using database = await createTestDatabase();
  await using worker = openDatabase({ url: database.workerUrl, poolSize: 2 });
  using thirdParties = await createThirdParties({
    ocspUrl: 'http://127.0.0.1/',
    crlUrl: 'http://localhost/list',
  });
  const certificates = createClientCertificates({
    clock: systemClock,
    revocations: { isRevoked: () => false, isBlocked: () => false },
    acceptedAuthorities: [thirdParties.caPem],
  });
  const verdict = certificates.ofBytes((await thirdParties.qwac('_A')).der);
  if (verdict.kind !== 'accepted') throw new Error('an accepted certificate expected');
  const cache = createCertificateStatusCache({ database: database.app, clock: systemClock, waitMs: 30_000 });
  const config = loadConfig({ PORTICO_DATABASE_URL: database.appUrl, PORTICO_LOG_LEVEL: 'fatal' }, () => '');
  const runtime = await createRuntime(config);
  const loop = startCertificateStatuses(runtime, worker);
  try {
    expect(await cache.statusOf(verdict.certificate)).toEqual({ kind: 'unknown', failure: 'unreachable' });
  } finally {
    await loop.stop();
    runtime.metrics.close();
  }
});
