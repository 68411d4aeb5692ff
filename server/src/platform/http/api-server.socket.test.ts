import { once } from 'node:events';
import { connect } from 'node:net';
import Type from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plain } from '#dialects/plain/plain.ts';
import { testContract, testEndpoint, testInterface } from '#platform/testing/endpoints.ts';
import { type RawResponse, readResponse, sendRaw } from '#platform/testing/raw-http.ts';
import { createTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { bodyLimitBytes } from './body-limits.ts';
import { type Listener, openListener } from './listeners.ts';

const named = Type.Object({ name: Type.String() });
const inPlain = testInterface(plain);
const routes = [
  testEndpoint(
    testContract({ interface: inPlain, at: '/thing', responses: { 200: { description: '', body: named } } }),
    () => ({ status: 200, body: { name: 'thing' } }),
  ),
  testEndpoint(
    testContract({
      interface: inPlain,
      method: 'POST',
      at: '/echo',
      request: { body: named },
      responses: { 200: { description: '', body: named } },
    }),
    (_context, { body }) => ({ status: 200, body }),
  ),
];

let server: TestServer;
let listener: Listener;
beforeAll(async () => {
  server = await createTestServer({ routes, ports: () => ({}), dialectFor: () => plain });
  listener = await openListener({ kind: 'plain', listen: { host: '127.0.0.1', port: 0 } }, server.handler);
});
afterAll(async () => {
  await listener.close(0);
  await server[Symbol.asyncDispose]();
});

const close = 'Connection: close\r\n\r\n';
const sendText = (bytes: string | Buffer): Promise<string> => sendRaw(listener.address().port, bytes);
const send = async (bytes: string | Buffer): Promise<RawResponse> => readResponse(await sendText(bytes));
const get = (target: string, headers = ''): Promise<RawResponse> =>
  send(`GET ${target} HTTP/1.1\r\nHost: x\r\n${headers}${close}`);
const post = (headers: string, body: string): Promise<RawResponse> =>
  send(
    `POST /v1/plain/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}${close}${body}`,
  );

/** Expects an empty or well-formed response, and that the next request is served normally. */
async function expectUnharmed(response: RawResponse): Promise<void> {
  expect(response.body).not.toMatch(/FST_|statusCode|"error":|fastify/i);
  expect(response.body === '' || response.body.includes('urn:problem:platform:')).toBe(true);
  expect(await get('/v1/plain/thing')).toMatchObject({ status: 200, body: '{"name":"thing"}' });
}

describe('an invalid address', () => {
  test.each([
    ['/%', 400],
    ['/v1/plain/%zz', 400],
    ['/v1/plain/thing/%', 400],
    ['/%00', 404],
    ['/v1/plain/../plain/thing', 404],
    ['/v1/plain/./thing', 404],
    ['/v1/plain//thing', 404],
    ['/v1/plain/thing/', 404],
    ['/v1\\plain\\thing', 404],
    ['/v1/plain/thing%2f', 404],
    ['//evil.test/v1/plain/thing', 404],
    ['*', 404],
    [`/${'x'.repeat(8_000)}`, 404],
  ])('%s gets %s in our format', async (target, status) => {
    const response = await get(target);
    expect(response.status).toBe(status);
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    await expectUnharmed(response);
  });

  test('with a foreign host name is served or not, but the name is never used', async () => {
    const response = await get('http://evil.test/v1/plain/nowhere');
    expect(response.status).toBe(404);
    expect(JSON.stringify(response)).not.toContain('evil');
    await expectUnharmed(response);
  });
});

describe('a malformed HTTP request', () => {
  test.each([
    ['an unknown method', `FOO /v1/plain/thing HTTP/1.1\r\nHost: x\r\n${close}`, 400],
    ['a method in lower case', `get /v1/plain/thing HTTP/1.1\r\nHost: x\r\n${close}`, 400],
    ['a method of WebDAV', `PROPFIND /v1/plain/thing HTTP/1.1\r\nHost: x\r\n${close}`, 405],
    ['TRACE', `TRACE /v1/plain/thing HTTP/1.1\r\nHost: x\r\n${close}`, 405],
    ['another version', `GET /v1/plain/thing HTTP/9.9\r\nHost: x\r\n${close}`, 400],
    ['a fragment', `GET /v1/plain/thing#x HTTP/1.1\r\nHost: x\r\n${close}`, 400],
    ['a query alone', `GET ? HTTP/1.1\r\nHost: x\r\n${close}`, 400],
    ['no host', `GET /v1/plain/thing HTTP/1.1\r\n${close}`, 400],
    ['a header without name', `GET /v1/plain/thing HTTP/1.1\r\nHost: x\r\n: y\r\n${close}`, 400],
    ['a header over two lines', `GET /v1/plain/thing HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n${close}`, 400],
    [
      'a header that is too large',
      `GET /v1/plain/thing HTTP/1.1\r\nHost: x\r\nA: ${'b'.repeat(20_000)}\r\n${close}`,
      431,
    ],
    ['an expectation', `GET /v1/plain/thing HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\n${close}`, 417],
    ['noise', '\x16\x03\x01\x02\x00\x01\x00\r\n\r\n', 400],
  ])('%s is refused', async (_what, bytes, status) => {
    const response = await send(bytes);
    expect(response.status).toBe(status);
    await expectUnharmed(response);
  });

  test.each([
    ['is no number', 'Content-Length: abc\r\n'],
    ['is negative', 'Content-Length: -1\r\n'],
    ['is given twice', 'Content-Length: 12\r\nContent-Length: 13\r\n'],
    ['contradicts the encoding', 'Content-Length: 12\r\nTransfer-Encoding: chunked\r\n'],
    ['is hidden by an unknown encoding', 'Transfer-Encoding: xchunked\r\n'],
  ])('a length that %s is refused, and nothing after it is read', async (_what, headers) => {
    const smuggled = '{"name":"x"}GET /v1/plain/thing HTTP/1.1\r\nHost: x\r\n\r\n';
    const text = await sendText(
      `POST /v1/plain/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n${smuggled}`,
    );
    expect(readResponse(text).status).toBe(400);
    expect(text.split('HTTP/1.1 ')).toHaveLength(2);
    await expectUnharmed(readResponse(text));
  });
});

describe('a body', () => {
  test('that announces too much is refused before it is sent', async () => {
    const response = await post(`Content-Length: ${bodyLimitBytes.small + 1}\r\n`, '');
    expect(response.status).toBe(413);
    expect(response.body).toContain('payload-too-large');
    await expectUnharmed(response);
  });

  test('that never announces its length ends at the limit', async () => {
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const response = await post('Transfer-Encoding: chunked\r\n', chunk.repeat(20));
    expect(response.status).toBe(413);
    await expectUnharmed(response);
  });

  test('that ends early reaches no operation', async () => {
    const before = server.lines.length;
    const socket = connect({ host: '127.0.0.1', port: listener.address().port });
    socket.write('POST /v1/plain/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n');
    socket.write('Content-Length: 100\r\n\r\n{"name":', () => socket.destroy());
    await once(socket, 'close');
    await expectUnharmed({ status: 0, headers: {}, body: '' });
    const lines = server.lines.slice(before);
    expect(lines.filter(({ message }) => message === 'unhandled error')).toEqual([]);
  });
});

test('HEAD of an unknown address has the length of the response and no body', async () => {
  const response = await send(`HEAD /v1/plain/nowhere HTTP/1.1\r\nHost: x\r\n${close}`);
  expect(response).toMatchObject({ status: 404, body: '' });
  expect(Number(response.headers['content-length'])).toBeGreaterThan(0);
});

test('many requests on one connection get their responses in order, each with its own id', async () => {
  const ids = Array.from(
    { length: 20 },
    (_, index) => `3f1c9a52-9d0b-4a52-8d0e-${String(index).padStart(12, '0')}`,
  );
  const requests = ids.map(
    (id, index) =>
      `GET /v1/plain/thing HTTP/1.1\r\nHost: x\r\nX-Request-ID: ${id}\r\n${index === 19 ? close : '\r\n'}`,
  );
  const text = await sendText(requests.join(''));
  expect([...text.matchAll(/x-request-id: (\S+)/g)].map(([, id]) => id)).toEqual(ids);
});

test('every request, even a malformed one, has one line in the log', async () => {
  const before = server.lines.length;
  await get('/%');
  expect(server.lines.slice(before)).toMatchObject([
    { message: 'request', status: 400, operationId: 'none', problem: 'invalid' },
  ]);
});
