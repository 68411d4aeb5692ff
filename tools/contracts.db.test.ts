import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contracts, dialectFor, routesByCapability } from '../server/src/apps/wiring.ts';
import { createMaintenanceBoard } from '../server/src/capabilities/configuration/index.ts';
import { type Contract, problemsOf } from '../server/src/platform/http/contract.ts';
import { createRateLimits } from '../server/src/platform/http/rate-limits.ts';
import { arbitraryRequest } from '../server/src/platform/testing/arbitrary-request.ts';
import type { TokenRequest } from '../server/src/platform/testing/token-mint.ts';
import { createWorld, type World } from '../server/src/platform/testing/world.ts';

/** Requests per endpoint in the gate; `FUZZ=n` for more. */
const fuzzRuns = Number(process.env['FUZZ'] ?? 150);
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);

let world: World;

beforeAll(async () => {
  world = await createWorld({
    routes: Object.values(routesByCapability).flat(),
    ports: ({ app, clock }) => ({
      board: createMaintenanceBoard({ database: app, clock, banks: ['01', '02', 'nl'] }),
      health: { results: () => [] },
      operationsNetwork: { includes: () => false },
      version: 'test',
      measurements: { contentType: 'text/plain', render: async () => '' },
    }),
    dialectFor,
    services: { rateLimits: createRateLimits(unlimited) },
  });
});

afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const plenty = { perMinute: 1_000_000 };
const unlimited = { read: plenty, change: plenty, search: plenty, anonymous: plenty };

/** A caller of each kind that has everything the contract asks of that kind, and one that has nothing. */
function entitled({ access }: Contract): Readonly<Record<string, TokenRequest | undefined>> {
  if (access.kind === 'public') return {};
  const { application, customer, employee } = access;
  return {
    application: application && { kind: 'application', scope: application.scope },
    customer: customer && {
      kind: 'customer',
      id: 'usr_1',
      scope: customer.scope,
      assurance: customer.assurance ?? '1fa',
    },
    employee: employee && { kind: 'employee', id: 'employee-1', roles: [employee.role] },
  };
}

const strangers: Readonly<Record<string, TokenRequest>> = {
  'an application without the scope': { kind: 'application', scope: 'something.else' },
  'a customer without the scope': {
    kind: 'customer',
    id: 'usr_2',
    scope: 'something.else',
    assurance: 'sca-linked',
  },
  'an employee without the role': { kind: 'employee', id: 'employee-2', roles: ['something-else'] },
};

const broken: Readonly<Record<string, TokenRequest>> = {
  'an expired token': { kind: 'employee', id: 'employee-3', roles: ['maintenance'], validForSeconds: -60 },
  'a token for another audience': {
    kind: 'employee',
    id: 'employee-3',
    roles: ['maintenance'],
    audience: 'https://other.test',
  },
  'a token of another issuer': {
    kind: 'employee',
    id: 'employee-3',
    roles: ['maintenance'],
    issuer: 'https://other.test',
  },
  'a token that is no access token': {
    kind: 'employee',
    id: 'employee-3',
    roles: ['maintenance'],
    type: 'JWT',
  },
  'a token of no bank': { kind: 'employee', id: 'employee-3', roles: ['maintenance'], banks: [] },
};

const pathOf = ({ path }: Contract): string =>
  path.replaceAll(/\{[\w-]+\}/g, '01a1dcbf-fdb1-7d5d-b669-60821bd6845c');
const titleOf = ({ method, path }: Contract): string => `${method} ${path}`;
const guarded = contracts.filter(({ access }) => access.kind === 'callers');

async function statusFor(contract: Contract, as?: TokenRequest): Promise<number> {
  const { status } = await world.call({
    method: contract.method,
    path: pathOf(contract),
    ...(as === undefined ? {} : { as }),
  });
  return status;
}

describe.each(guarded.map((contract) => [titleOf(contract), contract] as const))('%s', (_title, contract) => {
  test('lets nobody in without a token', async () => {
    expect(await statusFor(contract)).toBe(401);
  });

  test.each(Object.entries(broken))('refuses %s', async (_who, as) => {
    expect(await statusFor(contract, as)).toBe(401);
  });

  test.each(Object.entries(strangers))('refuses %s', async (_who, as) => {
    expect(await statusFor(contract, as)).toBe(403);
  });

  test('lets in whom its contract names', async () => {
    const callers = Object.values(entitled(contract)).filter((caller) => caller !== undefined);
    expect(callers.length).toBeGreaterThan(0);
    for (const caller of callers) expect([401, 403]).not.toContain(await statusFor(contract, caller));
  });
});

describe.each(contracts.map((contract) => [titleOf(contract), contract] as const))(
  '%s',
  (_title, contract) => {
    test(`answers any request as its contract says (seed ${seed})`, async () => {
      const caller = Object.values(entitled(contract)).find((known) => known !== undefined);
      const { describeProblem } = contract.interface.dialect;
      const declared = new Set([
        304,
        ...Object.keys(contract.responses).map(Number),
        ...problemsOf(contract).map(({ entry, literal }) => describeProblem(entry, literal).status),
      ]);
      await fc.assert(
        fc.asyncProperty(arbitraryRequest(contract), async (request) => {
          const answer = await world.call({ ...request, ...(caller === undefined ? {} : { as: caller }) });
          expect(declared).toContain(answer.status);
          expect(answer.status).not.toBe(500);
          expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
          expect(({} as Record<string, unknown>)['polluted']).toBeUndefined(); // oxlint-disable-line typescript/consistent-type-assertions -- looks for a member that must not be there
        }),
        { numRuns: fuzzRuns, seed },
      );
    });
  },
);
