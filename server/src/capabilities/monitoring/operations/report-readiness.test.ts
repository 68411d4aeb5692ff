import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { plain } from '#dialects/plain/plain.ts';
import {
  createTestServer,
  type TestRequest,
  type TestServer,
  type TestServerResponse,
} from '#platform/testing/test-server.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import type { CheckResult } from '../domain/health.ts';
import { type MonitoringPorts, monitoringRoutes } from '../routes.ts';

let server: TestServer;
let results: readonly CheckResult[];
let isOperations: boolean;

const ports: MonitoringPorts = {
  health: { results: () => results },
  operationsNetwork: { includes: (address) => isOperations && address === '127.0.0.1' },
  version: '1.2.3',
  measurements: { contentType: 'text/plain; version=0.0.4', render: async () => 'portico_up 1\n' },
};
beforeAll(async () => {
  // No database: probes must respond when every dependency has failed.
  server = await createTestServer({
    routes: monitoringRoutes,
    ports: () => ports,
    dialectFor: () => plain,
    maintenance: () => ({ activeMaintenanceOf: () => ({ retryAfterSeconds: 9, message: () => 'closed' }) }),
  });
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => {
  results = [check()];
  isOperations = false;
});

const check = (changed: Partial<CheckResult> = {}): CheckResult => ({
  name: 'database',
  state: 'pass',
  isVital: true,
  effect: 'Reads and changes work.',
  checkedAt: Temporal.Instant.from('2026-11-15T09:59:58Z'),
  ...changed,
});
const call = (path: string, request: Partial<TestRequest> = {}): Promise<TestServerResponse> =>
  server.call({ method: 'GET', path: `/v1/monitoring/${path}`, ...request });

const operators: readonly (readonly [string, TokenRequest])[] = [
  ['an application with the scope', { kind: 'application', scope: 'monitoring' }],
  ['staff with the role', { kind: 'employee', id: 'e-1', roles: ['monitoring'] }],
];
const others: readonly (readonly [string, TokenRequest | undefined])[] = [
  ['an anonymous caller', undefined],
  ['an application without the scope', { kind: 'application', scope: 'party.read' }],
  ['staff without the role', { kind: 'employee', id: 'e-1', roles: ['maintenance'], scope: 'monitoring' }],
  ['a customer', { kind: 'customer', id: 'usr_1', scope: 'monitoring', assurance: 'sca-linked' }],
];
const as = (caller: TokenRequest | undefined): Partial<TestRequest> =>
  caller === undefined ? {} : { as: caller };

describe('liveness', () => {
  test('reports only that the process responds, whatever else has failed', async () => {
    results = [check({ state: 'fail' })];
    const response = await call('liveness');
    expect(response).toMatchObject({ status: 200, text: '{"status":"pass"}' });
    expect(response.headers['cache-control']).toBe('no-store');
  });
});

describe('readiness', () => {
  test.each([
    ['pass', true, 200, 'pass'],
    ['warn', true, 200, 'warn'],
    ['fail', true, 503, 'fail'],
    ['pass', false, 200, 'pass'],
    ['warn', false, 200, 'warn'],
    ['fail', false, 200, 'warn'],
  ] as const)('with a check in state %s (vital: %s) is %s %s', async (state, isVital, status, reported) => {
    results = [check({ name: 'other' }), check({ state, isVital })];
    const response = await call('readiness');
    expect(response).toMatchObject({ status, body: { status: reported } });
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('with an outdated result is a warning', async () => {
    results = [check({ checkedAt: Temporal.Instant.from('2026-11-15T09:59:40Z') })];
    expect(await call('readiness')).toMatchObject({ status: 200, body: { status: 'warn' } });
  });

  test.each(others)('returns only the status to %s', async (_who, caller) => {
    for (const state of ['pass', 'fail'] as const) {
      results = [check({ state })];
      expect((await call('readiness', as(caller))).body).toEqual({ status: state });
    }
  });

  test.each(operators)('returns all checks to %s', async (_who, caller) => {
    results = [check(), check({ name: 'outbox', state: 'warn', isVital: false, effect: 'Late.' })];
    expect((await call('readiness', as(caller))).body).toEqual({
      status: 'warn',
      version: '1.2.3',
      releaseId: '1.2.3',
      checks: {
        database: [
          {
            status: 'pass',
            time: '2026-11-15T09:59:58.000Z',
            ageSeconds: 2,
            effect: 'Reads and changes work.',
          },
        ],
        outbox: [{ status: 'warn', time: '2026-11-15T09:59:58.000Z', ageSeconds: 2, effect: 'Late.' }],
      },
    });
  });

  test('returns all checks to the operations network, and not to callers that only claim to be in it', async () => {
    isOperations = true;
    expect((await call('readiness')).body).toHaveProperty('checks');
    isOperations = false;
    const headers = { 'x-forwarded-for': '127.0.0.1', forwarded: 'for=127.0.0.1', 'x-real-ip': '127.0.0.1' };
    expect((await call('readiness', { headers })).body).toEqual({ status: 'pass' });
  });
});

describe('metrics', () => {
  test.each(others)('are not found for %s', async (_who, caller) => {
    const hidden = await call('metrics', as(caller));
    const unknown = await call('nothing', as(caller));
    const withoutId = ({ headers, status, text }: TestServerResponse): object => ({
      status,
      text: text.replaceAll(String(headers['x-request-id']), '-'),
      type: headers['content-type'],
    });
    expect(hidden.status).toBe(404);
    expect(withoutId(hidden)).toEqual(withoutId(unknown));
  });

  test.each(operators)('are available to %s', async (_who, caller) => {
    const response = await call('metrics', as(caller));
    expect(response).toMatchObject({ status: 200, text: 'portico_up 1\n' });
    expect(response.headers).toMatchObject({
      'content-type': 'text/plain; version=0.0.4',
      'cache-control': 'no-store',
    });
  });

  test('are available to the operations network', async () => {
    isOperations = true;
    expect((await call('metrics')).status).toBe(200);
  });
});

describe.each(['readiness', 'liveness'])('every probe: %s', (path) => {
  test('lists its methods for OPTIONS (listMethods)', async () => {
    const response = await call(path, { method: 'OPTIONS' });
    expect(response).toMatchObject({ status: 204, text: '' });
    expect(response.headers).toMatchObject({ allow: 'GET, HEAD, OPTIONS', 'cache-control': 'no-store' });
  });

  test('responds to HEAD without a body', async () => {
    expect(await call(path, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('rejects %s with 405', async (method) => {
    const response = await call(path, { method });
    expect([response.status, response.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  test('has no rate limit: a thousand in a row succeed', async () => {
    const responses = await Promise.all(Array.from({ length: 1_000 }, () => call(path)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('stays open while a bank is in maintenance, also for its own callers', async () => {
    const caller: TokenRequest = { kind: 'application', scope: 'monitoring', banks: ['01'] };
    expect((await call(path, { as: caller })).status).toBe(200);
  });

  test('takes no parameters', async () => {
    expect((await call(`${path}?verbose=1`)).status).toBe(400);
  });

  test('writes no log line while all checks pass', async () => {
    const before = server.lines.length;
    await call(path);
    expect(server.lines.slice(before)).toMatchObject([{ level: 'debug', message: 'request' }]);
  });
});

test('the operations behind it are reportLiveness, reportReadiness and reportMeasurements', () => {
  expect(new Set(monitoringRoutes.map(({ operation }) => operation.name))).toEqual(
    new Set(['reportLiveness', 'reportReadiness', 'reportMeasurements', 'listMethods']),
  );
});
