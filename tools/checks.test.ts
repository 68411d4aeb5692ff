import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plain } from '../server/src/dialects/plain/plain.ts';
import { checksumOf, MigrationEdited, unapplied } from '../server/src/platform/db/migrate.ts';
import { defineProblems } from '../server/src/platform/kernel/problem.ts';
import { testContract, testEndpoint, testInterface } from '../server/src/platform/testing/endpoints.ts';
import { createTestServer, type TestServerResponse } from '../server/src/platform/testing/test-server.ts';
import { unread } from './checks/boundaries.ts';
import { createFaultyCopy, type FaultyCopy } from './checks/faulty-copy.ts';
import { licenceError, lockErrors } from './checks/supply-chain.ts';

/** Checks that cannot fail prove nothing: each step gets an error that it must find. */
const faultyFiles = {
  'server/migrations/9999_careless.sql': `\
alter table configuration.bank drop column country;
`,
  'server/src/platform/db/looks-up.ts': `\
import { party } from '#capabilities/party/index.ts';

export const lookedUp: string = party;
`,
  'server/src/platform/kernel/chicken.ts': `\
import { egg } from './egg.ts';

export const chicken = (): unknown => egg;
`,
  'server/src/platform/kernel/egg.ts': `\
import { chicken } from './chicken.ts';

export const egg = (): unknown => chicken;
`,
  'server/src/platform/testing/only-for-tests.ts': `\
export const onlyForTests = 'a stand-in';
`,
  'server/src/platform/db/uses-testing.ts': `\
import { onlyForTests } from '#platform/testing/only-for-tests.ts';

export const used: string = onlyForTests;
`,
  'server/src/adapters/nats/adapter.ts': `\
export const adapter = 'an adapter';
`,
  'server/src/capabilities/party/index.ts': `\
export const party = 'party';
`,
  'server/src/capabilities/party/operations/ask-payments.ts': `\
import { payments } from '#capabilities/payments/index.ts';

export const askPayments = (): string => payments;
`,
  'server/src/capabilities/party/operations/use-adapter.ts': `\
import { adapter } from '#adapters/nats/adapter.ts';

export const useAdapter = (): string => adapter;
`,
  'server/src/capabilities/gardening/index.ts': `\
import { party } from '#capabilities/party/index.ts';

export const gardening: string = party;
`,
  'server/src/capabilities/consents/store/consents.store.ts': `\
export const consents = 'consents';
`,
  'server/src/capabilities/payments/index.ts': `\
export const payments = 'payments';
`,
  'server/src/capabilities/payments/operations/read-consents.ts': `\
import { consents } from '#capabilities/consents/store/consents.store.ts';

export const readConsents = (): string => consents;
`,
  'server/src/capabilities/payments/domain/reads-files.ts': `\
import { readFileSync } from 'node:fs';

export const rules = (): string => readFileSync('rules', 'utf8');
`,
  'server/src/capabilities/payments/store/payments.store.ts': `\
import { tablesOf } from '#platform/db/statement.ts';

const tables = tablesOf<{ payment: { bank_id: string } }>('payments');

export const own = tables.selectFrom('payment').selectAll();
export const foreign = tables.selectFrom('consent').selectAll();
`,
  'server/src/capabilities/payments/contract.ts': `\
import type { Access } from '#platform/auth/access.ts';
import { contract, type Interface } from '#platform/http/contract.ts';

const rest = (about: Interface) =>
  ({
    operationId: 'Payments_Get',
    interface: about,
    method: 'GET',
    path: '/v1/payments',
    summary: 'A payment',
    description: 'Reads a payment.',
    request: {},
    responses: {},
    problems: [],
    idempotency: 'none',
    rate: 'read',
    source: 'S001',
  }) as const;

export const closed = (about: Interface, access: Access) => contract({ ...rest(about), access });
export const openToWhom = (about: Interface) => contract({ ...rest(about) });
`,
  'server/src/capabilities/payments/domain/careless.ts': `\
export function doesNotAwait(save: () => Promise<void>): void {
  save();
}

export function casts(text: unknown): string {
  return text as string;
}

export function readsTheClock(): unknown {
  return new Date();
}
`,
  'server/src/capabilities/payments/domain/unformatted.ts': `export const unformatted={a:"b" , c  :1}\n`,
};

/** Returns the line of an error in its file. */
function lineOf(path: keyof typeof faultyFiles, piece: string): number {
  const lines = faultyFiles[path].split('\n');
  return 1 + lines.findIndex((line) => line.includes(piece));
}

let copy: FaultyCopy;
let output: string;
let code: number;

beforeAll(async () => {
  copy = await createFaultyCopy({ withPlatform: true });
  await copy.write(faultyFiles);
  await copy.edit('server/migrations/0001_platform.sql', (sql) => `${sql}\n-- a second thought\n`);
  await copy.edit('server/migrations/checksums.json', (text) =>
    text.replace(/("0001_\w+\.sql": ")\w+/, '$1edited-too'),
  );
  await copy.edit('package-lock.json', (text) =>
    text.replace('"node_modules/pg": {', '"node_modules/pg": { "hasInstallScript": true,'),
  );
  ({ code, output } = await copy.check([
    'lint',
    'types',
    'boundaries',
    'format',
    'migrations',
    'supply-chain',
  ]));
});
afterAll(async () => {
  await copy[Symbol.asyncDispose]();
});

describe('the checks', () => {
  it('end with the counts and a failing exit code', () => {
    expect(output.trimEnd().split('\n').at(-1)).toBe('0 passed, 6 failed');
    expect(code).toBe(1);
  });

  it('refuse a step that does not exist', async () => {
    expect((await copy.check(['lint', 'everything'])).code).toBe(2);
  });
});

describe('boundaries', () => {
  const capabilities = 'server/src/capabilities';

  it.each([
    ['an import upwards', 'platform-knows-nothing-above: server/src/platform/db/looks-up.ts'],
    ['a cycle', 'no-cycle: server/src/platform/kernel/chicken.ts'],
    ['test code in the product', 'testing-is-for-tests: server/src/platform/db/uses-testing.ts'],
    [
      "an import of another capability's store",
      `capabilities-through-the-front-door: ${capabilities}/payments/operations/read-consents.ts`,
    ],
    [
      'the use of a capability from a lower level',
      `capabilities-of-level-0-look-down: ${capabilities}/party/operations/ask-payments.ts`,
    ],
    ['a capability without a level', `capabilities-have-a-level: ${capabilities}/gardening/index.ts`],
    [
      'a capability that imports an adapter',
      `capabilities-know-no-app-and-no-adapter: ${capabilities}/party/operations/use-adapter.ts`,
    ],
    ['a rule that reads files', `domain-is-pure: ${capabilities}/payments/domain/reads-files.ts`],
  ])('refuse %s', (_what, error) => {
    expect(output).toContain(`${error} → `);
  });

  it('refuse to have read nothing', async () => {
    await using empty = await createFaultyCopy({ withPlatform: false });
    await empty.write({ 'elsewhere.config.ts': 'export const elsewhere = 1;\n' });
    const result = await empty.check(['boundaries']);
    expect(result.output).toContain('no module was read');
    expect(result.code).toBe(1);
  });

  it('refuse to have read fewer files than there are', () => {
    expect(unread(['a.ts', 'b.ts'], ['a.ts', 'elsewhere.js'])).toEqual(['boundaries: b.ts was not read']);
  });
});

describe('types', () => {
  it("refuse a store that names another capability's table", () => {
    const path = 'server/src/capabilities/payments/store/payments.store.ts';
    expect(output).toContain(`${path}(${lineOf(path, "'consent'")},`);
    expect(output).toContain(`'"consent"' is not assignable to parameter of type`);
    expect(output).not.toContain(`${path}(${lineOf(path, "'payment'")},`);
  });

  it('refuse a contract that does not say who may call', () => {
    const path = 'server/src/capabilities/payments/contract.ts';
    expect(output).toContain(`${path}(${lineOf(path, 'openToWhom')},`);
    expect(output).toContain("Property 'access' is missing");
    expect(output).not.toContain(`${path}(${lineOf(path, 'closed')},`);
  });
});

describe('lint', () => {
  it.each([
    ['a promise that is not awaited', 'no-floating-promises', 'save();'],
    ['a cast', 'consistent-type-assertions', 'as string'],
    ['the clock of the machine', 'no-restricted-globals', 'new Date'],
  ])('refuses %s', (_what, rule, piece) => {
    const line = lineOf('server/src/capabilities/payments/domain/careless.ts', piece);
    expect(output).toMatch(new RegExp(`${rule}[^]{0,400}?careless\\.ts:${line}:`));
  });
});

describe('format', () => {
  it('refuses unformatted files', () => {
    expect(output).toMatch(/unformatted\.ts format/);
  });
});

describe('migrations', () => {
  it('that have landed are not edited, even when their checksum is edited with them', () => {
    expect(output).toContain('0001_platform.sql was edited after it had landed');
  });

  it('do not break the version that is still running', () => {
    expect(output).toMatch(/ban-drop-column[^]{0,400}?9999_careless\.sql:1:/);
  });

  it('are refused by the runner as well, when the database knows them differently', () => {
    const applied = [{ name: '0001_first.sql', checksum: checksumOf('create table a ();') }];
    const files = [{ name: '0001_first.sql', sql: 'create table b ();' }];
    expect(() => unapplied(applied, files)).toThrow(MigrationEdited);
  });
});

describe('the supply chain', () => {
  const integrity = 'sha512-of-something';

  it('brings no install script', () => {
    expect(output).toContain('pg has an install script');
  });

  it('brings only exact versions with checksums, from any mirror', () => {
    const errors = lockErrors({
      server: { dependencies: { exact: '1.2.3', aliased: 'npm:@a/b@1.2.3', loose: '^1.2.3' } },
      'node_modules/unknown': {},
      'node_modules/addressed': { integrity, resolved: 'https://packages.test/addressed.tgz' },
    });
    expect(errors).toEqual([
      'server/package.json: loose is ^1.2.3, not one exact version',
      'unknown is locked without a checksum',
      'addressed is locked to one address',
    ]);
  });

  it.each([
    ['nothing', ''],
    ['a licence that is not cleared', 'AGPL-3.0-only'],
    ['one cleared licence and one other', 'MIT AND GPL-3.0-only'],
    ['a choice of licences that was not made', '(MIT OR GPL-3.0-only)'],
  ])('brings no package under %s', (_what, licence) => {
    expect(licenceError('some-package', licence, 'shipped')).toHaveLength(1);
  });
});

describe('an endpoint', () => {
  const about = testInterface(plain, '/v1/gate');
  const problems = defineProblems('gate', {
    undeclared: { kind: 'refused', message: 'Not in the contract.' },
  });
  const routes = [
    testEndpoint(testContract({ interface: about, at: '/status' }), () => ({ status: 202 })),
    testEndpoint(testContract({ interface: about, at: '/member' }), () => ({
      status: 200,
      body: { surplus: 1 },
    })),
    testEndpoint(testContract({ interface: about, at: '/problem' }), () => {
      throw problems.undeclared();
    }),
    testEndpoint(testContract({ interface: about, at: '/declared', problems: [problems.undeclared] }), () => {
      throw problems.undeclared();
    }),
  ];

  async function responseOf(path: string): Promise<TestServerResponse> {
    await using testServer = await createTestServer({ routes, ports: () => ({}), dialectFor: () => plain });
    const response = await testServer.call({ method: 'GET', path });
    return response;
  }

  it.each(['/v1/gate/status', '/v1/gate/member', '/v1/gate/problem'])(
    'responds with 500 instead of what its contract does not declare: %s',
    async (path) => {
      expect((await responseOf(path)).status).toBe(500);
    },
  );

  it('responds with what its contract declares', async () => {
    expect(await responseOf('/v1/gate/declared')).toMatchObject({
      status: 422,
      body: { code: 'undeclared' },
    });
  });
});
