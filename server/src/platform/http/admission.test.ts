import Type from 'typebox';
import { describe, expect, test } from 'vitest';
import { channel } from '#dialects/channel/channel.ts';
import { plain } from '#dialects/plain/plain.ts';
import { callers, everyone } from '#platform/auth/access.ts';
import { bankOf, callerId } from '#platform/auth/caller.ts';
import { testContract, testEndpoint, testInterface } from '#platform/testing/endpoints.ts';
import { createTestServer, type TestServer, type TestServerResponse } from '#platform/testing/test-server.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import type { Contract } from './contract.ts';
import type { MaintenanceGate } from './maintenance-gate.ts';
import { createRateLimits, type RateLimits } from './rate-limits.ts';
import type { Services } from './services.ts';

const who = Type.Object({ caller: Type.String(), bank: Type.String(), asked: Type.String() });
const anyCaller = callers({
  application: { scope: 'x' },
  employee: { role: 'x' },
  customer: { scope: 'x' },
});
const queryContract: Partial<Contract> = {
  request: { query: Type.Object({ q: Type.Optional(Type.String()) }) },
  responses: { 200: { description: 'Who you are.', body: who } },
};

interface Setting {
  readonly services?: Partial<Services>;
  readonly maintenance?: MaintenanceGate;
}

/** Rate limits without time: the allowance is not refilled while a test runs. */
function limitsWithoutTime(): RateLimits {
  const limits = createRateLimits();
  return {
    take: (rate, key) => limits.take(rate, key, 0),
    peek: (rate, key) => limits.peek(rate, key, 0),
  };
}

/** Every endpoint returns the caller it was given, after a delay. */
async function createSetting({ services = {}, maintenance }: Setting = {}): Promise<TestServer> {
  const inChannel = testInterface(channel);
  const contracts = [
    testContract({ ...queryContract, interface: inChannel, at: '/known', access: anyCaller }),
    testContract({
      ...queryContract,
      interface: inChannel,
      at: '/limited',
      access: anyCaller,
      rate: 'change',
    }),
    testContract({
      ...queryContract,
      interface: inChannel,
      at: '/open',
      access: anyCaller,
      duringMaintenance: 'open',
    }),
    testContract({ ...queryContract, interface: inChannel, at: '/public', access: everyone, rate: 'read' }),
    testContract({ interface: inChannel, at: '/change', method: 'POST', access: anyCaller, rate: 'change' }),
    testContract({ ...queryContract, interface: testInterface(plain), at: '/probe', access: everyone }),
  ];
  return createTestServer({
    routes: contracts.map((contract) =>
      testEndpoint(contract, async ({ caller }, { query }) => {
        const q: unknown = Reflect.get(query ?? {}, 'q');
        const asked = typeof q === 'string' ? q : '';
        await new Promise((resolve) => setTimeout(resolve, asked.length % 4));
        return { status: 200, body: { caller: callerId(caller), bank: bankOf(caller) ?? 'none', asked } };
      }),
    ),
    ports: () => ({}),
    dialectFor: () => channel,
    services: { rateLimits: limitsWithoutTime(), ...services },
    ...(maintenance === undefined ? {} : { maintenance: () => maintenance }),
  });
}

const get = (
  server: TestServer,
  path: string,
  as?: TokenRequest,
  headers: Readonly<Record<string, string>> = {},
): Promise<TestServerResponse> =>
  server.call({ method: 'GET', path, headers, ...(as === undefined ? {} : { as }) });

const application = (banks: readonly string[]): TokenRequest => ({ kind: 'application', scope: 'x', banks });

/** Counts the responses by status. */
async function statusesOf(
  count: number,
  call: () => Promise<TestServerResponse>,
): Promise<Readonly<Record<number, number>>> {
  const statuses: Record<number, number> = {};
  for (let done = 0; done < count; done += 1) {
    const { status } = await call();
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return statuses;
}

test('a thousand interleaved requests of two users never mix', async () => {
  await using server = await createSetting();
  const tokens = await Promise.all(
    [
      { id: 'usr_a', banks: ['01'] },
      { id: 'usr_b', banks: ['02'] },
    ].map((customer) => server.mint.mint({ kind: 'customer', scope: 'x', ...customer })),
  );
  const { wallet } = server.mint;
  const results = await Promise.all(
    Array.from({ length: 1_000 }, async (_, index) => {
      const side = index % 2;
      const asked = `${side}-${'x'.repeat(index % 7)}-${index}`;
      const [method, path, token] = ['GET', `/v1/channel/known?q=${asked}`, tokens[side] ?? ''] as const;
      const dpop = await wallet.prove({ method, path, token });
      const { body } = await server.call({ method, path, headers: { authorization: `DPoP ${token}`, dpop } });
      return {
        body,
        expected: { caller: side === 0 ? 'usr_a' : 'usr_b', bank: side === 0 ? '01' : '02', asked },
      };
    }),
  );
  for (const { body, expected } of results) expect(body).toEqual(expected);
});

describe('a token that serves', () => {
  const forbidden = { problem: 'forbidden' };
  const whichBank = { errors: [{ field: 'X-Bank-Id', code: 'required' }] };
  test.each([
    ['one bank need not name it', ['01'], undefined, 200, { bank: '01' }],
    ['one bank may name it', ['02'], '02', 200, { bank: '02' }],
    ['one bank cannot use another', ['01'], '02', 403, forbidden],
    ['several banks must name one', ['01', '02'], undefined, 400, whichBank],
    ['several banks acts in the one it names', ['01', '02'], '02', 200, { bank: '02' }],
    ['several banks cannot use another', ['01', '02'], 'nl', 403, forbidden],
    ['several banks cannot name two at once', ['01', '02'], '01, 02', 403, forbidden],
    ['several banks cannot name an empty one', ['01', '02'], '', 403, forbidden],
  ])('%s', async (_what, banks, bank, status, body) => {
    await using server = await createSetting();
    const headers = bank === undefined ? {} : { 'x-bank-id': bank };
    const response = await get(server, '/v1/channel/known', application(banks), headers);
    expect(response).toMatchObject({ status, body });
  });
});

describe('plain http that serves only probes', () => {
  test('serves probes', async () => {
    await using server = await createSetting({ services: { plainHttp: 'probes' } });
    expect((await get(server, '/v1/plain/probe')).status).toBe(200);
    expect((await get(server, '/v1/plain/probe', application(['01']))).status).toBe(200);
  });

  test('redirects a plain GET to https, with the configured host name', async () => {
    await using server = await createSetting({ services: { plainHttp: 'probes' } });
    for (const method of ['GET', 'HEAD'] as const) {
      const response = await server.call({
        method,
        path: '/v1/channel/public?q=x',
        headers: { host: 'evil.test', 'x-forwarded-host': 'evil.test' },
      });
      expect(response).toMatchObject({ status: 308, text: '' });
      expect(response.headers['location']).toBe('https://bank.test/v1/channel/public?q=x');
    }
  });

  test('refuses every request with a credential or a change, before examining either', async () => {
    await using server = await createSetting({ services: { plainHttp: 'probes' } });
    const refused = { status: 403, body: { problem: 'https-required' } };
    expect(await get(server, '/v1/channel/known', application(['01']))).toMatchObject(refused);
    const headers = { authorization: 'Bearer rubbish' };
    expect(await get(server, '/v1/channel/public', undefined, headers)).toMatchObject(refused);
    expect(await server.call({ method: 'POST', path: '/v1/channel/change', body: '{{' })).toMatchObject(
      refused,
    );
  });
});

describe('limits', () => {
  test('are counted per caller and bank', async () => {
    await using server = await createSetting();
    const many = async (as: TokenRequest, count: number): Promise<number> => {
      const authorization = `Bearer ${await server.mint.mint(as)}`;
      const results = await Promise.all(
        Array.from({ length: count }, () => get(server, '/v1/channel/limited', undefined, { authorization })),
      );
      return results.filter(({ status }) => status === 200).length;
    };
    expect(await many({ kind: 'application', id: 'app-1', scope: 'x', banks: ['01'] }, 130)).toBe(120);
    expect(await many({ kind: 'application', id: 'app-2', scope: 'x', banks: ['01'] }, 10)).toBe(10);
    expect(await many({ kind: 'application', id: 'app-1', scope: 'x', banks: ['02'] }, 10)).toBe(10);
    // A new token of the same caller changes nothing.
    expect(await many({ kind: 'application', id: 'app-1', scope: 'x', banks: ['01'] }, 1)).toBe(0);
  });

  test('count a caller who is refused, and no other caller', async () => {
    await using server = await createSetting();
    const statuses = await statusesOf(150, () =>
      get(server, '/v1/channel/limited', { kind: 'application', id: 'app-1' }),
    );
    expect(statuses).toEqual({ 403: 120, 429: 30 });
    expect((await get(server, '/v1/channel/limited', { ...application(['01']), id: 'app-1' })).status).toBe(
      429,
    );
    expect((await get(server, '/v1/channel/limited', { ...application(['01']), id: 'app-2' })).status).toBe(
      200,
    );
  });

  test.each<[string, Readonly<Record<string, string>>]>([
    ['rubbish', { authorization: 'Bearer rubbish' }],
    ['no credentials', {}],
    ['an unknown scheme', { authorization: 'Basic eDp5' }],
  ])('stop a network that sends %s, before anything is verified', async (_what, headers) => {
    await using server = await createSetting();
    const flood = (): Promise<TestServerResponse> => get(server, '/v1/channel/known', undefined, headers);
    expect(await statusesOf(700, flood)).toEqual({ 401: 600, 429: 100 });
    const refused = await flood();
    expect(refused.headers).toMatchObject({ 'retry-after': '1', ratelimit: '"refused";r=0;t=1' });
    // Operations without credentials are not affected.
    expect((await get(server, '/v1/channel/public')).status).toBe(200);
  });

  test('do not stop a token that was accepted before, whatever its network sends', async () => {
    await using server = await createSetting();
    const authorization = `Bearer ${await server.mint.mint(application(['01']))}`;
    const honest = (): Promise<TestServerResponse> =>
      get(server, '/v1/channel/known', undefined, { authorization });
    expect((await honest()).status).toBe(200);
    await statusesOf(700, () => get(server, '/v1/channel/known', undefined, { authorization: 'Bearer x' }));
    expect((await honest()).status).toBe(200);
    // The verifier checks its signature again each minute; it stays known.
    server.clock.advance({ seconds: 61 });
    expect((await honest()).status).toBe(200);
    expect((await get(server, '/v1/channel/known', { ...application(['01']), id: 'fresh' })).status).toBe(
      429,
    );
  });

  test('of a stolen token without its key are counted separately: not for the network nor the customer', async () => {
    await using server = await createSetting();
    const { wallet } = server.mint;
    const token = await server.mint.mint({ kind: 'customer', scope: 'x', id: 'usr_a', banks: ['01'] });
    const path = '/v1/channel/limited';
    const customer = async (): Promise<number> => {
      const dpop = await wallet.prove({ method: 'GET', path, token });
      const headers = { authorization: `DPoP ${token}`, dpop };
      return (await server.call({ method: 'GET', path, headers })).status;
    };
    expect(await customer()).toBe(200);
    const headers = { authorization: `DPoP ${token}`, dpop: 'a.b.c' };
    expect(await statusesOf(650, () => get(server, path, undefined, headers))).toEqual({ 401: 600, 429: 50 });
    expect((await get(server, path, { ...application(['01']), id: 'neighbour' })).status).toBe(200);
  });

  test('are applied before the replay marker of a proof is written', async () => {
    const used: unknown[] = [];
    const proofReplays = { recordFirstUse: async (use: unknown) => used.push(use) > 0 };
    await using server = await createSetting({ services: { proofReplays } });
    const token = await server.mint.mint({ kind: 'customer', scope: 'x', id: 'usr_a', banks: ['01'] });
    const path = '/v1/channel/limited';
    const statuses = await statusesOf(130, async () => {
      const dpop = await server.mint.wallet.prove({ method: 'GET', path, token });
      return server.call({ method: 'GET', path, headers: { authorization: `DPoP ${token}`, dpop } });
    });
    expect(statuses).toEqual({ 200: 120, 429: 10 });
    expect(used).toHaveLength(120);
  });

  test('of unauthenticated requests apply whatever identity they claim', async () => {
    await using server = await createSetting();
    const results = await Promise.all(
      Array.from({ length: 70 }, (_, index) =>
        get(server, '/v1/channel/public', undefined, {
          'x-forwarded-for': `10.0.0.${index}`,
          'x-request-id': `3f1c9a52-9d0b-4a52-8d0e-${String(index).padStart(12, '0')}`,
          'user-agent': `agent-${index}`,
        }),
      ),
    );
    expect(results.filter(({ status }) => status === 200)).toHaveLength(60);
  });
});

describe('a bank in maintenance', () => {
  const maintenance: MaintenanceGate = {
    activeMaintenanceOf: (bankId) =>
      bankId === '01' ? { retryAfterSeconds: 77, message: (accept) => `closed ${accept ?? '-'}` } : undefined,
  };

  test('refuses its own callers and no others', async () => {
    await using server = await createSetting({ maintenance });
    const closed = await get(server, '/v1/channel/known', application(['01']), { 'accept-language': 'de' });
    expect(closed).toMatchObject({
      status: 503,
      body: { problem: 'service-unavailable', message: 'closed de' },
      headers: { 'retry-after': '77' },
    });
    expect((await get(server, '/v1/channel/known', application(['02']))).status).toBe(200);
    expect((await get(server, '/v1/channel/open', application(['01']))).status).toBe(200);
    expect((await get(server, '/v1/channel/public')).status).toBe(200);
  });

  test('still refuses bad credentials first: an unauthenticated caller does not learn of it', async () => {
    await using server = await createSetting({ maintenance });
    expect((await get(server, '/v1/channel/known')).status).toBe(401);
    expect((await get(server, '/v1/channel/known', { kind: 'application', banks: ['01'] })).status).toBe(403);
  });
});
