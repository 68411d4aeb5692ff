import Type from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { channel } from '#dialects/channel/channel.ts';
import { oauth } from '#dialects/oauth/oauth.ts';
import { plain } from '#dialects/plain/plain.ts';
import { xs2a } from '#dialects/xs2a/xs2a.ts';
import { callers } from '#platform/auth/access.ts';
import { isUuidV7 } from '#platform/kernel/ids.ts';
import { defineProblems } from '#platform/kernel/problem.ts';
import { testContract, testEndpoint, testInterface } from '#platform/testing/endpoints.ts';
import {
  createTestServer,
  type TestRequest,
  type TestServer,
  type TestServerResponse,
} from '#platform/testing/test-server.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import { bodyLimitBytes } from './body-limits.ts';
import type { Dialect } from './dialect.ts';

const requestId = '3f1c9a52-9d0b-4a52-8d0e-0f2f7b1c0001';
const problems = defineProblems('test', {
  declared: { kind: 'refused', message: 'Declared.' },
  undeclared: { kind: 'conflict', message: 'Not listed in the contract.' },
});
const inPlain = testInterface(plain);
const named = Type.Object({ name: Type.String() });
const json = { 'content-type': 'application/json' };

const routes = [
  testEndpoint(
    testContract({
      interface: inPlain,
      method: 'POST',
      at: '/echo',
      request: { body: named },
      responses: { 200: { description: 'Echo.', body: named } },
    }),
    (_context, { body }) => ({ status: 200, body }),
  ),
  testEndpoint(
    testContract({
      interface: inPlain,
      at: '/tagged',
      responses: { 200: { description: 'Tagged.', body: named } },
    }),
    () => ({ status: 200, headers: { etag: '"v1"', 'cache-control': 'public' }, body: { name: 'x' } }),
  ),
  testEndpoint(
    testContract({
      interface: inPlain,
      at: '/tagged/{id}',
      request: { params: Type.Object({ id: Type.String() }) },
    }),
  ),
  testEndpoint(
    testContract({
      interface: inPlain,
      method: 'POST',
      at: '/made',
      responses: { 201: { description: 'Made.' } },
    }),
    () => ({ status: 201, headers: { location: '/v1/plain/made/1' } }),
  ),
  testEndpoint(testContract({ interface: inPlain, at: '/declared', problems: [problems.declared] }), () => {
    throw problems.declared();
  }),
  testEndpoint(testContract({ interface: inPlain, at: '/undeclared' }), () => {
    throw problems.undeclared();
  }),
  testEndpoint(testContract({ interface: inPlain, at: '/internal-error' }), () => {
    throw new Error('secret-canary in a message');
  }),
  testEndpoint(testContract({ interface: inPlain, at: '/leak' }), () => ({ status: 200, body: { pin: 1 } })),
  testEndpoint(
    testContract({
      interface: inPlain,
      method: 'POST',
      at: '/keyed',
      access: callers({ application: { scope: 'x' } }),
      idempotency: 'required',
    }),
  ),
  testEndpoint(
    testContract({
      interface: inPlain,
      method: 'POST',
      at: '/keyed-by-seed',
      access: callers({ application: { scope: 'x' }, employee: { role: 'x' }, customer: { scope: 'x' } }),
      idempotency: 'required',
      source: 'S000',
    }),
  ),
  testEndpoint(testContract({ interface: inPlain, at: '/limited', rate: 'anonymous' })),
  ...[channel, oauth, xs2a].map((dialect) =>
    testEndpoint(
      testContract({
        interface: testInterface(dialect),
        method: 'POST',
        access: callers({ tpp: { roles: ['PSP_AI'] }, application: { scope: 'x' } }),
        request: { body: named },
      }),
    ),
  ),
];

const dialects: readonly Dialect[] = [plain, channel, oauth, xs2a];
const dialectFor = (path: string): Dialect =>
  dialects.find(({ name }) => path.startsWith(`/v1/${name}`)) ?? plain;

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ routes, ports: () => ({}), dialectFor });
});
afterAll(() => server[Symbol.asyncDispose]());

const call = (request: TestRequest): Promise<TestServerResponse> => server.call(request);
const echo = (body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<TestServerResponse> =>
  call({ method: 'POST', path: '/v1/plain/echo', body, headers });

describe('every response', () => {
  test.each([
    ['a success', '/v1/plain/tagged'],
    ['a refusal', '/v1/plain/declared'],
    ['an internal error', '/v1/plain/internal-error'],
    ['an unknown address', '/v1/plain/nowhere'],
    ['a malformed address', '/v1/plain/%'],
  ])('carries the request id and the safe headers: %s', async (_what, path) => {
    const { headers } = await call({ method: 'GET', path, headers: { 'x-request-id': requestId } });
    expect(headers).toMatchObject({
      'x-request-id': requestId,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  test('has a generated request id if the caller sent none', async () => {
    const one = await call({ method: 'GET', path: '/v1/plain/tagged' });
    const other = await call({ method: 'GET', path: '/v1/plain/tagged' });
    expect(isUuidV7(String(one.headers['x-request-id']))).toBe(true);
    expect(other.headers['x-request-id']).not.toBe(one.headers['x-request-id']);
  });

  test.each(['', 'x', `${requestId}x`, `${requestId}, ${requestId}`, '<script>'])(
    'to an invalid request id (%s) does not echo it',
    async (sent) => {
      const response = await call({
        method: 'GET',
        path: '/v1/plain/tagged',
        headers: { 'x-request-id': sent },
      });
      expect(response.status).toBe(400);
      expect(response.headers['x-request-id']).not.toBe(sent);
      expect(isUuidV7(String(response.headers['x-request-id']))).toBe(true);
      expect(response.body).toMatchObject({ errors: [{ field: 'X-Request-ID', code: 'format' }] });
    },
  );

  test('must not be cached, unless the operation says so', async () => {
    const { headers } = await call({ method: 'GET', path: '/v1/plain/declared' });
    expect(headers['cache-control']).toBe('no-store');
    const tagged = await call({ method: 'GET', path: '/v1/plain/tagged' });
    expect(tagged.headers['cache-control']).toBe('public');
  });

  test('uses the configured host name, never the one the caller claims', async () => {
    const headers = { host: 'evil.test', 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'http' };
    const response = await call({ method: 'POST', path: '/v1/plain/made', headers });
    expect(response.headers['location']).toBe('https://bank.test/v1/plain/made/1');
  });
});

describe('a body', () => {
  test('of the declared type reaches the operation', async () => {
    expect((await echo({ name: 'Zoë' })).body).toEqual({ name: 'Zoë' });
  });

  test.each([
    ['text/plain', 415],
    ['application/xml', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['application/jsonx', 415],
    ['text/vnd.x+json', 415],
    ['application/json', 200],
    ['Application/JSON; charset=utf-8', 200],
    ['application/merge-patch+json', 200],
    ['text/json', 200],
  ])('as %s gets status %s', async (type, status) => {
    expect((await echo('{"name":"x"}', { 'content-type': type })).status).toBe(status);
  });

  test('without a type gets status 415', async () => {
    const response = await server.api.inject({
      method: 'POST',
      url: '/v1/plain/echo',
      payload: '{"name":"x"}',
    });
    expect(response.statusCode).toBe(415);
    expect(response.json()).toMatchObject({ code: 'unsupported-media-type' });
  });

  test.each(['channel', 'oauth', 'xs2a'])(
    'that is too large gets status 413 in the format of %s',
    async (name) => {
      const response = await call({
        method: 'POST',
        path: `/v1/${name}/thing`,
        body: `{"name":"${'x'.repeat(bodyLimitBytes.small)}"}`,
        as: { kind: 'application', scope: 'x' },
        headers: { 'x-request-id': requestId },
      });
      // Third parties are authenticated by certificate, and that comes first.
      expect(response.status).toBe(name === 'xs2a' ? 401 : 413);
    },
  );

  test('may be as large as the limit and not a byte larger', async () => {
    const around = '{"name":""}'.length;
    const fits = `{"name":"${'x'.repeat(bodyLimitBytes.small - around)}"}`;
    expect((await echo(fits)).status).toBe(200);
    expect((await echo(`${fits} `)).status).toBe(413);
  });

  test('that is missing, empty or not JSON is a field error, not a crash', async () => {
    expect(await call({ method: 'POST', path: '/v1/plain/echo' })).toMatchObject({ status: 400 });
    expect(await echo('', json)).toMatchObject({ status: 400 });
    expect(await echo('{"name":', json)).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'malformed' }] },
    });
  });

  test('on an operation without a body is ignored, whatever it is', async () => {
    const response = await call({ method: 'POST', path: '/v1/plain/made', body: '\xff{{{', headers: json });
    expect(response.status).toBe(201);
  });

  test.each([
    '{"name":"x","__proto__":{"isAdmin":true}}',
    '{"name":"x","constructor":{"prototype":{"isAdmin":true}}}',
    '{"__proto__":{"name":"x"}}',
    '{"name":"x","\\u005f\\u005fproto\\u005f\\u005f":{"isAdmin":true}}',
    '{"name":{"__proto__":{"isAdmin":true}}}',
    '{"name":"x","toString":"y"}',
    '[{"__proto__":{"isAdmin":true}}]',
  ])('with a member of the prototype is refused and changes nothing: %s', async (body) => {
    expect((await echo(body)).status).toBe(400);
    expect(Reflect.get({}, 'isAdmin')).toBeUndefined();
  });

  test.each([
    '/v1/plain/tagged?__proto__[isAdmin]=1',
    '/v1/plain/tagged?__proto__=1',
    '/v1/plain/tagged?constructor.prototype.isAdmin=1',
    '/v1/plain/tagged?constructor[prototype][isAdmin]=1',
  ])('with a prototype member in the query is refused and changes nothing: %s', async (path) => {
    expect((await call({ method: 'GET', path })).status).toBe(400);
    expect(Reflect.get({}, 'isAdmin')).toBeUndefined();
  });
});

describe('an address', () => {
  const expected = {
    plain: { status: 404, type: 'application/problem+json; charset=utf-8', body: { code: 'not-found' } },
    channel: { status: 404, type: 'application/json; charset=utf-8', body: { problem: 'not-found' } },
    oauth: { status: 404, type: 'application/json; charset=utf-8', body: { error: 'invalid_request' } },
    xs2a: {
      status: 404,
      type: 'application/json; charset=utf-8',
      body: { tppMessages: [{ category: 'ERROR', code: 'RESOURCE_UNKNOWN' }] },
    },
  } as const;

  test.each(dialects.map(({ name }) => name))(
    'that does not exist gets 404 in the format of %s',
    async (name) => {
      const response = await call({ method: 'GET', path: `/v1/${name}/nowhere` });
      expect(response.status).toBe(expected[name].status);
      expect(response.headers['content-type']).toBe(expected[name].type);
      expect(response.body).toMatchObject(expected[name].body);
    },
  );

  test.each([
    ['POST', '/v1/plain/tagged', 'GET, HEAD'],
    ['DELETE', '/v1/plain/echo', 'POST'],
    ['GET', '/v1/channel/thing', 'POST'],
    ['PATCH', '/v1/xs2a/thing', 'POST'],
    ['OPTIONS', '/v1/oauth/thing', 'POST'],
  ] as const)('without the method %s %s gets the allowed methods', async (method, path, allow) => {
    const response = await call({ method, path });
    expect(response.status).toBe(405);
    expect(response.headers['allow']).toBe(allow);
    expect(response.headers['content-type']).toMatch(/json/);
  });

  test.each(['/v1/plain/%', '/v1/plain/%zz', '/%c0%af', '/v1/plain/tagged/%E0%A4%A', '/v1/plain/tagged%2'])(
    'that is malformed gets a response in our format: %s',
    async (path) => {
      const response = await call({ method: 'GET', path });
      expect([400, 404]).toContain(response.status);
      expect(response.body).toMatchObject({
        status: response.status,
        instance: expect.stringMatching(/^urn:uuid:/),
      });
      expect(response.text).not.toMatch(/FST_|statusCode|fastify/i);
    },
  );

  test('with a part that is too long does not exist', async () => {
    const response = await call({ method: 'GET', path: `/v1/plain/tagged/${'x'.repeat(1_001)}` });
    expect(response).toMatchObject({ status: 404, body: { code: 'not-found' } });
  });

  test.each(['/v1/plain/TAGGED', '//v1/plain/tagged', '/v1/plain/tagged;x=1'])(
    'that differs slightly does not exist: %s',
    async (path) => {
      expect((await call({ method: 'GET', path })).status).toBe(404);
    },
  );

  test('with %00 in it is refused before any operation sees it', async () => {
    expect(await call({ method: 'GET', path: '/v1/plain/tagged/a%00b' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'id', code: 'malformed' }] },
    });
  });
});

describe('HEAD', () => {
  test('has the headers of GET, without the body', async () => {
    const got = await call({ method: 'GET', path: '/v1/plain/tagged' });
    const head = await call({ method: 'HEAD', path: '/v1/plain/tagged' });
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(head.headers).toMatchObject({ etag: '"v1"', 'content-length': got.headers['content-length'] });
  });

  test('of a problem has its status and no body', async () => {
    expect(await call({ method: 'HEAD', path: '/v1/plain/declared' })).toMatchObject({
      status: 422,
      text: '',
    });
  });
});

describe('If-None-Match', () => {
  test.each(['"v1"', 'W/"v1"', '*', '"v0", "v1"', '"v0",W/"v1"'])('with %s gets 304', async (tag) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const response = await call({ method, path: '/v1/plain/tagged', headers: { 'if-none-match': tag } });
      expect(response).toMatchObject({ status: 304, text: '' });
      expect(response.headers).toMatchObject({ etag: '"v1"', 'cache-control': 'public' });
    }
  });

  test.each(['"v2"', 'v1', '', '"V1"', '"v1'])('with %s gets the full response', async (tag) => {
    const response = await call({
      method: 'GET',
      path: '/v1/plain/tagged',
      headers: { 'if-none-match': tag },
    });
    expect(response).toMatchObject({ status: 200, body: { name: 'x' } });
  });
});

describe('an error of an operation', () => {
  test('is returned if its contract lists it', async () => {
    expect(await call({ method: 'GET', path: '/v1/plain/declared' })).toMatchObject({
      status: 422,
      body: { code: 'declared', type: 'urn:problem:test:declared', detail: 'Declared.' },
    });
  });

  test.each([
    ['/v1/plain/undeclared', 'problem is not listed in the contract'],
    ['/v1/plain/internal-error', 'unhandled error'],
    ['/v1/plain/leak', 'unhandled error'],
  ])('is otherwise an internal error without details: %s', async (path, line) => {
    const response = await call({ method: 'GET', path });
    expect(response).toMatchObject({ status: 500, body: { code: 'internal-error' } });
    expect(response.text).not.toMatch(/canary|Not listed|pin|stack|undeclared/);
    expect(server.lines.at(-2)).toMatchObject({ message: line, level: 'error' });
  });
});

describe('an idempotency key', () => {
  const keyed = (headers: Readonly<Record<string, string>>): Promise<TestServerResponse> =>
    call({ method: 'POST', path: '/v1/plain/keyed', as: { kind: 'application', scope: 'x' }, headers });

  test('that is required and missing is a field error at its header', async () => {
    expect(await keyed({})).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'Idempotency-Key', code: 'required' }] },
    });
  });

  describe('on an operation of the specification', () => {
    const everyKind: readonly TokenRequest[] = [
      { kind: 'application', scope: 'x' },
      { kind: 'employee', id: 'e-1', roles: ['x'] },
      { kind: 'customer', id: 'usr_1', scope: 'x' },
    ];
    const seedKeyed = (
      as: TokenRequest,
      headers: Readonly<Record<string, string>> = {},
    ): Promise<TestServerResponse> => call({ method: 'POST', path: '/v1/plain/keyed-by-seed', as, headers });

    test.each(everyKind)('may be missing from a $kind of a seed-compatible client', async (as) => {
      expect(await seedKeyed(as)).toMatchObject({ status: 200 });
      // A value that no registry would write is not strict.
      expect(await seedKeyed({ ...as, claims: { idempotency: 'STRICT' } })).toMatchObject({ status: 200 });
    });

    test.each(everyKind)('is required of a $kind of a strict client', async (as) => {
      const strict = { ...as, claims: { idempotency: 'strict' } };
      expect(await seedKeyed(strict)).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'Idempotency-Key', code: 'required' }] },
      });
      expect(await seedKeyed(strict, { 'idempotency-key': 'key-0123456789abcdef' })).toMatchObject({
        status: 200,
      });
    });

    test.each(everyKind)('sent by a $kind must be well formed, strict or not', async (as) => {
      expect(await seedKeyed(as, { 'idempotency-key': 'short' })).toMatchObject({ status: 400 });
    });
  });

  test.each(['short', 'x'.repeat(15), 'x'.repeat(65), 'with space 0123456789', 'ümlaut-0123456789-x'])(
    'that is not 16 to 64 printable characters is a field error: %s',
    async (key) => {
      expect(await keyed({ 'idempotency-key': key })).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'Idempotency-Key', code: 'format' }] },
      });
    },
  );
});

test('the sixty-first unauthenticated request within a minute gets the time to wait', async () => {
  const results = await Promise.all(
    Array.from({ length: 61 }, () => call({ method: 'GET', path: '/v1/plain/limited' })),
  );
  expect(results.filter(({ status }) => status === 200)).toHaveLength(60);
  const refused = results.find(({ status }) => status === 429);
  expect(refused?.headers).toMatchObject({
    'retry-after': '1',
    ratelimit: '"anonymous";r=0;t=1',
    'ratelimit-policy': '"anonymous";q=60;w=60',
  });
  expect(refused?.body).toMatchObject({ code: 'too-many-requests' });
});
