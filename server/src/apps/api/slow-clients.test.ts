import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import Type from 'typebox';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { oauth } from '#dialects/oauth/oauth.ts';
import { plain } from '#dialects/plain/plain.ts';
import type { BodyPace } from '#platform/http/body-arrival.ts';
import { readBrowserForm } from '#platform/http/browser-form.ts';
import { delegated } from '#platform/http/endpoint.ts';
import { type Listener, openListener } from '#platform/http/listeners.ts';
import {
  type ClientPatience,
  clientPatienceDefault,
  createOpenRequests,
  type OpenRequests,
} from '#platform/http/open-requests.ts';
import { createByteBudget } from '#platform/http/request-slot.ts';
import { testContract, testEndpoint, testInterface } from '#platform/testing/endpoints.ts';
import { median } from '#platform/testing/median.ts';
import { readResponse, sendRaw } from '#platform/testing/raw-http.ts';
import { createTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { createLanes, type Lanes } from './lanes.ts';
import { withLoadShedding } from './load-shedding.ts';

// Real sockets on a shared machine.
vi.setConfig({ testTimeout: 30_000 });

const named = Type.Object({ name: Type.String() });
/** More than the buffers of two sockets. */
const documentContent = Buffer.alloc(16_000_000);
const routes = [
  testEndpoint(testContract({ interface: testInterface(plain) })),
  testEndpoint(
    testContract({
      interface: testInterface(plain),
      method: 'POST',
      at: '/echo',
      bodySize: 'large',
      request: { body: named },
      responses: { 200: { description: '', body: named } },
    }),
    (_context, { body }) => ({ status: 200, body }),
  ),
  testEndpoint(
    testContract({
      interface: testInterface(plain),
      at: '/document',
      responses: { 200: { description: '', files: ['application/pdf'] } },
    }),
    () => ({
      status: 200,
      file: { name: 'a.pdf', contentType: 'application/pdf', content: documentContent },
    }),
  ),
  delegated<object>(
    testContract({ interface: testInterface(oauth, '/oauth'), method: 'POST', at: '/{bank}/token' }),
    async (_context, { detach }) => {
      const { request, response } = detach();
      if (request.headers['sec-fetch-site'] === 'cross-site') {
        response.writeHead(403).end();
        return;
      }
      const form = await readBrowserForm(request, 'http://x');
      response.end(JSON.stringify([...form]));
    },
  ),
];

let testServer: TestServer;
let lanes: Lanes;
let openRequests: OpenRequests;
let listener: Listener;
let sockets: Socket[];
let closedFor: string[];

/** Never reached in a test, however slow the machine is. */
const patientPace: BodyPace = { graceMs: 60_000, bytesPerSecondMin: 1, timeMaxMs: 60_000 };

interface Limits {
  readonly pace?: BodyPace;
  readonly patience?: ClientPatience;
  readonly bodiesMaxBytes?: number;
}

async function open({ bodiesMaxBytes, pace = patientPace, patience }: Limits = {}): Promise<void> {
  testServer = await createTestServer({
    routes,
    ports: () => ({}),
    dialectFor: () => plain,
    services: { bodyPace: pace },
  });
  lanes = createLanes({ inFlightMax: 256, queueTimeMaxMs: 200 });
  if (bodiesMaxBytes !== undefined)
    lanes = { ...lanes, api: { ...lanes.api, bodies: createByteBudget(bodiesMaxBytes) } };
  openRequests = createOpenRequests({
    perNetworkMax: 1_000,
    countClosed: (cause) => closedFor.push(cause),
    ...(patience === undefined ? {} : { patience }),
  });
  const loadShedder = withLoadShedding({
    handler: testServer.handler,
    lanes,
    openRequests,
    metrics: testServer.services.metrics,
    dialectFor: () => plain,
    busyPage: () => ({ html: '', contentSecurityPolicy: '' }),
  });
  listener = await openListener(
    { kind: 'plain', listen: { host: '127.0.0.1', port: 0 } },
    loadShedder.handle,
  );
}

beforeEach(() => {
  sockets = [];
  closedFor = [];
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await listener.close(0);
  openRequests.stop();
  await testServer[Symbol.asyncDispose]();
});

const get = async () =>
  readResponse(
    await sendRaw(
      listener.address().port,
      'GET /v1/plain/thing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    ),
  );

/** Opens a connection that sends these bytes and then stays idle. */
async function openSocket(bytes: string): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: listener.address().port });
  sockets.push(socket);
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    socket.write(bytes, () => resolve());
  });
  return socket;
}

/** Returns what the server sends until it closes the connection. */
async function textUntilClosed(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('utf8');
}

const headOf = {
  'an API route': 'POST /v1/plain/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n',
  'a delegated endpoint':
    'POST /oauth/01/token HTTP/1.1\r\nHost: x\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\n',
};
const places = ['an API route', 'a delegated endpoint'] as const;
const bodyOf = { 'an API route': '{"name":"abc"}', 'a delegated endpoint': 'name=abc' };
const responseOf = { 'an API route': '{"name":"abc"}', 'a delegated endpoint': '[["name","abc"]]' };
const inFlight = (): number => lanes.api.shedder.inFlight + lanes.tokens.shedder.inFlight;

const briefPace = { graceMs: 100, bytesPerSecondMin: 1_000_000, timeMaxMs: 60_000 };

describe.each(places)('a body that does not arrive, on %s,', (where) => {
  const slowHead = `${headOf[where]}Content-Length: 30000\r\n\r\na`;

  test('uses no slot of the load shedder', async () => {
    await open();
    await Promise.all(Array.from({ length: 40 }, () => openSocket(slowHead)));
    const answers = await Promise.all(Array.from({ length: 10 }, get));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  });

  test('gets 408 after the deadline, and the connection is closed', async () => {
    await open({ pace: briefPace });
    const text = await textUntilClosed(await openSocket(slowHead));
    expect(readResponse(text)).toMatchObject({ status: 408, headers: { connection: 'close' } });
    expect(testServer.lines.at(-1)).toMatchObject({
      message: 'request',
      status: 408,
      problem: 'request-timeout',
    });
    expect(await testServer.services.metrics.render()).toContain(
      'portico_connections_closed_total{cause="slow-body"} 1',
    );
    expect(inFlight()).toBe(0);
  });

  test('frees its resources when the client disconnects', async () => {
    await open();
    const socket = await openSocket(slowHead);
    const isOver = new Promise((resolve) => {
      listener.server.once('request', (_request, response) => response.once('close', resolve));
    });
    const later = await openSocket(slowHead);
    later.destroy();
    socket.destroy();
    await isOver;
    expect(inFlight()).toBe(0);
  });

  test('is awaited as long as it arrives at the required rate', async () => {
    await open();
    const body = bodyOf[where];
    const socket = await openSocket(
      `${headOf[where]}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    expect((await get()).status).toBe(200);
    for (const sign of body) socket.write(sign);
    expect(readResponse(await textUntilClosed(socket))).toMatchObject({
      status: 200,
      body: responseOf[where],
    });
    expect(inFlight()).toBe(0);
  });

  test('is refused with 503 if there is no slot for the work afterwards', async () => {
    await open();
    const body = bodyOf[where];
    const socket = await openSocket(
      `${headOf[where]}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    expect((await get()).status).toBe(200);
    for (const { shedder } of [lanes.api, lanes.tokens])
      while (shedder.enter(performance.now(), { priority: 'high' }));
    socket.write(body);
    const answer = readResponse(await textUntilClosed(socket));
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
  });
});

test('a large body may take longer than the grace period if its rate is high enough', async () => {
  // The rate is that of a slow line; the machine may stall for longer than the grace period between two parts.
  await open({ pace: { graceMs: 5_000, bytesPerSecondMin: 1, timeMaxMs: 60_000 } });
  const body = JSON.stringify({ name: 'x'.repeat(2_500_000) });
  const socket = await openSocket(
    `${headOf['an API route']}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  for (let at = 0; at < body.length; at += 100_000) socket.write(body.slice(at, at + 100_000));
  expect(readResponse(await textUntilClosed(socket)).status).toBe(200);
});

test('waiting bodies share a memory limit', async () => {
  await open({ bodiesMaxBytes: 100_000 });
  const part = 'x'.repeat(60_000);
  const head = `${headOf['an API route']}Content-Length: 200000\r\n\r\n`;
  const first = await openSocket(head + part);
  // The server reads the first body before the second arrives.
  await once(listener.server, 'request').then(() => get());
  const second = await openSocket(head + part);
  const answer = readResponse(await textUntilClosed(second));
  expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
  expect(first.destroyed).toBe(false);
});

test('a form of more than 64 kB is refused, announced or not', async () => {
  await open();
  const head = `${headOf['a delegated endpoint']}`;
  const announced = await openSocket(`${head}Content-Length: 70000\r\n\r\n`);
  expect(readResponse(await textUntilClosed(announced)).status).toBe(413);
  const chunk = `10000\r\n${'x'.repeat(0x1_00_00)}\r\n`;
  const chunked = await openSocket(`${head}Transfer-Encoding: chunked\r\n\r\n${chunk}${chunk}`);
  expect(readResponse(await textUntilClosed(chunked)).status).toBe(413);
});

test('a form that the endpoint does not read does not break the connection', async () => {
  await open();
  const refused = headOf['a delegated endpoint'].replace('same-origin', 'cross-site');
  const socket = await openSocket(`${refused}Content-Length: 8\r\n\r\n`);
  await get();
  socket.write(`name=abcGET /v1/plain/thing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  const text = await textUntilClosed(socket);
  expect(text.match(/HTTP\/1\.1 \d+/g)?.at(-1)).toBe('HTTP/1.1 200');
});

describe('a request that gets its response before its body has arrived', () => {
  const patience = { ...clientPatienceDefault, unreadBodyMs: 100, sweepEveryMs: 20 };

  test.each([
    ['to nowhere', 'POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 30000\r\n\r\na', 404],
    [
      'that has no use for a body',
      'GET /v1/plain/thing HTTP/1.1\r\nHost: x\r\nContent-Length: 30000\r\n\r\na',
      200,
    ],
  ])('%s is closed', async (_what, bytes, status) => {
    await open({ patience });
    const text = await textUntilClosed(await openSocket(bytes));
    expect(readResponse(text).status).toBe(status);
    expect(closedFor).toEqual(['unread-body']);
  });
});

describe('a client that does not read its response', () => {
  const document = 'GET /v1/plain/document HTTP/1.1\r\nHost: x\r\n\r\n';
  const patience = { ...clientPatienceDefault, responseGraceMs: 100, sweepEveryMs: 20 };

  /** Opens a socket that never reads. */
  async function openReader(): Promise<Socket> {
    const socket = await openSocket(document);
    socket.pause();
    return socket;
  }

  test('uses no slot', async () => {
    await open();
    const { resolve, promise } = Promise.withResolvers<void>();
    let waiting = 0;
    listener.server.on('request', (_request, response) => {
      response.once('prefinish', () => {
        waiting += 1;
        if (waiting === 20) resolve();
      });
    });
    await Promise.all(Array.from({ length: 20 }, openReader));
    await promise;
    expect(inFlight()).toBe(0);
    expect((await get()).status).toBe(200);
  });

  /**
   * Opens a socket that never reads, once the server has started to respond; returns after how many milliseconds it was
   * closed.
   */
  async function openUntilClosed(): Promise<{ readonly closedAfter: Promise<number> }> {
    const responding = new Promise((resolve) => {
      listener.server.once('request', (_request, response) => response.once('prefinish', resolve));
    });
    const openedAtMs = performance.now();
    const socket = await openReader();
    // A client that reads nothing notices the closed connection when it writes.
    const writing = setInterval(() => socket.write('\r\n'), 500);
    const { promise: closedAfter, resolve } = Promise.withResolvers<number>();
    socket.once('close', () => {
      clearInterval(writing);
      resolve(performance.now() - openedAtMs);
    });
    await responding;
    return { closedAfter };
  }

  test('is disconnected when two hundred wait at once, and others are served meanwhile', async () => {
    await open();
    const readers: Promise<number>[] = [];
    // One after the other: the test is about two hundred that wait, not about as many that connect at once.
    while (readers.length < 200) readers.push((await openUntilClosed()).closedAfter);
    const isOver = Promise.all(readers).then(() => true);
    const statuses = new Set<number>();
    const waits: number[] = [];
    while (!(await Promise.race([isOver, delay(30, false)]))) {
      const askedAtMs = performance.now();
      statuses.add((await get()).status);
      waits.push(performance.now() - askedAtMs);
    }
    expect([...statuses]).toEqual([200]);
    expect(closedFor).toEqual(Array.from({ length: 200 }, () => 'slow-reader'));
    // At most ten seconds and one on a quiet machine; the medians hold on a busy one as well.
    expect(median(await Promise.all(readers))).toBeLessThan(10_000);
    expect(median(waits)).toBeLessThan(1_000);
  });

  test.each([
    ['when it takes nothing', () => undefined],
    ['even though it sends bytes', (socket: Socket) => void socket.write('\r\n')],
    ['even though it takes a little now and then', (socket: Socket) => void socket.read(1)],
  ])('is disconnected, %s', async (_what, stir) => {
    await open({ patience });
    const cut = new Promise((resolve) => {
      listener.server.once('connection', (socket) => socket.once('close', resolve));
    });
    const socket = await openReader();
    const stirring = setInterval(() => stir(socket), 10);
    await cut;
    clearInterval(stirring);
    expect(closedFor).toEqual(['slow-reader']);
  });

  test('is served as long as it reads at the required rate', async () => {
    // One byte per second is required after the grace period, so that any progress is enough on the busiest machine.
    await open({ patience: { ...patience, responseGraceMs: 10_000, bytesPerSecondMin: 1 } });
    const socket = await openReader();
    let taken = 0;
    socket.on('data', (chunk) => {
      taken += chunk.length;
      // Between two parts the server checks it at least once.
      socket.pause();
      setTimeout(() => socket.resume(), 1);
    });
    socket.resume();
    await expect.poll(() => taken, { timeout: 20_000 }).toBeGreaterThan(documentContent.length);
    expect(closedFor).toEqual([]);
  });
});
