import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callers } from '#platform/auth/access.ts';
import type { CertificateStatus } from '#platform/auth/certificate-statuses.ts';
import { nothingBlocked, strictThirdPartyPolicy } from '#platform/auth/third-party-checks.ts';
import { type Listener, openListener } from '#platform/http/listeners.ts';
import { createLoadShedder } from '#platform/http/load-shedder.ts';
import { acquireSlot, createByteBudget } from '#platform/http/request-slot.ts';
import { testContract, testEndpoint, testInterface } from '#platform/testing/endpoints.ts';
import { readResponse, sendRaw } from '#platform/testing/raw-http.ts';
import { createTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { testThirdParties } from '#platform/testing/third-parties.ts';
import { xs2a } from './xs2a.ts';

const contract = testContract({
  interface: testInterface(xs2a),
  access: callers({ tpp: { roles: ['PSP_AI'] } }),
});
const good: CertificateStatus = { kind: 'good' };
const lane = {
  shedder: createLoadShedder({ inFlightMax: 2, queueTimeMaxMs: 200 }),
  bodies: createByteBudget(1_000),
};
const asked: PromiseWithResolvers<CertificateStatus>[] = [];

let server: TestServer;
let listener: Listener;
let waiting: PromiseWithResolvers<void>;
beforeAll(async () => {
  server = await createTestServer({
    routes: [testEndpoint(contract)],
    ports: () => ({}),
    dialectFor: () => xs2a,
    thirdParties: await testThirdParties(),
    thirdPartyChecks: {
      policyOf: () => strictThirdPartyPolicy,
      blocks: nothingBlocked,
      statuses: {
        statusOf() {
          const status = Promise.withResolvers<CertificateStatus>();
          asked.push(status);
          if (asked.length === 3) waiting.resolve();
          return status.promise;
        },
      },
    },
  });
  listener = await openListener(
    { kind: 'proxy', listen: { host: '127.0.0.1', port: 0 } },
    (request, response) => {
      const slot = acquireSlot(request, lane, { priority: 'normal' });
      if (slot === undefined) return void response.writeHead(503).end();
      response.once('close', () => slot.release());
      return server.handler(request, response);
    },
  );
});
afterAll(async () => {
  await listener.close(0);
  await server[Symbol.asyncDispose]();
});

async function status(): Promise<number> {
  const { der } = await (await testThirdParties()).qwac('_A');
  const text = await sendRaw(
    listener.address().port,
    `GET ${contract.path} HTTP/1.1\r\nHost: x\r\nX-Request-ID: ${randomUUID()}\r\n` +
      `Client-Cert: :${der.toString('base64')}:\r\nConnection: close\r\n\r\n`,
  );
  return readResponse(text).status;
}

test('requests that wait for the status of a certificate leave the slots to others', async () => {
  waiting = Promise.withResolvers();
  const responses = Array.from({ length: 3 }, status);
  // All three are inside, although there are two slots.
  await waiting.promise;
  expect(lane.shedder.inFlight).toBe(0);
  for (const { resolve } of asked) resolve(good);
  // Of those that go on together, two have a slot again.
  expect((await Promise.all(responses)).toSorted((one, other) => one - other)).toEqual([200, 200, 503]);
  expect(lane.shedder.inFlight).toBe(0);
});
