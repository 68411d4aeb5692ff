import Type from 'typebox';
import { describe, expect, test } from 'vitest';
import { channel } from '#dialects/channel/channel.ts';
import { plain } from '#dialects/plain/plain.ts';
import { callers, everyone } from '#platform/auth/access.ts';
import { bankOf, callerId } from '#platform/auth/caller.ts';
import { testContract, testEndpoint, testInterface } from '#platform/testing/endpoints.ts';
import { createHouse, type House, type HouseAnswer } from '#platform/testing/house.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import type { Contract } from './contract.ts';
import type { MaintenanceGate } from './maintenance-gate.ts';
import type { Services } from './services.ts';

const who = Type.Object({ caller: Type.String(), bank: Type.String(), asked: Type.String() });
const anybody = callers({
  application: { scope: 'x' },
  employee: { role: 'x' },
  customer: { scope: 'x' },
});
const asking: Partial<Contract> = {
  request: { query: Type.Object({ q: Type.Optional(Type.String()) }) },
  responses: { 200: { description: 'Who you are.', body: who } },
};

interface Setting {
  readonly services?: Partial<Services>;
  readonly maintenance?: MaintenanceGate;
}

/** Every endpoint tells whom it took the caller for, some time after it was asked. */
async function createSetting({ services = {}, maintenance }: Setting = {}): Promise<House> {
  const inChannel = testInterface(channel);
  const contracts = [
    testContract({ ...asking, interface: inChannel, at: '/known', access: anybody }),
    testContract({ ...asking, interface: inChannel, at: '/limited', access: anybody, rate: 'change' }),
    testContract({
      ...asking,
      interface: inChannel,
      at: '/open',
      access: anybody,
      duringMaintenance: 'open',
    }),
    testContract({ ...asking, interface: inChannel, at: '/public', access: everyone, rate: 'read' }),
    testContract({ interface: inChannel, at: '/change', method: 'POST', access: anybody, rate: 'change' }),
    testContract({ ...asking, interface: testInterface(plain), at: '/probe', access: everyone }),
  ];
  return createHouse({
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
    services,
    ...(maintenance === undefined ? {} : { maintenance: () => maintenance }),
  });
}

const get = (
  house: House,
  path: string,
  as?: TokenRequest,
  headers: Readonly<Record<string, string>> = {},
): Promise<HouseAnswer> => house.call({ method: 'GET', path, headers, ...(as === undefined ? {} : { as }) });

const application = (banks: readonly string[]): TokenRequest => ({ kind: 'application', scope: 'x', banks });

test('a thousand interleaved requests of two users never cross', async () => {
  await using house = await createSetting();
  const tokens = await Promise.all(
    [
      { id: 'usr_a', banks: ['01'] },
      { id: 'usr_b', banks: ['02'] },
    ].map((customer) => house.mint.mint({ kind: 'customer', scope: 'x', ...customer })),
  );
  const { wallet } = house.mint;
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, async (_, index) => {
      const side = index % 2;
      const asked = `${side}-${'x'.repeat(index % 7)}-${index}`;
      const [method, path, token] = ['GET', `/v1/channel/known?q=${asked}`, tokens[side] ?? ''] as const;
      const dpop = await wallet.prove({ method, path, token });
      const { body } = await house.call({ method, path, headers: { authorization: `DPoP ${token}`, dpop } });
      return {
        body,
        expected: { caller: side === 0 ? 'usr_a' : 'usr_b', bank: side === 0 ? '01' : '02', asked },
      };
    }),
  );
  for (const { body, expected } of answers) expect(body).toEqual(expected);
});

describe('a token that serves', () => {
  const forbidden = { problem: 'forbidden' };
  const whichBank = { errors: [{ field: 'X-Bank-Id', code: 'required' }] };
  test.each([
    ['one bank needs no word about it', ['01'], undefined, 200, { bank: '01' }],
    ['one bank may say so', ['02'], '02', 200, { bank: '02' }],
    ['one bank has no other', ['01'], '02', 403, forbidden],
    ['several banks must say which', ['01', '02'], undefined, 400, whichBank],
    ['several banks acts in the one it names', ['01', '02'], '02', 200, { bank: '02' }],
    ['several banks has no further one', ['01', '02'], 'nl', 403, forbidden],
    ['several banks cannot name two at once', ['01', '02'], '01, 02', 403, forbidden],
    ['several banks cannot name none', ['01', '02'], '', 403, forbidden],
  ])('%s', async (_what, banks, bank, status, body) => {
    await using house = await createSetting();
    const headers = bank === undefined ? {} : { 'x-bank-id': bank };
    const answer = await get(house, '/v1/channel/known', application(banks), headers);
    expect(answer).toMatchObject({ status, body });
  });
});

describe('plain http that answers only probes', () => {
  test('answers probes', async () => {
    await using house = await createSetting({ services: { plainHttp: 'probes' } });
    expect((await get(house, '/v1/plain/probe')).status).toBe(200);
    expect((await get(house, '/v1/plain/probe', application(['01']))).status).toBe(200);
  });

  test('sends a plain question to https, under the name we were configured with', async () => {
    await using house = await createSetting({ services: { plainHttp: 'probes' } });
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await house.call({
        method,
        path: '/v1/channel/public?q=x',
        headers: { host: 'evil.test', 'x-forwarded-host': 'evil.test' },
      });
      expect(answer).toMatchObject({ status: 308, text: '' });
      expect(answer.headers['location']).toBe('https://bank.test/v1/channel/public?q=x');
    }
  });

  test('refuses everything that carried a credential or a change, before looking at either', async () => {
    await using house = await createSetting({ services: { plainHttp: 'probes' } });
    const refused = { status: 403, body: { problem: 'https-required' } };
    expect(await get(house, '/v1/channel/known', application(['01']))).toMatchObject(refused);
    const headers = { authorization: 'Bearer rubbish' };
    expect(await get(house, '/v1/channel/public', undefined, headers)).toMatchObject(refused);
    expect(await house.call({ method: 'POST', path: '/v1/channel/change', body: '{{' })).toMatchObject(
      refused,
    );
  });
});

describe('limits', () => {
  test('are kept per caller and bank', async () => {
    await using house = await createSetting();
    const many = async (as: TokenRequest, count: number): Promise<number> => {
      const authorization = `Bearer ${await house.mint.mint(as)}`;
      const answers = await Promise.all(
        Array.from({ length: count }, () => get(house, '/v1/channel/limited', undefined, { authorization })),
      );
      return answers.filter(({ status }) => status === 200).length;
    };
    expect(await many({ kind: 'application', id: 'app-1', scope: 'x', banks: ['01'] }, 130)).toBe(120);
    expect(await many({ kind: 'application', id: 'app-2', scope: 'x', banks: ['01'] }, 10)).toBe(10);
    expect(await many({ kind: 'application', id: 'app-1', scope: 'x', banks: ['02'] }, 10)).toBe(10);
    // A new token of the same caller changes nothing.
    expect(await many({ kind: 'application', id: 'app-1', scope: 'x', banks: ['01'] }, 1)).toBe(0);
  });

  test('do not count those who are refused at the door', async () => {
    await using house = await createSetting();
    for (let count = 0; count < 200; count += 1) {
      expect((await get(house, '/v1/channel/limited', { kind: 'application', id: 'app-1' })).status).toBe(
        403,
      );
    }
    expect((await get(house, '/v1/channel/limited', application(['01']))).status).toBe(200);
  });

  test('of strangers hold whatever they send to look like somebody else', async () => {
    await using house = await createSetting();
    const answers = await Promise.all(
      Array.from({ length: 70 }, (_, index) =>
        get(house, '/v1/channel/public', undefined, {
          'x-forwarded-for': `10.0.0.${index}`,
          'x-request-id': `3f1c9a52-9d0b-4a52-8d0e-${String(index).padStart(12, '0')}`,
          'user-agent': `agent-${index}`,
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
  });
});

describe('a bank in maintenance', () => {
  const maintenance: MaintenanceGate = {
    closureOf: (bankId) =>
      bankId === '01' ? { retryAfterSeconds: 77, message: (accept) => `closed ${accept ?? '-'}` } : undefined,
  };

  test('refuses its own callers and nobody else', async () => {
    await using house = await createSetting({ maintenance });
    const closed = await get(house, '/v1/channel/known', application(['01']), { 'accept-language': 'de' });
    expect(closed).toMatchObject({
      status: 503,
      body: { problem: 'service-unavailable', message: 'closed de' },
      headers: { 'retry-after': '77' },
    });
    expect((await get(house, '/v1/channel/known', application(['02']))).status).toBe(200);
    expect((await get(house, '/v1/channel/open', application(['01']))).status).toBe(200);
    expect((await get(house, '/v1/channel/public')).status).toBe(200);
  });

  test('still refuses bad credentials first: a stranger learns nothing of it', async () => {
    await using house = await createSetting({ maintenance });
    expect((await get(house, '/v1/channel/known')).status).toBe(401);
    expect((await get(house, '/v1/channel/known', { kind: 'application', banks: ['01'] })).status).toBe(403);
  });
});
