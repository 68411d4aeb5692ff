import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Type from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { channel } from '#dialects/channel/channel.ts';
import { anyToken } from '#platform/auth/access.ts';
import { nothingRevokedTokens } from '#platform/auth/token-revocations.ts';
import { loadConfig } from '#platform/config/load-config.ts';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { createEgress } from '#platform/egress/egress.ts';
import { createLogger } from '#platform/log/logger.ts';
import { testContract, testEndpoint, testInterface } from '#platform/testing/endpoints.ts';
import { fakeClock } from '#platform/testing/fake-clock.ts';
import {
  absentDatabase,
  createTestServer,
  type TestServer,
  type TestServerResponse,
} from '#platform/testing/test-server.ts';
import {
  createTokenMint,
  type TokenMint,
  type TokenRequest,
  testAudience,
  testIssuer,
} from '#platform/testing/token-mint.ts';
import { tokenVerifierFrom } from './token-issuers.ts';

const startAt = '2026-11-15T10:00:00Z';
const path = '/v1/channel/thing';
const database = absentDatabase();
let folder: string;
let mint: TokenMint;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-issuer-'));
  mint = await createTokenMint(fakeClock(startAt));
  await writeFile(join(folder, 'keys.json'), mint.keySet);
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const caller = testContract({
  interface: testInterface(channel),
  access: anyToken,
  responses: { 200: { description: 'The caller.', body: Type.Unknown() } },
});

/** Starts the product with one external issuer, with an operator's configuration. */
async function withIssuer(change: Readonly<Record<string, unknown>> = {}): Promise<TestServer> {
  const setting = {
    issuer: testIssuer,
    audience: testAudience,
    jwks: `file:${join(folder, 'keys.json')}`,
    banks: ['01'],
    callers: { employee: ['maintenance'], application: ['party.read'] },
    unboundTokens: 'accepted',
    ...change,
  };
  const config = loadConfig(
    {
      PORTICO_DATABASE_URL: 'postgres://app@db/portico',
      PORTICO_OAUTH_SERVER: 'off',
      PORTICO_TOKEN_ISSUERS: JSON.stringify([setting]),
    },
    () => '',
  );
  const tokens = tokenVerifierFrom(
    { clock: fakeClock(startAt), config, log: createLogger({ level: 'fatal' }) },
    {
      database,
      egress: createEgress({ purposes: {} }),
      keys: createLocalKeys([randomBytes(32)]),
      revocations: nothingRevokedTokens,
    },
  );
  return createTestServer({
    routes: [
      testEndpoint(caller, ({ bankId, caller: by }) => ({
        status: 200,
        body: {
          bankId,
          kind: by.kind,
          scopes: 'scopes' in by ? [...by.scopes] : [],
          roles: 'employeeId' in by ? [...by.roles] : [],
        },
      })),
    ],
    ports: () => ({}),
    dialectFor: () => channel,
    services: { tokens },
  });
}

interface Attempt {
  readonly as: TokenRequest;
  readonly headers?: Readonly<Record<string, string>>;
}

async function call(server: TestServer, { as, headers = {} }: Attempt): Promise<TestServerResponse> {
  const credentials = await mint.headersFor(as, { method: 'GET', path });
  return server.call({ method: 'GET', path, headers: { ...credentials, ...headers } });
}

async function statusOf(server: TestServer, attempt: Attempt): Promise<number> {
  return (await call(server, attempt)).status;
}

const employee = { kind: 'employee', id: 'e-1', roles: ['party.sensitive', 'party.all-units'] } as const;
const application = { kind: 'application', scope: 'party.read party.write' } as const;
const customer = { kind: 'customer', id: 'usr_1', scope: 'party.read' } as const;

describe('a token of an external issuer', () => {
  test("for a bank that is not the issuer's is refused as unknown", async () => {
    await using server = await withIssuer();
    const headers = { 'x-bank-id': '02' };
    expect(await statusOf(server, { as: { ...employee, banks: ['01', '02'] }, headers })).toBe(401);
    expect(await statusOf(server, { as: { ...employee, banks: ['02'] }, headers })).toBe(401);
    expect(await statusOf(server, { as: { ...employee, banks: ['02'] } })).toBe(401);
    expect(await statusOf(server, { as: employee, headers })).toBe(403);
    expect(await statusOf(server, { as: employee })).toBe(200);
  });

  test('for several banks of the issuer is accepted in each of them', async () => {
    await using server = await withIssuer({ banks: ['01', '02'] });
    const as = { ...employee, banks: ['01', '02'] };
    const answer = await call(server, { as, headers: { 'x-bank-id': '02' } });
    expect(answer.body).toMatchObject({ bankId: '02' });
  });

  test('without proof of possession is refused unless the issuer is allowed to issue such tokens', async () => {
    const bound = { ...application, boundTo: mint.wallet };
    for (const change of [{ unboundTokens: undefined }, { unboundTokens: 'refused' }]) {
      await using server = await withIssuer(change);
      expect(await statusOf(server, { as: application })).toBe(401);
      expect(await statusOf(server, { as: bound })).toBe(200);
    }
    await using server = await withIssuer({ unboundTokens: 'accepted' });
    expect(await statusOf(server, { as: application })).toBe(200);
  });

  test('is accepted for the caller kinds of the issuer only', async () => {
    await using employees = await withIssuer({ callers: { employee: ['maintenance'] } });
    await using customers = await withIssuer({ callers: { customer: ['party.read'] } });
    const statuses = async (server: TestServer): Promise<readonly number[]> =>
      Promise.all([employee, application, customer].map((as) => statusOf(server, { as })));
    expect(await statuses(employees)).toEqual([200, 401, 401]);
    expect(await statuses(customers)).toEqual([401, 401, 200]);
  });

  test('has no scopes and roles beyond those that the issuer may grant', async () => {
    await using server = await withIssuer();
    const roles = ['maintenance', 'party.all-units', 'party.sensitive'];
    const asEmployee = await call(server, { as: { ...employee, roles, scope: 'authorization.sign' } });
    expect(asEmployee.body).toMatchObject({ kind: 'employee', roles: ['maintenance'], scopes: [] });
    const asApplication = await call(server, { as: application });
    expect(asApplication.body).toMatchObject({ kind: 'application', scopes: ['party.read'] });
  });
});

describe('an external issuer', () => {
  test.each(['banks', 'callers'])('without %s aborts the start', async (member) => {
    await expect(withIssuer({ [member]: undefined })).rejects.toThrow(`PORTICO_TOKEN_ISSUERS is not usable`);
  });

  test.each([
    ['no bank', { banks: [] }],
    ['no caller kind', { callers: {} }],
    ['a caller kind without scopes', { callers: { application: [] } }],
    ['an unknown caller kind', { callers: { tpp: ['PSP_AI'] } }],
    ['an unknown word for unbound tokens', { unboundTokens: 'yes' }],
  ])('with %s aborts the start', async (_what, change) => {
    await expect(withIssuer(change)).rejects.toThrow('PORTICO_TOKEN_ISSUERS is not usable at /0/');
  });

  test('with a bank that this installation does not serve aborts the start', async () => {
    await expect(withIssuer({ banks: ['01', 'zz'] })).rejects.toThrow(
      'PORTICO_TOKEN_ISSUERS names the bank zz, which PORTICO_BANKS does not',
    );
  });

  test('with unknown scopes or roles aborts the start', async () => {
    const callers = { application: ['party.reed'], customer: ['party.read'], employee: ['boss'] };
    await expect(withIssuer({ callers })).rejects.toThrow(
      'for issuer https://issuer.test grants scopes or roles that do not exist: party.reed, boss',
    );
  });
});

describe('an issuer limited to some clients', () => {
  test('cannot issue tokens for others, not even for clients of our own server', async () => {
    const application = { kind: 'application', scope: 'party.read', banks: ['01'] } as const;
    const statusAs = async (server: TestServer, id: string): Promise<number> =>
      (
        await server.call({
          method: 'GET',
          path,
          headers: await mint.headersFor({ ...application, id }, { method: 'GET', path }),
        })
      ).status;
    await using listed = await withIssuer({ clients: ['gateway'] });
    expect([await statusAs(listed, 'gateway'), await statusAs(listed, 'sign-up-app')]).toEqual([200, 401]);
    // Without a list it may issue tokens for every client.
    await using unlisted = await withIssuer();
    expect(await statusAs(unlisted, 'sign-up-app')).toBe(200);
  });
});
