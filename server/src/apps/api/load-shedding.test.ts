import { Agent, IncomingMessage, request, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Listener, openListener } from '#platform/http/listeners.ts';
import { createOpenRequests, type OpenRequests } from '#platform/http/open-requests.ts';
import { createMetrics, type Metrics } from '#platform/log/metrics.ts';
import { dialectFor } from '../wiring.ts';
import { createLanes, type Lanes } from './lanes.ts';
import { type LoadShedder, withLoadShedding } from './load-shedding.ts';

const requestId = '3f1c9a52-9d0b-4a52-8d0e-0f2f7b1c0001';

let metrics: Metrics;
let lanes: Lanes;
let openRequests: OpenRequests;
let loadShedder: LoadShedder;
let listener: Listener;
/** Running requests without a response. */
let inside: ServerResponse[];
let entered: PromiseWithResolvers<void>;
beforeEach(async () => {
  metrics = createMetrics({ operationIds: [], jobKinds: [], bankIds: [] });
  // One slot per lane.
  lanes = createLanes({ inFlightMax: 1, queueTimeMaxMs: 200 });
  openRequests = createOpenRequests({ perNetworkMax: 100, countClosed: () => undefined });
  inside = [];
  entered = Promise.withResolvers();
  loadShedder = withLoadShedding({
    lanes,
    openRequests,
    metrics,
    dialectFor,
    busyPage: () => ({ html: '<h1>Busy</h1>', contentSecurityPolicy: "default-src 'none'" }),
    handler: (incoming, response) => {
      if (incoming.url?.endsWith('/held')) {
        inside.push(response);
        entered.resolve();
      } else {
        response.end('served');
      }
    },
  });
  listener = await openListener(
    { kind: 'plain', listen: { host: '127.0.0.1', port: 0 }, earlyRefusal: loadShedder.refuseEarly },
    loadShedder.handle,
  );
});
afterEach(async () => {
  for (const response of inside) response.end();
  await listener.close(0);
  openRequests.stop();
  metrics.close();
});

interface Seen {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

function ask(path: string, headers: Readonly<Record<string, string>> = {}, agent?: Agent): Promise<Seen> {
  const { promise, resolve, reject } = Promise.withResolvers<Seen>();
  const { port } = listener.address();
  request({ host: '127.0.0.1', port, path, headers, agent: agent ?? false }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () =>
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        text: Buffer.concat(chunks).toString('utf8'),
      }),
    );
  })
    .on('error', reject)
    .end();
  return promise;
}

/** The request that runs until the test ends it. */
let running: Promise<Seen>;
async function fill(path = '/held'): Promise<void> {
  running = ask(path);
  await entered.promise;
}

describe('a server at capacity', () => {
  test.each([
    ['/v1/party/parties', 'application/json', { problem: 'service-unavailable', status: 503 }],
    ['/v1/identity/me', 'application/json', { problem: 'service-unavailable', status: 503 }],
    ['/api/v1/client', 'application/problem+json', { code: 'service-unavailable', status: 503 }],
    ['/oauth/01/token', 'application/json', { error: 'temporarily_unavailable' }],
  ])('refuses in the format of the path: %s', async (path, type, body) => {
    await fill(`${path}/held`);
    const seen = await ask(path, { 'x-request-id': requestId });
    expect(seen.status).toBe(503);
    expect(JSON.parse(seen.text)).toMatchObject(body);
    expect(seen.headers).toMatchObject({
      'content-type': type,
      'retry-after': '1',
      'cache-control': 'no-store',
      'x-request-id': requestId,
    });
  });

  test('has no body for third parties: their standard does not define one', async () => {
    await fill('/v1/held');
    const seen = await ask('/v1/consents', { 'x-request-id': requestId });
    expect(seen).toMatchObject({ status: 503, text: '' });
    expect(seen.headers).toMatchObject({
      'retry-after': '1',
      'x-request-id': requestId,
      'content-length': '0',
    });
  });

  test.each([
    ['/v1/party/parties', { 'x-request-id': requestId }],
    ['/v1/party/parties', { 'x-request-id': 'evil' }],
    ['/v1/consents', { 'x-request-id': requestId }],
    ['/api/v1/client', {}],
    ['/oauth/01/token', {}],
    ['/account/01', { accept: 'text/html,*/*' }],
  ])('refuses %s in the same way before it is parsed', async (path, headers) => {
    await fill(`${path}/held`);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const [first, second] = [await ask(path, headers, agent), await ask(path, headers, agent)];
    agent.destroy();
    expect(first.status).toBe(503);
    expect([second.status, second.text]).toEqual([first.status, first.text]);
    // Node adds these to a parsed response.
    const { connection: _1, date: _2, 'keep-alive': _3, ...own } = first.headers;
    expect(second.headers).toMatchObject(own);
  });

  test('repeats valid request ids only', async () => {
    await fill('/v1/held');
    const seen = await ask('/v1/consents', { 'x-request-id': 'evil' });
    expect(seen.headers['x-request-id']).toBeUndefined();
  });

  test('still responds to probes', async () => {
    await fill('/v1/held');
    for (const path of ['/v1/monitoring/liveness', '/v1/monitoring/readiness']) {
      expect(await ask(path)).toMatchObject({ status: 200, text: 'served' });
    }
    expect((await ask('/v1/monitoring')).status).toBe(503);
  });

  test.each([
    ['another path beside the probes', '/v1/monitoring/other', {}],
    ['a token, whose signature would be checked', '/v1/monitoring/liveness', { authorization: 'Bearer x' }],
    ['a body, which would be kept in memory', '/v1/monitoring/liveness', { 'content-length': '3' }],
  ])('does not treat as probe a request with %s', async (_what, path, headers) => {
    await fill('/v1/held');
    expect((await ask(path, headers)).status).toBe(503);
  });

  test('counts refused requests', async () => {
    await fill();
    await ask('/a');
    await ask('/b');
    expect(await metrics.render()).toMatch(/shed\w*\{reason="in-flight"[^}]*\} 2\b/);
  });

  test('has capacity again when the running request finishes', async () => {
    await fill();
    expect((await ask('/x')).status).toBe(503);
    inside[0]?.end('done');
    expect((await running).text).toBe('done');
    expect((await ask('/x')).status).toBe(200);
    expect(lanes.pages.shedder.inFlight).toBe(0);
  });

  test('has capacity again when the client of the running request disconnects', async () => {
    const leaving = request({
      host: '127.0.0.1',
      port: listener.address().port,
      path: '/held',
      agent: false,
    });
    leaving.on('error', () => undefined).end();
    await entered.promise;
    const [response] = inside;
    const gone = new Promise((resolve) => response?.once('close', resolve));
    leaving.destroy();
    await gone;
    expect(lanes.pages.shedder.inFlight).toBe(0);
    expect((await ask('/x')).status).toBe(200);
  });

  test('leaves connections of refused requests open, and its count right', async () => {
    await fill();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let count = 0; count < 20; count += 1) expect((await ask('/x', {}, agent)).status).toBe(503);
    expect(lanes.pages.shedder.inFlight).toBe(1);
    agent.destroy();
  });
});

describe('lanes', () => {
  test.each([
    ['/v1/party/parties', '/account/01'],
    ['/account/01', '/v1/party/parties'],
    ['/account/01', '/oauth/01/token'],
    ['/oauth/01/interaction/uid', '/oauth/01/token?x=/interaction'],
    ['/oauth/01/token', '/api/configuration/maintenance-windows'],
    ['/%61ccount/01', '/v1/party/parties'],
  ])('no free slot on %s leaves %s served', async (full, other) => {
    await fill(`${full}/held`);
    expect((await ask(full)).status).toBe(503);
    expect((await ask(other)).status).toBe(200);
  });
});

describe('open requests of one network', () => {
  test('beyond the limit are refused, but not probes', async () => {
    const holding = Array.from({ length: 100 }, () => openRequests.enter(...requestFrom('127.0.0.1')));
    expect(holding).not.toContain(false);
    expect((await ask('/x')).status).toBe(503);
    expect((await ask('/v1/monitoring/liveness')).status).toBe(200);
    expect(await metrics.render()).toMatch(/shed\w*\{reason="network"[^}]*\} 1\b/);
  });
});

/** An open request of another connection. */
function requestFrom(remoteAddress: string): [IncomingMessage, ServerResponse] {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
  const incoming = new IncomingMessage(socket);
  return [incoming, new ServerResponse(incoming)];
}

describe('a server that is stopping', () => {
  test('still serves requests, but closes their connections', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect((await ask('/x', {}, agent)).headers['connection']).toBe('keep-alive');
    loadShedder.drain();
    for (const path of ['/x', '/v1/monitoring/readiness']) {
      const seen = await ask(path, {}, agent);
      expect([seen.status, seen.headers['connection']]).toEqual([200, 'close']);
    }
    agent.destroy();
  });

  test('also closes connections of refused requests', async () => {
    await fill();
    loadShedder.drain();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const seen = await ask('/x', {}, agent);
    expect([seen.status, seen.headers['connection']]).toEqual([503, 'close']);
    agent.destroy();
  });
});
