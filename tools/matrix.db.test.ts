import Type from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contracts } from '../server/src/apps/wiring.ts';
import { channel } from '../server/src/dialects/channel/channel.ts';
import { xs2a } from '../server/src/dialects/xs2a/xs2a.ts';
import { callers, oauthClients, type TppAccess } from '../server/src/platform/auth/access.ts';
import { callerId } from '../server/src/platform/auth/caller.ts';
import type { Contract } from '../server/src/platform/http/contract.ts';
import { standardProblems } from '../server/src/platform/kernel/standard-problems.ts';
import { testContract, testEndpoint, testInterface } from '../server/src/platform/testing/endpoints.ts';
import { at } from '../server/src/platform/testing/json-at.ts';
import {
  createTestServer,
  type TestRequest,
  type TestServer,
  type TestServerResponse,
} from '../server/src/platform/testing/test-server.ts';
import { type Cell, type Expected, expectAllowed } from './matrix/cell.ts';
import { createHarness, type Harness, thirdPartyChecks } from './matrix/harness.ts';
import type { ObjectEntry } from './matrix/object-entry.ts';
import { cellsOf, gapsIn, headersFor, targetOf } from './matrix/rows.ts';
import { type ReceivedResponse, type Verdict, verdictOf } from './matrix/verdict.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(async () => {
  await harness[Symbol.asyncDispose]();
});

async function send(request: TestRequest): Promise<ReceivedResponse> {
  return { path: request.path, response: await harness.app.call(request) };
}

async function verify(contract: Contract, { request, requestForUnknown, expected }: Cell): Promise<Verdict> {
  const target = targetOf(contract);
  const complete = (partial: TestRequest): TestRequest => ({
    ...partial,
    headers: { ...headersFor(contract), ...partial.headers },
  });
  const received = await send(complete(await request(harness, target)));
  const unknown = requestForUnknown && (await send(complete(await requestForUnknown(harness, target))));
  return verdictOf(contract, expected, { received, unknown });
}

const rows = contracts
  .map((contract) => ({ contract, cells: cellsOf(contract) }))
  // A contract without cells is a gap; a test below reports it.
  .filter(({ cells }) => cells.length > 0);

describe.each(rows.map((row) => [`${row.contract.method} ${row.contract.path}`, row] as const))(
  '%s',
  (_title, { contract, cells }) => {
    test.each(cells.map((cell) => [cell.actor, cell.caller, cell.expected.kind, cell] as const))(
      '%s (%s): %s',
      async (_actor, _caller, _kind, cell) => {
        const { seen, wanted } = await verify(contract, cell);
        expect(seen).toEqual(wanted);
      },
    );
  },
);

describe('the matrix', () => {
  test('has no gap', () => {
    expect(gapsIn(contracts)).toEqual([]);
  });

  test('has at least ten refused actors on every route that reads tokens', () => {
    const few = rows
      .filter(({ contract }) => contract.access.kind !== 'client')
      .map(({ cells, contract }) => {
        const refused = cells.filter(({ expected }) => expected.kind === 'refused');
        return { of: contract.operationId, ways: new Set(refused.map(({ actor }) => actor)).size };
      })
      .filter(({ ways }) => ways < 10);
    expect(few).toEqual([]);
  });

  test('has at least ten refused actors and one allowed on every route of OAuth clients', () => {
    const clientRoutes = rows.filter(({ contract }) => contract.access.kind === 'client');
    expect(clientRoutes).not.toEqual([]);
    for (const { cells, contract } of clientRoutes) {
      const statuses = cells.flatMap(({ actor, expected }) =>
        expected.kind === 'response' ? [{ actor, status: expected.status }] : [],
      );
      const refused = statuses.filter(({ status }) => status >= 400);
      expect(new Set(refused.map(({ actor }) => actor)).size).toBeGreaterThanOrEqual(10);
      expect(refused.length).toBeLessThan(statuses.length);
      const declared = Object.keys(contract.responses).map(Number);
      expect(declared).toEqual(expect.arrayContaining(statuses.map(({ status }) => status)));
    }
  });

  test('allows a caller of every kind that a contract names, and of no other', () => {
    const kinds = ['application', 'customer', 'delegate', 'employee'];
    for (const { cells, contract } of rows.filter(({ contract: { access } }) => access.kind === 'callers')) {
      const allowed = new Set(
        cells.filter(({ expected }) => expected.kind === 'allowed').map(({ caller }) => caller),
      );
      const named = kinds.filter((kind) => Object.hasOwn(contract.access, kind));
      expect(kinds.filter((kind) => allowed.has(kind))).toEqual(named);
    }
  });
});

const about = { interface: testInterface(channel), operationId: 'Test_Thing' };

describe('a contract', () => {
  const none = { objects: {}, clientRows: {} };
  const guarded = callers({ application: { scope: 'x' } });

  test('with a parameter and no entry is a gap', () => {
    const contract = testContract({ ...about, at: '/things/{thingId}', access: guarded });
    expect(gapsIn([contract], none)).toEqual([expect.stringContaining('tools/matrix/objects.ts')]);
    const entry = { kind: 'open', why: 'a test', values: { thingId: '1' } } as const;
    expect(gapsIn([contract], { ...none, objects: { Test_Thing: entry } })).toEqual([]);
  });

  test('for OAuth clients without rows is a gap', () => {
    const contract = testContract({ ...about, access: oauthClients });
    const gap = [expect.stringContaining('tools/matrix/client-rows.ts')];
    expect(gapsIn([contract], none)).toEqual(gap);
    expect(gapsIn([contract], { ...none, clientRows: { Test_Thing: [] } })).toEqual(gap);
    const row: Cell = {
      actor: 'a',
      caller: 'c',
      expected: expectAllowed,
      request: async (_harness, target) => target,
    };
    expect(gapsIn([contract], { ...none, clientRows: { Test_Thing: [row] } })).toEqual([]);
  });

  test('that was removed but still has rows is a gap', () => {
    const entry = { kind: 'open', why: 'a test', values: {} } as const;
    expect(gapsIn([], { objects: { Test_Gone: entry }, clientRows: {} })).toEqual([
      expect.stringContaining('Test_Gone'),
    ]);
  });
});

describe('routes of third parties', () => {
  const owned = new Map<string, string>();
  const forRoles = (...roles: TppAccess['roles']): Contract =>
    testContract({
      interface: testInterface(xs2a),
      operationId: `Test_${roles.join('_')}`,
      at: `/${roles.join('-')}`,
      access: callers({ tpp: { roles } }),
    });
  const ofOwner = testContract({
    interface: testInterface(xs2a),
    operationId: 'Test_Owned',
    at: '/owned/{thingId}',
    access: callers({ tpp: { roles: ['PSP_AI'] } }),
    problems: [standardProblems['not-found']],
    request: { params: Type.Object({ thingId: Type.String() }) },
  });
  const entry: ObjectEntry = {
    kind: 'owned',
    make: async () => {
      owned.set('thing-000000001', 'PSDNL-DNB-AI');
      return { thingId: 'thing-000000001' };
    },
    unknown: { thingId: 'thing-000000002' },
    rightful: { kind: 'tpp', certificate: '_AI' },
    otherBank: { none: 'the listener decides about the bank' },
    otherOwner: { kind: 'tpp', certificate: '_A' },
  };
  const tablesOfTest = { objects: { Test_Owned: entry }, clientRows: {} };
  const routes = [forRoles('PSP_AI'), forRoles('PSP_PI', 'PSP_IC'), forRoles('VOP_RS')];
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({
      routes: [
        ...routes.map((contract) => testEndpoint(contract)),
        testEndpoint(ofOwner, ({ caller }, { params }) => {
          if (owned.get(String(at(params, 'thingId'))) !== callerId(caller))
            throw standardProblems['not-found']();
          return { status: 200 };
        }),
      ],
      ports: () => ({}),
      dialectFor: () => xs2a,
      thirdParties: harness.thirdParties,
      thirdPartyChecks,
      startAt: harness.app.clock.now().toString(),
      services: { rateLimits: harness.app.services.rateLimits },
    });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const cells = [...routes, ofOwner].flatMap((contract) =>
    cellsOf(contract, tablesOfTest).map(
      (cell) => [contract.operationId, cell.actor, contract, cell] as const,
    ),
  );
  const answered = async (request: TestRequest): Promise<ReceivedResponse> => ({
    path: request.path,
    response: await server.call(request),
  });

  test.each(cells)('%s, %s', async (_id, _actor, contract, { expected, request, requestForUnknown }) => {
    const target = targetOf(contract, tablesOfTest);
    const received = await answered(await request(harness, target));
    const unknown = requestForUnknown && (await answered(await requestForUnknown(harness, target)));
    const { seen, wanted } = verdictOf(contract, expected, { received, unknown });
    expect(seen).toEqual(wanted);
  });

  test('have at least ten refused actors, and no gap', () => {
    for (const contract of routes) {
      const refused = cellsOf(contract).filter(({ expected }) => expected.kind === 'refused');
      expect(new Set(refused.map(({ actor }) => actor)).size).toBeGreaterThanOrEqual(10);
    }
    expect(gapsIn([...routes, ofOwner], tablesOfTest)).toEqual([]);
  });
});

describe('a wrong response', () => {
  const contract = testContract({ ...about, access: callers({ application: { scope: 'x' } }) });
  const unauthorized: Expected = {
    kind: 'refused',
    problem: standardProblems.unauthorized,
    challenge: 'Bearer',
  };
  const response = (
    status: number,
    code = '',
    headers: TestServerResponse['headers'] = {},
  ): TestServerResponse => {
    const body = { problem: code };
    return {
      status,
      headers: { 'www-authenticate': 'Bearer', ...headers },
      body,
      text: JSON.stringify(body),
    };
  };
  const isRight = (
    expected: Expected,
    actual: TestServerResponse,
    ofUnknown?: TestServerResponse,
  ): boolean => {
    const received = { path: '/v1/things/0123456789', response: actual };
    const unknown = ofUnknown && { path: '/v1/things/9876543210', response: ofUnknown };
    const { seen, wanted } = verdictOf(contract, expected, { received, unknown });
    return JSON.stringify(seen) === JSON.stringify(wanted);
  };

  test.each<[string, boolean, TestServerResponse]>([
    ['as required', true, response(401, 'unauthorized')],
    ['that allows the caller', false, response(200)],
    ['with another status', false, response(403, 'unauthorized')],
    ['with another code', false, response(401, 'step-up-required')],
    ['with another challenge', false, response(401, 'unauthorized', { 'www-authenticate': 'DPoP' })],
  ])('where 401 is required, one %s: right is %s', (_what, right, actual) => {
    expect(isRight(unauthorized, actual)).toBe(right);
  });

  test.each([
    [200, true, true],
    [404, true, false],
    [400, true, false],
    [409, true, true],
    [401, false, false],
    [403, false, false],
    [500, false, false],
  ])('to an allowed caller, %s: allowed is %s, found is %s', (status, isAllowed, isFound) => {
    expect(isRight(expectAllowed, response(status))).toBe(isAllowed);
    expect(isRight({ kind: 'found' }, response(status))).toBe(isFound);
  });

  const gone = response(404, 'not-found');
  test.each<[string, boolean, TestServerResponse, TestServerResponse | undefined]>([
    ['the same', true, gone, gone],
    ['the same at another time', true, response(404, 'not-found', { date: 'now' }), gone],
    ['the same about its own name', true, response(404, '0123456789'), response(404, '9876543210')],
    ['another code', false, response(404, 'hidden'), gone],
    ['another header', false, response(404, 'not-found', { etag: '1' }), gone],
    ['another status', false, response(403, 'not-found'), gone],
    // Both were refused before the lookup of the object; the comparison proves nothing.
    ['the same, too early', false, response(400, 'x'), response(400, 'x')],
    ['nothing to compare with', false, gone, undefined],
  ])('about the object of another owner, %s: right is %s', (_what, right, actual, ofUnknown) => {
    expect(isRight({ kind: 'as-unknown' }, actual, ofUnknown)).toBe(right);
  });

  test.each<[number, string, boolean]>([
    [401, 'invalid_client', true],
    [400, 'invalid_client', false],
    [401, 'invalid_grant', false],
  ])('to a client, %s %s: right is %s', (status, error, right) => {
    const actual = { ...response(status), body: { error } };
    expect(isRight({ kind: 'response', status: 401, error: 'invalid_client' }, actual)).toBe(right);
  });

  test.each([
    [false, true],
    [true, false],
  ])('about the token of another client, active %s: right is %s', (active, right) => {
    const actual = { ...response(200), body: { active } };
    expect(isRight({ kind: 'response', status: 200, active: false }, actual)).toBe(right);
  });
});
