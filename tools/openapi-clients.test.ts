import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CommandResult, run } from './checks/command.ts';
import { repositoryFiles, repositoryRoot, textOf } from './repository.ts';

/** How a client uses one operation of a document: a member of its success, and the code of one of its errors. */
interface Use {
  readonly operationId: string;
  /** An expression over `responses`, the responses of the operation. */
  readonly success: string;
  /** The type of the code in an error response, and one of its values. */
  readonly code: string;
  readonly value: string;
}

const json = "['content']['application/json']";
const problemJson = "['content']['application/problem+json']";

const uses: Readonly<Record<string, Use>> = {
  account: {
    operationId: 'Account_Show',
    success: "responses[200].headers['X-Request-ID']",
    code: `Responses[404]${problemJson}['code']`,
    value: 'not-found',
  },
  approvals: {
    operationId: 'Approval_Show',
    success: "responses[200].headers['X-Request-ID']",
    code: `Responses[429]${problemJson}['code']`,
    value: 'too-many-requests',
  },
  authorization: {
    operationId: 'Authorization_Otp_VerifySms',
    success: "responses[204].headers['X-Request-ID']",
    code: `Responses[440]${json}['problem']`,
    value: 'bad-otp',
  },
  client: {
    operationId: 'Client_Get',
    success: "responses[200].content['application/json'].devices[0]?.deviceId",
    code: `Responses[404]${problemJson}['code']`,
    value: 'not-found',
  },
  configuration: {
    operationId: 'Configuration_PlanMaintenance',
    success: "responses[201].headers['X-Request-ID']",
    code: `Responses[422]${problemJson}['code']`,
    value: 'idempotency-key-reused',
  },
  'core-connector': {
    operationId: 'Core_GetInstruction',
    success: "responses[200].content['application/json'].state",
    code: `Responses[404]${problemJson}['code']`,
    value: 'not-known',
  },
  correspondence: {
    operationId: 'Correspondence_Communications_GetList',
    success: `responses[200].content['application/json'].items[0]?.['communication-id']`,
    code: `Responses[400]${json}['errors'][number]['code']`,
    value: 'unknown-field',
  },
  identity: {
    operationId: 'Identity_Me_LinkLogin',
    success: "responses[204].headers['X-Request-ID']",
    code: `Responses[401]${json}['problem']`,
    value: 'unauthorized',
  },
  monitoring: {
    operationId: 'Monitoring_GetReadiness',
    success: "responses[200].content['application/json'].status",
    code: `Responses[503]${problemJson}['code']`,
    value: 'service-unavailable',
  },
  oauth: {
    operationId: 'OAuth_Token',
    success: "responses[200].content['application/json'].access_token",
    code: `Responses[404]${json}['error']`,
    value: 'invalid_request',
  },
  party: {
    operationId: 'Parties_Get',
    success: `responses[200].headers['X-Request-ID']`,
    code: `Responses[404]${json}['problem']`,
    value: 'not-found',
  },
  xs2a: {
    operationId: 'Payment_GetStatus',
    success: "responses[200].content['application/json'].transactionStatus",
    code: `Responses[403]${json}['tppMessages'][number]['code']`,
    value: 'RESOURCE_UNKNOWN',
  },
  'xs2a-profile': {
    operationId: 'Configuration_GetXs2aProfile',
    success: "responses[200].content['application/json'].profileVersion",
    code: `Responses[404]${problemJson}['code']`,
    value: 'unknown-host',
  },
};

const documents = (await repositoryFiles()).filter((path) => path.startsWith('contracts/openapi/'));
const nameOf = (path: string): string => path.replace(/^.*\/(.+)\.yaml$/, '$1');

/** Returns the source of a client. A poisoned one reads a member, or expects a code, that the document does not have. */
function clientOf(name: string, { code, operationId, success, value }: Use, poison: 'none' | Poison): string {
  return `\
import type { operations } from '../types/${name}.ts';

type Responses = operations['${operationId}']['responses'];
export const succeeded = (responses: Responses): unknown => ${success}${poison === 'success' ? '.noSuchMember' : ''};
export const failed: ${code} = '${poison === 'error' ? 'no-such-code' : value}';
`;
}

const poisons = ['success', 'error'] as const;
type Poison = (typeof poisons)[number];

const tsconfig = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    allowImportingTsExtensions: true,
    module: 'nodenext',
    target: 'esnext',
    lib: ['esnext'],
    types: [],
  },
};

let folder: string;
let compiled: CommandResult;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-clients-'));
  for (const part of ['types', 'clients', 'poisoned']) await mkdir(join(folder, part));
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  for (const path of documents) {
    const name = nameOf(path);
    const use = uses[name];
    await writeFile(join(folder, 'types', `${name}.ts`), astToString(await openapiTS(await textOf(path))));
    if (use === undefined) continue;
    await writeFile(join(folder, 'clients', `${name}.ts`), clientOf(name, use, 'none'));
    for (const poison of poisons)
      await writeFile(join(folder, 'poisoned', `${name}-${poison}.ts`), clientOf(name, use, poison));
  }
  compiled = await run(join(repositoryRoot, 'node_modules/.bin/tsc'), ['-p', folder], { cwd: folder });
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

test('each document has a client here', () => {
  expect(documents.map(nameOf).toSorted()).toEqual(Object.keys(uses).toSorted());
});

test('the types of each document, and clients that use a success and an error, compile', () => {
  const lines = compiled.output.split('\n').filter((line) => line.includes('error TS'));
  expect(lines.filter((line) => !line.startsWith('poisoned/'))).toEqual([]);
});

test.each(Object.keys(uses).flatMap((name) => poisons.map((poison) => [name, poison] as const)))(
  'a client of %s that expects another %s does not compile',
  (name, poison) => {
    expect(compiled.code).not.toBe(0);
    expect(compiled.output).toContain(`poisoned/${name}-${poison}.ts(`);
  },
);
