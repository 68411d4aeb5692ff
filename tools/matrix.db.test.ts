import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contracts } from '../server/src/apps/wiring.ts';
import { channel } from '../server/src/dialects/channel/channel.ts';
import { xs2a } from '../server/src/dialects/xs2a/xs2a.ts';
import { callers, oauthClients } from '../server/src/platform/auth/access.ts';
import type { Contract } from '../server/src/platform/http/contract.ts';
import { standardProblems } from '../server/src/platform/kernel/standard-problems.ts';
import { testContract, testInterface } from '../server/src/platform/testing/endpoints.ts';
import type { TestRequest, TestServerResponse } from '../server/src/platform/testing/test-server.ts';
import { type Cell, type Expected, expectAllowed } from './matrix/cell.ts';
import { createHarness, type Harness } from './matrix/harness.ts';
import { carriedTo, cellsOf, gapsIn, placeOf } from './matrix/rows.ts';
import { type Answered, type Verdict, verdictOf } from './matrix/verdict.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(async () => {
  await harness[Symbol.asyncDispose]();
});

async function send(request: TestRequest): Promise<Answered> {
  return { path: request.path, answer: await harness.app.call(request) };
}

async function judge(contract: Contract, { ask, askForUnknown, expected }: Cell): Promise<Verdict> {
  const place = placeOf(contract);
  const carried = (request: TestRequest): TestRequest => ({
    ...request,
    headers: { ...carriedTo(contract), ...request.headers },
  });
  const asked = await send(carried(await ask(harness, place)));
  const unknown = askForUnknown && (await send(carried(await askForUnknown(harness, place))));
  return verdictOf(contract, expected, { asked, unknown });
}

const rows = contracts
  .map((contract) => ({ contract, cells: cellsOf(contract) }))
  // What has no cell has a gap, and that is told below.
  .filter(({ cells }) => cells.length > 0);

describe.each(rows.map((row) => [`${row.contract.method} ${row.contract.path}`, row] as const))(
  '%s',
  (_title, { contract, cells }) => {
    test.each(cells.map((cell) => [cell.actor, cell.caller, cell.expected.kind, cell] as const))(
      '%s (%s): %s',
      async (_actor, _caller, _kind, cell) => {
        const { seen, wanted } = await judge(contract, cell);
        expect(seen).toEqual(wanted);
      },
    );
  },
);

describe('the matrix', () => {
  test('has no gap', () => {
    expect(gapsIn(contracts)).toEqual([]);
  });

  test('says no in at least ten ways on every route that reads tokens', () => {
    const few = rows
      .filter(({ contract }) => contract.access.kind !== 'client')
      .map(({ cells, contract }) => {
        const refused = cells.filter(({ expected }) => expected.kind === 'refused');
        return { of: contract.operationId, ways: new Set(refused.map(({ actor }) => actor)).size };
      })
      .filter(({ ways }) => ways < 10);
    expect(few).toEqual([]);
  });

  test('says no in at least ten ways on every route of OAuth clients, and yes in one', () => {
    const clientRoutes = rows.filter(({ contract }) => contract.access.kind === 'client');
    expect(clientRoutes).not.toEqual([]);
    for (const { cells, contract } of clientRoutes) {
      const statuses = cells.flatMap(({ actor, expected }) =>
        expected.kind === 'answered' ? [{ actor, status: expected.status }] : [],
      );
      const refused = statuses.filter(({ status }) => status >= 400);
      expect(new Set(refused.map(({ actor }) => actor)).size).toBeGreaterThanOrEqual(10);
      expect(refused.length).toBeLessThan(statuses.length);
      const declared = Object.keys(contract.responses).map(Number);
      expect(declared).toEqual(expect.arrayContaining(statuses.map(({ status }) => status)));
    }
  });

  test('lets in somebody of every kind that a contract names, and of no other', () => {
    const kinds = ['application', 'customer', 'employee'];
    for (const { cells, contract } of rows.filter(({ contract: { access } }) => access.kind === 'callers')) {
      const inside = new Set(
        cells.filter(({ expected }) => expected.kind === 'in').map(({ caller }) => caller),
      );
      const named = kinds.filter((kind) => Object.hasOwn(contract.access, kind));
      expect(kinds.filter((kind) => inside.has(kind))).toEqual(named);
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
    const row: Cell = { actor: 'a', caller: 'c', expected: expectAllowed, ask: async (_rig, place) => place };
    expect(gapsIn([contract], { ...none, clientRows: { Test_Thing: [row] } })).toEqual([]);
  });

  test('of which no actor knows anything is a gap', () => {
    const forThirdParties = { interface: testInterface(xs2a), access: callers({ tpp: { role: 'PSP_AI' } }) };
    const contract = testContract({ ...about, ...forThirdParties });
    expect(gapsIn([contract], none)).toEqual([expect.stringContaining('no actor')]);
  });

  test('that is gone leaves a gap the other way round', () => {
    const entry = { kind: 'open', why: 'a test', values: {} } as const;
    expect(gapsIn([], { objects: { Test_Gone: entry }, clientRows: {} })).toEqual([
      expect.stringContaining('Test_Gone'),
    ]);
  });
});

describe('a wrong answer', () => {
  const contract = testContract({ ...about, access: callers({ application: { scope: 'x' } }) });
  const unauthorized: Expected = {
    kind: 'refused',
    problem: standardProblems.unauthorized,
    challenge: 'Bearer',
  };
  const answer = (
    status: number,
    word = '',
    headers: TestServerResponse['headers'] = {},
  ): TestServerResponse => {
    const body = { problem: word };
    return {
      status,
      headers: { 'www-authenticate': 'Bearer', ...headers },
      body,
      text: JSON.stringify(body),
    };
  };
  const isRight = (
    expected: Expected,
    given: TestServerResponse,
    ofUnknown?: TestServerResponse,
  ): boolean => {
    const asked = { path: '/v1/things/0123456789', answer: given };
    const unknown = ofUnknown && { path: '/v1/things/9876543210', answer: ofUnknown };
    const { seen, wanted } = verdictOf(contract, expected, { asked, unknown });
    return JSON.stringify(seen) === JSON.stringify(wanted);
  };

  test.each<[string, boolean, TestServerResponse]>([
    ['as it should be', true, answer(401, 'unauthorized')],
    ['that lets somebody in', false, answer(200)],
    ['with another status', false, answer(403, 'unauthorized')],
    ['with another word', false, answer(401, 'step-up-required')],
    [
      'that does not say how to do better',
      false,
      answer(401, 'unauthorized', { 'www-authenticate': 'DPoP' }),
    ],
  ])('where 401 was due, one %s: right is %s', (_what, right, given) => {
    expect(isRight(unauthorized, given)).toBe(right);
  });

  test.each([
    [200, true, true],
    [404, true, false],
    [400, true, false],
    [409, true, true],
    [401, false, false],
    [403, false, false],
    [500, false, false],
  ])('to somebody who may, %s: in is %s, found is %s', (status, isIn, isFound) => {
    expect(isRight(expectAllowed, answer(status))).toBe(isIn);
    expect(isRight({ kind: 'found' }, answer(status))).toBe(isFound);
  });

  const gone = answer(404, 'not-found');
  test.each<[string, boolean, TestServerResponse, TestServerResponse | undefined]>([
    ['the same', true, gone, gone],
    ['the same at another time', true, answer(404, 'not-found', { date: 'now' }), gone],
    ['the same about its own name', true, answer(404, '0123456789'), answer(404, '9876543210')],
    ['another word', false, answer(404, 'hidden'), gone],
    ['another header', false, answer(404, 'not-found', { etag: '1' }), gone],
    ['another status', false, answer(403, 'not-found'), gone],
    // Both were stopped before anybody looked for the object; nothing was compared.
    ['the same, too early', false, answer(400, 'x'), answer(400, 'x')],
    ['nothing to compare with', false, gone, undefined],
  ])('about somebody else’s thing, %s: right is %s', (_what, right, given, ofUnknown) => {
    expect(isRight({ kind: 'as-unknown' }, given, ofUnknown)).toBe(right);
  });

  test.each<[number, string, boolean]>([
    [401, 'invalid_client', true],
    [400, 'invalid_client', false],
    [401, 'invalid_grant', false],
  ])('to a client, %s %s: right is %s', (status, error, right) => {
    const given = { ...answer(status), body: { error } };
    expect(isRight({ kind: 'answered', status: 401, error: 'invalid_client' }, given)).toBe(right);
  });

  test.each([
    [false, true],
    [true, false],
  ])('about somebody else’s token, active %s: right is %s', (active, right) => {
    const given = { ...answer(200), body: { active } };
    expect(isRight({ kind: 'answered', status: 200, active: false }, given)).toBe(right);
  });
});
