import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contracts } from '../server/src/apps/wiring.ts';
import { type Contract, problemsOf } from '../server/src/platform/http/contract.ts';
import { arbitraryRequest } from '../server/src/platform/testing/arbitrary-request.ts';
import type { ThirdPartyRequest } from '../server/src/platform/testing/proxied-calls.ts';
import { randomRuns } from '../server/src/platform/testing/random-runs.ts';
import type { TestApp } from '../server/src/platform/testing/test-app.ts';
import { testThirdParties } from '../server/src/platform/testing/third-parties.ts';
import type { TokenRequest } from '../server/src/platform/testing/token-mint.ts';
import { rightCallers } from './matrix/callers.ts';
import { createProductTestApp } from './product-test-app.ts';

/** Requests per endpoint; `FUZZ=n` sends another number. */
const fuzzRuns = Number(process.env['FUZZ'] ?? randomRuns(150));
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);

let app: TestApp;

beforeAll(async () => {
  app = await createProductTestApp({ isObserved: false, thirdParties: await testThirdParties() });
});

afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

const titleOf = ({ method, path }: Contract): string => `${method} ${path}`;

/** Returns a caller that may use the operation; undefined on a public route. The matrix tests all other callers. */
function callerFor(contract: Contract): TokenRequest | ThirdPartyRequest | undefined {
  if (contract.access.kind === 'callers' && contract.access.tpp !== undefined)
    return { kind: 'tpp', certificate: '_A' };
  const [caller] = contract.access.kind === 'callers' ? rightCallers(contract) : [];
  if (caller === undefined) return undefined;
  return { ...caller.token, boundTo: caller.binding === 'key' ? app.mint.wallet : 'none' };
}

describe.each(contracts.map((contract) => [titleOf(contract), contract] as const))(
  '%s',
  (_title, contract) => {
    test(`responds to any request as its contract says (seed ${seed})`, async () => {
      const caller = callerFor(contract);
      const { describeProblem } = contract.interface.dialect;
      const declared = new Set([
        304,
        ...Object.keys(contract.responses).map(Number),
        ...problemsOf(contract).map(({ entry, literal }) => describeProblem(entry, literal).status),
      ]);
      await fc.assert(
        fc.asyncProperty(arbitraryRequest(contract), async (request) => {
          const response = await app.call({ ...request, ...(caller === undefined ? {} : { as: caller }) });
          expect(declared).toContain(response.status);
          expect(response.status).not.toBe(500);
          expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
          expect(({} as Record<string, unknown>)['polluted']).toBeUndefined(); // oxlint-disable-line typescript/consistent-type-assertions -- looks for a member that must not exist
        }),
        { numRuns: fuzzRuns, seed },
      );
    });
  },
);

describe('an operation of the specification that changes something', () => {
  // Third parties send X-Request-ID with every request, whatever it changes.
  const seedPosts = contracts.filter(
    ({ interface: { dialect }, method, source }) =>
      method === 'POST' && source !== 'addition' && dialect.name !== 'xs2a',
  );

  /** Returns the code of the field error about the idempotency key of this request. */
  async function keyError(contract: Contract, claims: Readonly<Record<string, unknown>>): Promise<unknown> {
    const caller = callerFor(contract);
    const path = contract.path.replaceAll(/\{[\w-]+\}/g, 'x');
    const as = caller === undefined || caller.kind === 'tpp' ? caller : { ...caller, claims };
    const response = await app.call({ method: 'POST', path, body: {}, ...(as === undefined ? {} : { as }) });
    return /"errors":\[\{"field":"Idempotency-Key","code":"(\w+)"/i.exec(response.text)?.[1];
  }

  test('is one of many', () => {
    expect(seedPosts.length).toBeGreaterThan(20);
  });

  test.each(seedPosts.map((contract) => [titleOf(contract), contract] as const))(
    '%s requires an idempotency key from strict clients at most',
    async (_title, contract) => {
      expect(await keyError(contract, {})).toBeUndefined();
      const expected = contract.idempotency === 'required' ? 'required' : undefined;
      expect(await keyError(contract, { idempotency: 'strict' })).toBe(expected);
    },
  );
});
