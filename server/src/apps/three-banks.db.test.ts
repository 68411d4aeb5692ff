import { randomUUID } from 'node:crypto';
import Type from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  blockThirdParty,
  createBlockCache,
  createSightings,
  listThirdParties,
  recordSightings,
} from '#capabilities/tpp/index.ts';
import { xs2a } from '#dialects/xs2a/xs2a.ts';
import { callers } from '#platform/auth/access.ts';
import { strictThirdPartyPolicy } from '#platform/auth/third-party-checks.ts';
import { createTppBanks } from '#platform/auth/tpp-banks.ts';
import { openListener } from '#platform/http/listeners.ts';
import { testContract, testEndpoint, testInterface } from '#platform/testing/endpoints.ts';
import { at } from '#platform/testing/json-at.ts';
import { createLab, findAccount, insertAccount, type Lab } from '#platform/testing/lab.ts';
import { type RawResponse, readResponse, sendRaw } from '#platform/testing/raw-http.ts';
import { createTestServer, type TestServer, type TestServerResponse } from '#platform/testing/test-server.ts';
import { testThirdParties } from '#platform/testing/third-parties.ts';
import { runCommand } from '#platform/work/command.ts';
import { keepRequestMark } from '#platform/work/request-marks.ts';

const banks = ['01', '02', 'nl'];
const hostOf = (bank: string): string => `xs2a.${bank}.example`;
const tppBanks = createTppBanks({
  banks,
  xs2aBank: '01',
  xs2aProfiles: banks.map((bank) => ({
    bank,
    hosts: [hostOf(bank)],
    ...(bank === 'nl' ? { rates: { 'tpp-read': 2, 'tpp-change': 100 } } : {}),
  })),
});

const inXs2a = testInterface(xs2a, '/v1/sample');
const access = callers({ tpp: { roles: ['PSP_PI', 'PSP_AI'] } });
const path = Type.Object({ id: Type.String() });

const makeOrder = testContract({
  interface: inXs2a,
  at: '/orders/{id}',
  method: 'POST',
  access,
  request: { params: path },
  responses: { 201: { description: 'Made.', body: Type.Object({ bank: Type.String() }) } },
  idempotency: 'required',
  isMarked: true,
  rate: 'tpp-change',
});
const readOrder = testContract({
  interface: inXs2a,
  at: '/orders/{id}',
  access,
  request: { params: path },
  responses: { 200: { description: 'The order.', body: Type.Object({ amount: Type.String() }) } },
  rate: 'tpp-read',
});

let lab: Lab;
let server: TestServer;
let blocks: ReturnType<typeof createBlockCache>;
const sightings = createSightings();

beforeAll(async () => {
  lab = await createLab();
  blocks = createBlockCache(lab.database.app, banks);
  const thirdParties = await testThirdParties();
  const orders = testEndpoint(makeOrder, async (context, { params }) => {
    const id = String(at(params, 'id'));
    const made = { status: 201, body: { bank: context.bankId } };
    await runCommand({ ...context, toHttpResponse: () => made }, async (work) => {
      work.write(insertAccount([context.bankId, id, BigInt(banks.indexOf(context.bankId))]));
      keepRequestMark(work, context, id);
      work.audit({ aggregateKind: 'order', aggregateId: id, changes: [] });
    });
    return made;
  });
  const reads = testEndpoint(readOrder, async ({ bankId, db }, { params }) => {
    const found = await db.first(findAccount([bankId, at(params, 'id')]));
    return { status: 200, body: { amount: String(found?.amount ?? 'none') } };
  });
  server = await createTestServer(
    {
      routes: [orders, reads],
      ports: () => ({}),
      dialectFor: () => xs2a,
      thirdParties,
      thirdPartyChecks: {
        policyOf: () => strictThirdPartyPolicy,
        statuses: { statusOf: () => ({ kind: 'good' }) },
        blocks,
      },
      services: { tppBanks, tppSightings: sightings },
    },
    lab.database.app,
  );
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await lab[Symbol.asyncDispose]();
});

interface Order {
  readonly id?: string;
  readonly key?: string;
  readonly as?: '_A' | '_B';
}

function call(
  host: string,
  method: 'GET' | 'POST',
  { id = 'one', key = randomUUID(), as = '_A' }: Order = {},
): Promise<TestServerResponse> {
  return server.call({
    method,
    path: `/v1/sample/orders/${id}`,
    as: { kind: 'tpp', certificate: as },
    headers: { host, 'x-request-id': key },
  });
}

describe('one process that serves three banks', () => {
  test('answers for the bank of the host name, also when all get the same request', async () => {
    const key = randomUUID();
    const answers = await Promise.all(banks.map((bank) => call(hostOf(bank), 'POST', { key })));
    expect(answers.map(({ body, status }) => [status, at(body, 'bank')])).toEqual(
      banks.map((bank) => [201, bank]),
    );
    const repeated = await Promise.all(banks.map((bank) => call(hostOf(bank), 'POST', { key })));
    expect(repeated.map(({ body, headers }) => [at(body, 'bank'), headers['idempotency-replayed']])).toEqual(
      banks.map((bank) => [bank, 'true']),
    );
  });

  test('knows a repeated request by its id, also when it is written in capitals', async () => {
    const order = { id: 'once', key: randomUUID() };
    expect((await call(hostOf('01'), 'POST', order)).status).toBe(201);
    const repeated = await call(hostOf('01'), 'POST', { ...order, key: order.key.toUpperCase() });
    expect(repeated.headers['idempotency-replayed']).toBe('true');
    expect(repeated.headers['x-request-id']).toBe(order.key.toUpperCase());
    await lab.database.empty('platform.idempotency_record');
    const late = await call(hostOf('01'), 'POST', { id: 'twice', key: order.key.toUpperCase() });
    expect(late.body).toMatchObject({ tppMessages: [{ code: 'FORMAT_ERROR' }] });
  });

  test('reads the rows of that bank only', async () => {
    const answers = await Promise.all(banks.map((bank) => call(hostOf(bank), 'GET')));
    expect(answers.map(({ body }) => at(body, 'amount'))).toEqual(['0', '1', '2']);
    await call(hostOf('02'), 'POST', { id: 'only-here' });
    expect(at((await call(hostOf('02'), 'GET', { id: 'only-here' })).body, 'amount')).toBe('1');
    expect(at((await call(hostOf('01'), 'GET', { id: 'only-here' })).body, 'amount')).toBe('none');
  });

  test('has the rate limits of each bank', async () => {
    const reads = [];
    for (let count = 0; count < 4; count += 1) reads.push(await call(hostOf('nl'), 'GET', { as: '_B' }));
    expect(reads.map(({ status }) => status)).toEqual([200, 200, 429, 429]);
    expect(reads[3]?.body).toMatchObject({
      tppMessages: [{ code: 'SERVICE_BLOCKED', text: expect.stringContaining('Limit tpp-read: 2') }],
    });
    expect((await call(hostOf('01'), 'GET', { as: '_B' })).status).toBe(200);
  });

  test('blocks a third party in one bank', async () => {
    const subject = { kind: 'organisation', organisationId: await organisationOf('_B') } as const;
    await blockThirdParty(lab.context({ bankId: '02' }), { subject, reason: 'test', endsAt: undefined });
    await blocks.refresh();
    const answers = await Promise.all(
      ['01', '02'].map((bank) => call(hostOf(bank), 'POST', { as: '_B', id: 'b' })),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 401]);
    expect(answers[1]?.body).toMatchObject({ tppMessages: [{ code: 'CERTIFICATE_BLOCKED' }] });
  });

  test('records who called which bank', async () => {
    await call(hostOf('02'), 'GET');
    for (const [bankId, its] of sightings.take()) await recordSightings(lab.context({ bankId }), its);
    const seen = await Promise.all(
      banks.map(async (bankId) => (await listThirdParties(lab.context({ bankId }))).thirdParties.length),
    );
    expect(seen).toEqual([2, 1, 2]);
  });

  test.each(['xs2a.other.example', '01', ''])('refuses the host name %j', async (host) => {
    const { body, status } = await call(host, 'GET');
    expect(status).toBe(404);
    expect(body).toMatchObject({
      tppMessages: [{ code: 'RESOURCE_UNKNOWN', text: 'No bank is served under this host name.' }],
    });
  });

  test.each([
    ['two host names', '', 'Host: xs2a.01.example\r\nHost: xs2a.02.example'],
    ['one host name twice', '', 'Host: xs2a.01.example\r\nhost: xs2a.01.example'],
    ['another one in its address', 'https://xs2a.02.example', 'Host: xs2a.01.example'],
  ])('refuses a request with %s: a proxy could choose another bank', async (_, origin, hosts) => {
    const { der } = await (await testThirdParties()).qwac('_A');
    await using listener = await openedListener();
    const send = async (target: string, lines: string): Promise<RawResponse> =>
      readResponse(
        await sendRaw(
          listener.port,
          `GET ${target}/v1/sample/orders/one HTTP/1.1\r\n${lines}\r\nX-Request-ID: ${randomUUID()}\r\n` +
            `Client-Cert: :${der.toString('base64')}:\r\nConnection: close\r\n\r\n`,
        ),
      );
    expect(await send(origin, hosts)).toMatchObject({
      status: 400,
      body: expect.stringContaining('"path":"Host"'),
    });
    expect(await send('https://xs2a.01.example', 'Host: XS2A.01.example')).toMatchObject({ status: 200 });
  });

  test('does not answer HEAD, which would consume an access', async () => {
    const { headers, status } = await server.call({
      method: 'HEAD',
      path: '/v1/sample/orders/one',
      as: { kind: 'tpp', certificate: '_A' },
      headers: { host: hostOf('01') },
    });
    expect(status).toBe(405);
    expect(headers['allow']).toBe('GET, POST');
  });
});

/** Opens a listener for requests that no HTTP client would send. */
async function openedListener(): Promise<AsyncDisposable & { readonly port: number }> {
  const listening = { kind: 'proxy', listen: { host: '127.0.0.1', port: 0 } } as const;
  const listener = await openListener(listening, server.handler);
  return { port: listener.address().port, [Symbol.asyncDispose]: () => listener.close(0) };
}

/** Returns the organisation under which the process has seen a third party. */
async function organisationOf(name: '_B'): Promise<string> {
  await call(hostOf('01'), 'GET', { as: name });
  const seen = sightings.take();
  for (const [bankId, its] of seen) await recordSightings(lab.context({ bankId }), its);
  return seen.get('01')?.at(-1)?.organisationId ?? '';
}
