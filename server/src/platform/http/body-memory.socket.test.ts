import { hash } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plain } from '#dialects/plain/plain.ts';
import { testContract, testEndpoint, testInterface } from '#platform/testing/endpoints.ts';
import { createTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { documentContent } from './contract.ts';
import { type Listener, openListener } from './listeners.ts';

const xml = 'application/xml';
const contract = testContract({
  interface: testInterface(plain),
  method: 'POST',
  at: '/file',
  bodySize: 'bulk',
  request: { body: { kind: 'document', mediaTypes: [xml] } },
  responses: { 200: { description: 'The bytes that were sent.', content: { [xml]: documentContent } } },
});

/** The bytes of the last request, and what its operation waits for. */
let bytes: Uint8Array = new Uint8Array();
let started = Promise.withResolvers<void>();
let wait: Promise<void> | undefined;
let closedResponses = 0;
let server: TestServer;
let listener: Listener;
beforeAll(async () => {
  server = await createTestServer({
    routes: [
      testEndpoint(contract, async (_context, { body }) => {
        const sent: unknown = Reflect.get(Object(body), 'bytes');
        if (!(sent instanceof Uint8Array)) throw new Error('bytes expected');
        bytes = sent;
        started.resolve();
        await wait;
        return { status: 200, mediaType: xml, document: { content: Buffer.from(sent.buffer) } };
      }),
    ],
    ports: () => ({}),
    dialectFor: () => plain,
  });
  listener = await openListener(
    { kind: 'plain', listen: { host: '127.0.0.1', port: 0 } },
    (incoming, response) => {
      response.once('close', () => {
        closedResponses += 1;
      });
      server.handler(incoming, response);
    },
  );
});
afterAll(async () => {
  await listener.close(0);
  await server[Symbol.asyncDispose]();
});

const file = Buffer.alloc(5_000_000, '0123456789abcdef!');
const target = (): object => ({
  port: listener.address().port,
  host: '127.0.0.1',
  method: 'POST',
  path: '/v1/plain/file',
});

async function post(headers: Readonly<Record<string, string | number>>): Promise<Buffer> {
  const sent = request({ ...target(), headers: { 'content-type': xml, ...headers } });
  sent.end(file);
  const [response]: AsyncIterable<Buffer>[] = await once(sent, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response ?? []) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The server learns of the end of the response a little later than the client. */
async function untilFreed(): Promise<void> {
  await expect.poll(() => bytes.length).toBe(0);
}

test.each([
  ['an announced length', { 'content-length': file.length }],
  ['an unknown length', { 'transfer-encoding': 'chunked' }],
])(
  'a large body of %s reaches the operation and the response, then its memory is returned',
  async (_, headers) => {
    const received = await post(headers);
    expect(hash('sha256', received)).toBe(hash('sha256', file));
    await untilFreed();
  },
);

test('a large body stays while its operation runs, although the client is gone', async () => {
  const closedBefore = closedResponses;
  const held = Promise.withResolvers<void>();
  started = Promise.withResolvers();
  wait = held.promise;
  const sent = request({ ...target(), headers: { 'content-type': xml, 'content-length': file.length } });
  const gone = Promise.withResolvers<void>();
  sent.on('error', () => undefined).on('close', gone.resolve);
  sent.end(file);
  await started.promise;
  sent.destroy();
  await gone.promise;
  await expect.poll(() => closedResponses).toBeGreaterThan(closedBefore);
  expect(hash('sha256', bytes)).toBe(hash('sha256', file));
  held.resolve();
  await untilFreed();
});

test('a large body of an injected request is a copy: the bytes of the test stay', async () => {
  wait = undefined;
  const own = Buffer.from(new Uint8Array(file));
  const { text } = await server.call({
    method: 'POST',
    path: '/v1/plain/file',
    headers: { 'content-type': xml },
    body: own,
  });
  expect(text).toBe(file.toString());
  expect(own).toHaveLength(file.length);
});
