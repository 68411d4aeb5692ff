import { describe, expect, it } from 'vitest';
import { contracts } from '../server/src/apps/wiring.ts';
import { type Contract, problemsOf } from '../server/src/platform/http/contract.ts';
import { textOf } from './repository.ts';

interface Line {
  readonly method: string;
  readonly path: string;
  readonly source: string;
  readonly statuses: readonly string[];
}

/** All operations of the specification. */
const lines: readonly Line[] = (await textOf('docs/specification/endpoints.tsv'))
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [method = '', path = '', source = '', statuses = ''] = line.split('\t');
    return { method, path, source, statuses: statuses === '-' ? [] : statuses.split(',') };
  });

const interfaces = new Map(contracts.map((contract) => [contract.interface.basePath, contract]));

/** Interfaces are complete: when one operation of an interface has a contract, all must. */
const built = lines.filter(({ path, source }) =>
  [...interfaces].some(
    ([basePath, contract]) =>
      (path === basePath || path.startsWith(`${basePath}/`)) &&
      (contract.source === source || contract.source === 'addition'),
  ),
);

const contractOf = (method: string, path: string): (typeof contracts)[number] | undefined =>
  contracts.find((contract) => contract.method === method && contract.path === path);

/** Returns the statuses of responses and of problems. */
function statusesOf(contract: Contract): readonly string[] {
  const { describeProblem } = contract.interface.dialect;
  const refused = problemsOf(contract).map(({ entry, literal }) => describeProblem(entry, literal).status);
  return [...Object.keys(contract.responses), ...refused.map(String)];
}

describe('an operation of the specification', () => {
  it('comes from the list', () => {
    expect(lines.length).toBeGreaterThan(100);
    expect(built.length).toBeGreaterThan(0);
  });

  it.each(built)(
    '$method $path has a contract with the statuses named',
    ({ method, path, source, statuses }) => {
      const contract = contractOf(method, path);
      expect(contract?.source).toBe(source);
      expect(contract && statusesOf(contract)).toEqual(expect.arrayContaining([...statuses]));
    },
  );

  // SPEC 000: the client and monitoring interfaces support OPTIONS on each of their paths.
  const supportsOptions = built.filter(({ path }) => /^\/(?:v1\/monitoring|api\/v1)\//.test(path));

  it.each(supportsOptions)('$path supports OPTIONS', ({ path }) => {
    expect(contractOf('OPTIONS', path)).toBeDefined();
  });
});

describe('a contract', () => {
  it('claims to come from the specification only when the specification names it', () => {
    const claimed = contracts.filter(({ source, method }) => source !== 'addition' && method !== 'OPTIONS');
    const unnamed = claimed.filter(
      ({ method, path, source }) =>
        !lines.some((line) => line.method === method && line.path === path && line.source === source),
    );
    expect(unnamed.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('has a unique operation id and a unique method and path', () => {
    const ids = contracts.map(({ operationId }) => operationId);
    const endpoints = contracts.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(endpoints).size).toBe(endpoints.length);
  });
});
