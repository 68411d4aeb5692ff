import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { xs2a } from '#dialects/xs2a/xs2a.ts';
import { callers } from '#platform/auth/access.ts';
import {
  nothingBlocked,
  strictThirdPartyPolicy,
  type ThirdPartyPolicy,
} from '#platform/auth/third-party-checks.ts';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { createEgress, type Egress } from '#platform/egress/egress.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { createLogger } from '#platform/log/logger.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { testContract, testEndpoint, testInterface } from '#platform/testing/endpoints.ts';
import { openStatusServers, type StatusServers } from '#platform/testing/status-servers.ts';
import { createTestServer, type TestServerResponse } from '#platform/testing/test-server.ts';
import type { ThirdPartyName } from '#platform/testing/third-parties.ts';
import { type Loop, startLoop } from '#platform/work/loop.ts';
import { createCertificateStatusCache } from './certificate-status-cache.ts';
import { certificateStatusPurpose } from './fetch-status.ts';
import { createStatusRefresh } from './refresh-statuses.ts';

let servers: StatusServers;
let egress: Egress;
let database: TestDatabase;
let worker: Database;
beforeAll(async () => {
  [servers, database] = await Promise.all([openStatusServers(), createTestDatabase()]);
  worker = openDatabase({ url: database.workerUrl, poolSize: 2 });
  const policy = {
    hosts: ['*'],
    allowHttp: true,
    allowPrivateAddresses: ['127.0.0.0/8'],
    ports: servers.ports,
  };
  egress = createEgress({ purposes: { [certificateStatusPurpose]: policy } });
  await servers.publish({ _A: 'good', _REV: 'revoked' });
});
afterAll(async () => {
  await egress.close();
  await servers[Symbol.asyncDispose]();
  await worker.close();
  await database[Symbol.asyncDispose]();
});

const contract = testContract({
  interface: testInterface(xs2a),
  access: callers({ tpp: { roles: ['PSP_AI'] } }),
});

/** One request in a process that has never seen the certificate. */
async function firstRequest(
  certificate: ThirdPartyName,
  waitMs: number,
  policy: Partial<ThirdPartyPolicy> = {},
): Promise<TestServerResponse> {
  await database.query('delete from platform.certificate_status');
  const statuses = createCertificateStatusCache({ database: database.app, clock: systemClock, waitMs });
  await using server = await createTestServer({
    routes: [testEndpoint(contract)],
    ports: () => ({}),
    dialectFor: () => xs2a,
    startAt: systemClock.now().toString(),
    thirdParties: servers.thirdParties,
    thirdPartyChecks: {
      policyOf: () => ({ ...strictThirdPartyPolicy, ...policy }),
      statuses,
      blocks: nothingBlocked,
    },
  });
  return await server.call({ method: 'GET', path: contract.path, as: { kind: 'tpp', certificate } });
}

function startWorker(): Loop {
  const log = createLogger({ level: 'fatal' });
  const refresh = createStatusRefresh({ database: worker, clock: systemClock, egress, log });
  const loop = startLoop({ name: 'test', idleMs: 20, log, step: () => refresh.start() });
  return {
    async stop() {
      await loop.stop();
      await refresh.end();
    },
  };
}

describe('the first request with a certificate', () => {
  test('is answered after the worker has asked the issuer', async () => {
    const loop = startWorker();
    try {
      expect(await firstRequest('_A', 30_000)).toMatchObject({ status: 200 });
      expect(await firstRequest('_REV', 30_000)).toMatchObject({
        status: 401,
        body: { tppMessages: [{ category: 'ERROR', code: 'CERTIFICATE_REVOKED' }] },
      });
    } finally {
      await loop.stop();
    }
  });

  test('is refused with a text that says so if the answer does not come', async () => {
    const { body, status } = await firstRequest('_A', 50);
    expect(status).toBe(401);
    expect(body).toMatchObject({
      tppMessages: [{ code: 'CERTIFICATE_REVOKED', text: expect.stringContaining('has not arrived yet') }],
    });
  });

  test('is accepted then where the bank admits certificates of unknown status', async () => {
    expect(await firstRequest('_A', 50, { revocationUnknown: 'admit' })).toMatchObject({ status: 200 });
  });
});
