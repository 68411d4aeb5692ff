import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contracts } from '../server/src/apps/wiring.ts';
import { type Contract, problemsOf } from '../server/src/platform/http/contract.ts';
import { arbitraryRequest } from '../server/src/platform/testing/arbitrary-request.ts';
import type { TestApp } from '../server/src/platform/testing/test-app.ts';
import type { TokenRequest } from '../server/src/platform/testing/token-mint.ts';
import { rightCallers } from './matrix/callers.ts';
import { createProductTestApp } from './product-test-app.ts';

/** Requests per endpoint in the gate; `FUZZ=n` for more. */
const fuzzRuns = Number(process.env['FUZZ'] ?? 150);
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);

let app: TestApp;

beforeAll(async () => {
  app = await createProductTestApp();
});

afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

const titleOf = ({ method, path }: Contract): string => `${method} ${path}`;

/** Somebody who gets as far as the operation; on a public route, nobody in particular. Who else may is the matrix. */
function callerFor(contract: Contract): TokenRequest | undefined {
  const [caller] = contract.access.kind === 'callers' ? rightCallers(contract) : [];
  if (caller === undefined) return undefined;
  return { ...caller.token, boundTo: caller.holder === 'key' ? app.mint.wallet : 'none' };
}

describe.each(contracts.map((contract) => [titleOf(contract), contract] as const))(
  '%s',
  (_title, contract) => {
    test(`answers any request as its contract says (seed ${seed})`, async () => {
      const caller = callerFor(contract);
      const { describeProblem } = contract.interface.dialect;
      const declared = new Set([
        304,
        ...Object.keys(contract.responses).map(Number),
        ...problemsOf(contract).map(({ entry, literal }) => describeProblem(entry, literal).status),
      ]);
      await fc.assert(
        fc.asyncProperty(arbitraryRequest(contract), async (request) => {
          const answer = await app.call({ ...request, ...(caller === undefined ? {} : { as: caller }) });
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

describe('an operation of the specification that changes something', () => {
  const seedPosts = contracts.filter(({ method, source }) => method === 'POST' && source !== 'addition');

  /** Codes of what is wrong with the idempotency key of this request. */
  async function keyFaults(contract: Contract, claims: Readonly<Record<string, unknown>>): Promise<unknown> {
    const caller = callerFor(contract);
    const path = contract.path.replaceAll(/\{[\w-]+\}/g, 'x');
    const as = caller && { ...caller, claims };
    const answer = await app.call({ method: 'POST', path, body: {}, ...(as === undefined ? {} : { as }) });
    return /"errors":\[\{"field":"Idempotency-Key","code":"(\w+)"/i.exec(answer.text)?.[1];
  }

  test('is one of many', () => {
    expect(seedPosts.length).toBeGreaterThan(20);
  });

  test.each(seedPosts.map((contract) => [titleOf(contract), contract] as const))(
    '%s needs an idempotency key of strict clients at most',
    async (_title, contract) => {
      expect(await keyFaults(contract, {})).toBeUndefined();
      const expected = contract.idempotency === 'required' ? 'required' : undefined;
      expect(await keyFaults(contract, { idempotency: 'strict' })).toBe(expected);
    },
  );
});
