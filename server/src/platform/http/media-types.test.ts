import Type from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plain } from '#dialects/plain/plain.ts';
import { openApiOf } from '#platform/openapi/openapi.ts';
import { testContract, testEndpoint, testInterface } from '#platform/testing/endpoints.ts';
import { createTestServer, type TestServer, type TestServerResponse } from '#platform/testing/test-server.ts';
import type { BodyContract } from './body-kinds.ts';
import { type Contract, contract, documentContent, type RequestOf } from './contract.ts';

const inPlain = testInterface(plain);
const named = Type.Object({ name: Type.String() });
const xml = 'application/xml';
const order = Type.Object({ startDate: Type.String(), dayOfExecution: Type.Optional(Type.String()) });

const formBody = {
  kind: 'form',
  parts: {
    xml_sct: { mediaType: xml, bytesMax: 1_000_000 },
    json_standingorderType: {
      mediaType: 'application/json',
      bytesMax: 1_000,
      schema: order,
      aliases: ['json_standingordermanagement'],
    },
  },
} as const;
const paymentBody = {
  kind: 'choice',
  bodies: [{ kind: 'json', schema: named }, { kind: 'document', mediaTypes: [xml] }, formBody],
} as const;
const patch = { kind: 'json', schema: Type.Array(Type.Object({ op: Type.String() })) } as const;
const optional = { kind: 'json', schema: named, presence: 'optional' } as const;
const documentOnly = { kind: 'document', mediaTypes: [xml] } as const;

const accepting = (at: string, body: BodyContract): Contract =>
  testContract({
    interface: inPlain,
    at,
    method: 'POST',
    bodySize: 'normal',
    request: { body },
    responses: { 200: { description: '', body: Type.Unknown() } },
  });
const status = testContract({
  interface: inPlain,
  at: '/status',
  responses: {
    200: { description: '', content: { 'application/json': named, [xml]: documentContent } },
  },
});
const stored = testContract({
  interface: inPlain,
  at: '/stored',
  responses: {
    200: {
      description: '',
      contentBy: 'operation',
      content: { 'application/json': named, 'multipart/form-data': documentContent },
    },
  },
});

/** Shows bytes as text. */
const shown = (_: string, value: unknown): unknown => (value instanceof Uint8Array ? String(value) : value);
const echo = (body: unknown): unknown =>
  JSON.parse(JSON.stringify({ body }, (name, value: unknown) => shown(name, textIn(value))));
function textIn(value: unknown): unknown {
  const bytes: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, 'bytes') : undefined;
  return Buffer.isBuffer(bytes) ? { ...Object(value), bytes: bytes.toString() } : value;
}

let runs = 0;
const contracts = {
  payment: accepting('/payment', paymentBody),
  form: accepting('/form', formBody),
  patch: accepting('/patch', patch),
  optional: accepting('/optional', optional),
  document: accepting('/document', documentOnly),
  large: {
    ...accepting('/large', { ...formBody, parts: { xml_sct: { mediaType: xml, bytesMax: 5_000_000 } } }),
    bodySize: 'bulk',
  },
} as const satisfies Record<string, Contract>;

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({
    routes: [
      ...Object.values(contracts).map((one) =>
        testEndpoint(one, (_context, { body }) => ({ status: 200, body: echo(body) })),
      ),
      testEndpoint(status, (_context, request) => {
        runs += 1;
        return Reflect.get(request, 'responseType') === xml
          ? { status: 200, mediaType: xml, document: { content: Buffer.from('<a/>') } }
          : { status: 200, mediaType: 'application/json', body: { name: 'x' } };
      }),
      testEndpoint(stored, () => ({
        status: 200,
        mediaType: 'multipart/form-data',
        document: { content: Buffer.from('--c--'), boundary: 'c' },
      })),
    ],
    ports: () => ({}),
    dialectFor: () => plain,
  });
});
afterAll(() => server[Symbol.asyncDispose]());

const post = (
  path: string,
  contentType: string | undefined,
  body?: string | Buffer,
): Promise<TestServerResponse> =>
  server.call({
    method: 'POST',
    path: `/v1/plain/${path}`,
    ...(contentType === undefined ? {} : { headers: { 'content-type': contentType } }),
    ...(body === undefined ? {} : { body }),
  });
const multipart = 'multipart/form-data; boundary=b';
const formOf = (parts: Readonly<Record<string, readonly [type: string, content: string]>>): string =>
  `${Object.entries(parts)
    .map(
      ([name, [type, content]]) =>
        `--b\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: ${type}\r\n\r\n${content}\r\n`,
    )
    .join('')}--b--\r\n`;
const sct = [xml, '<a/>'] as const;
const standing = ['application/json', '{"startDate":"2026-12-01"}'] as const;

describe('a body of several kinds', () => {
  test('is read by its content type', async () => {
    expect((await post('payment', 'application/json', '{"name":"x"}')).body).toEqual({
      body: { kind: 'json', value: { name: 'x' } },
    });
    expect((await post('payment', 'application/xml; charset=UTF-8', '<a/>')).body).toEqual({
      body: { kind: 'document', mediaType: xml, bytes: '<a/>' },
    });
    expect(
      (await post('payment', multipart, formOf({ xml_sct: sct, json_standingordermanagement: standing })))
        .body,
    ).toEqual({
      body: {
        kind: 'form',
        parts: {
          xml_sct: { kind: 'document', mediaType: xml, bytes: '<a/>' },
          json_standingorderType: { startDate: '2026-12-01' },
        },
      },
    });
  });

  test.each([
    ['text/xml', '<a/>', 415],
    ['application/xml; charset=utf-16', '<a/>', 415],
    ['application/xml; charset=utf-16; charset=utf-8', '<a/>', 415],
    ['application/xml; charset', '<a/>', 415],
    ['multipart/mixed; boundary=b', '--b--', 415],
    ['application/x-www-form-urlencoded', 'a=1', 415],
    ['application/json', '{"name":1}', 400],
    ['application/json', '', 400],
    ['multipart/form-data', '--b--', 400],
  ])('of %s with %j is refused with %i', async (contentType, body, expected) => {
    expect((await post('payment', contentType, body)).status).toBe(expected);
  });
});

test.each(['gzip', 'identity, gzip', 'GZIP', 'br'])('a body in the coding %s is refused', async (coding) => {
  const headers = { 'content-type': 'application/json', 'content-encoding': coding };
  const path = '/v1/plain/payment';
  const response = await server.call({ method: 'POST', path, headers, body: '{"name":"x"}' });
  expect(response.status).toBe(415);
  const identity = { ...headers, 'content-encoding': 'identity' };
  const plainly = await server.call({ method: 'POST', path, headers: identity, body: '{"name":"x"}' });
  expect(plainly.status).toBe(200);
});

describe('a form', () => {
  test.each([
    ['without a required part', formOf({ xml_sct: sct }), 'json_standingorderType'],
    ['with an unknown part', formOf({ xml_sct: sct, other: standing }), 'other'],
    [
      'with a part of another type',
      formOf({ xml_sct: ['text/plain', 'x'], json_standingorderType: standing }),
      'xml_sct',
    ],
    [
      'with a part that is too large',
      formOf({ xml_sct: sct, json_standingorderType: ['application/json', `"${'x'.repeat(1_000)}"`] }),
      'json_standingorderType',
    ],
    [
      'with invalid JSON',
      formOf({ xml_sct: sct, json_standingorderType: ['application/json', '{'] }),
      'json_standingorderType',
    ],
    [
      'with JSON of another schema',
      formOf({ xml_sct: sct, json_standingorderType: ['application/json', '{"startDate":1}'] }),
      'startDate',
    ],
    [
      'with an unknown member',
      formOf({ xml_sct: sct, json_standingorderType: ['application/json', '{"startDate":"","x":1}'] }),
      'x',
    ],
  ])('%s is refused at that part', async (_, body, at) => {
    const response = await post('form', multipart, body);
    expect(response.status).toBe(400);
    expect(response.text).toContain(at);
  });

  test('with a part and its alias is refused', async () => {
    const body = formOf({ json_standingordermanagement: standing, json_standingorderType: standing });
    expect((await post('form', multipart, body)).status).toBe(400);
  });

  test('of many megabytes is split in a thread', { timeout: 60_000 }, async () => {
    const response = await post('large', multipart, formOf({ xml_sct: [xml, 'x'.repeat(4_000_000)] }));
    expect(response.status).toBe(200);
    expect(response.text.length).toBeGreaterThan(4_000_000);
  });
});

describe('a JSON body', () => {
  test('may be a list, whose objects are closed', async () => {
    expect((await post('patch', 'application/json', '[{"op":"add"}]')).body).toEqual({
      body: [{ op: 'add' }],
    });
    expect((await post('patch', 'application/json', '[{"op":"add","x":1}]')).status).toBe(400);
    expect((await post('patch', 'application/json', '{"op":"add"}')).status).toBe(400);
  });

  test('may be optional', async () => {
    expect((await post('optional', undefined)).body).toEqual({});
    expect((await post('optional', 'application/json', '{"name":"x"}')).body).toEqual({
      body: { name: 'x' },
    });
    expect((await post('optional', 'application/json', '{}')).status).toBe(400);
  });
});

test('a required document that is absent is refused', async () => {
  expect((await post('document', xml)).status).toBe(400);
});

describe('a response by media type', () => {
  const get = (path: string, accept?: string): Promise<TestServerResponse> =>
    server.call({
      method: 'GET',
      path: `/v1/plain/${path}`,
      headers: accept === undefined ? {} : { accept },
    });

  test('is the first one without an Accept header, and the accepted one otherwise', async () => {
    const json = await get('status');
    expect([json.headers['content-type'], json.headers['vary'], json.body]).toEqual([
      'application/json; charset=utf-8',
      'Accept',
      { name: 'x' },
    ]);
    const document = await get('status', 'application/xml, application/json;q=0.9');
    expect([document.headers['content-type'], document.text]).toEqual([xml, '<a/>']);
  });

  test('is refused with 406 before the operation runs if none is accepted', async () => {
    const before = runs;
    const response = await get('status', 'application/pdf, application/json;q=0');
    expect([response.status, runs - before]).toEqual([406, 0]);
  });

  test('of the operation does not depend on the Accept header', async () => {
    const response = await get('stored', 'application/pdf');
    expect([response.status, response.headers['content-type']]).toEqual([
      200,
      'multipart/form-data; boundary="c"',
    ]);
  });

  test('that is declared once ignores the Accept header', async () => {
    const response = await server.call({
      method: 'POST',
      path: '/v1/plain/optional',
      headers: { accept: 'image/png' },
    });
    expect(response.status).toBe(200);
  });
});

test('OpenAPI lists every media type', () => {
  const document = JSON.stringify(
    openApiOf([contracts.payment, contracts.optional, status], { version: '1', tokenUrl: '/token' }),
  );
  expect(document).toContain('"multipart/form-data":{"schema":{"type":"object"');
  expect(document).toContain('"encoding":{"xml_sct":{"contentType":"application/xml"}');
  expect(document).toContain('"requestBody":{"required":false');
  expect(document).toContain('"application/xml":{}');
});

test('the types of a request follow its contract', () => {
  const declared = contract({ ...testContract({ interface: inPlain }), request: { body: paymentBody } });
  const nameOf = ({ body }: RequestOf<typeof declared>): string => {
    if (body.kind === 'json') return body.value.name;
    return body.kind === 'document' ? body.mediaType : body.parts.json_standingorderType.startDate;
  };
  const request: RequestOf<typeof declared> = {
    params: undefined,
    query: undefined,
    headers: undefined,
    body: { kind: 'json', value: { name: 'x' } },
  };
  expect(nameOf(request)).toBe('x');
});
