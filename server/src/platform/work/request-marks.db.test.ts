import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { plain } from '#dialects/plain/plain.ts';
import { anyToken } from '#platform/auth/access.ts';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { createVault } from '#platform/crypto/vault.ts';
import type { HttpResponse } from '#platform/kernel/http-response.ts';
import { testContract, testEndpoint, testInterface } from '#platform/testing/endpoints.ts';
import { createLab, insertAccount, type Lab } from '#platform/testing/lab.ts';
import { createTestServer, type TestServer, type TestServerResponse } from '#platform/testing/test-server.ts';
import { runCommand } from './command.ts';
import type { Context } from './context.ts';
import { deleteRequestMarks, keepRequestMark } from './request-marks.ts';

let lab: Lab;
let server: TestServer;
const key = '3f1c9a52-9d0b-4a52-8d0e-0f2f7b1c0001';
const responseVault = createVault(createLocalKeys([randomBytes(32)]), 'answers');

/** Makes an account; its number is new with every request. */
let made = 0;
async function makeAccount(context: Context): Promise<HttpResponse> {
  made += 1;
  const id = `a-${made}`;
  await runCommand(
    { ...context, toHttpResponse: () => ({ status: 201, headers: { location: `/${id}` } }) },
    async (work) => {
      work.write(insertAccount([context.bankId, id, 1n]));
      keepRequestMark(work, context, id);
      work.audit({ aggregateKind: 'account', aggregateId: id, changes: [] });
    },
  );
  return { status: 201, headers: { location: `/${id}` } };
}

beforeAll(async () => {
  lab = await createLab();
  const contract = testContract({
    interface: testInterface({ ...plain, keyedHeaders: ['consent-id', 'psu-id'] }, '/lab'),
    at: '/accounts',
    method: 'POST',
    access: anyToken,
    idempotency: 'required',
    isMarked: true,
    responses: { 201: { description: 'Made.', headers: { location: 'Its path.' } } },
  });
  server = await createTestServer(
    {
      routes: [testEndpoint(contract, makeAccount)],
      ports: () => ({}),
      dialectFor: () => plain,
      services: { responseVault },
    },
    lab.database.app,
  );
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await lab[Symbol.asyncDispose]();
});
beforeEach(() => lab.database.empty('lab.account', 'platform.idempotency_record', 'platform.request_mark'));

function call(headers: Readonly<Record<string, string>> = {}): Promise<TestServerResponse> {
  return server.call({
    method: 'POST',
    path: '/lab/accounts',
    as: { kind: 'application' },
    headers: { 'idempotency-key': key, ...headers },
  });
}

/** What the housekeeping of the worker does after 24 hours. */
const deleteResponses = (): Promise<unknown> => lab.database.empty('platform.idempotency_record');
const accounts = (): Promise<readonly { readonly id: string }[]> =>
  lab.database.query('select id from lab.account');

describe('a request whose key is kept', () => {
  test('is answered again while its response is stored', async () => {
    const first = await call();
    const second = await call();
    expect(first.status).toBe(201);
    expect(second).toMatchObject({ status: 201, headers: { location: first.headers['location'] } });
    expect(await accounts()).toHaveLength(1);
  });

  test('is refused as request-repeated once the response is gone, and makes nothing', async () => {
    await call();
    await deleteResponses();
    const late = await call();
    expect(late.status).toBe(422);
    expect(late.body).toMatchObject({ code: 'request-repeated' });
    expect(await accounts()).toHaveLength(1);
  });

  test('takes effect once when late repeats arrive together', async () => {
    await call();
    await deleteResponses();
    const late = await Promise.all(Array.from({ length: 5 }, () => call()));
    expect(late.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422]);
    expect(await accounts()).toHaveLength(1);
  });

  test('is a new request when what it made is deleted', async () => {
    await call();
    await deleteResponses();
    const [account] = await accounts();
    const context = lab.context();
    await runCommand(context, async (work) => {
      deleteRequestMarks(work, context, account?.id ?? '');
      work.audit({ aggregateKind: 'account', aggregateId: 'x', changes: [] });
    });
    expect((await call()).status).toBe(201);
  });

  test('of one caller is not a repeat of another one', async () => {
    await call();
    await deleteResponses();
    const other = await server.call({
      method: 'POST',
      path: '/lab/accounts',
      as: { kind: 'application', id: 'another-application' },
      headers: { 'idempotency-key': key },
    });
    expect(other.status).toBe(201);
  });
});

describe('the same key', () => {
  test.each([[{ 'consent-id': 'c-2' }], [{ 'consent-id': 'c-1', 'psu-id': 'anton' }], [{}]])(
    'with other headers that count is reused: %j',
    async (headers) => {
      await call({ 'consent-id': 'c-1' });
      const second = await call(headers);
      expect(second.body).toMatchObject({ code: 'idempotency-key-reused' });
    },
  );

  test('with other headers that do not count is a repeat', async () => {
    await call({ 'consent-id': 'c-1', 'user-agent': 'one' });
    expect((await call({ 'consent-id': 'c-1', 'user-agent': 'two' })).status).toBe(201);
  });
});

test('the table holds no hash of a request that a reader could guess from', async () => {
  await call();
  const [row] = await lab.database.query<{ request_hash: Buffer; response: string }>(
    'select request_hash, response from platform.idempotency_record',
  );
  expect(row?.request_hash).toHaveLength(0);
  expect(row?.response).not.toContain('requestHash');
});
