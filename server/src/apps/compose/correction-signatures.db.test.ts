import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthorizationPorts, authorizationCapability } from '#capabilities/authorization/index.ts';
import { saveSigningGroup } from '#capabilities/authorization/testing/signing-changes.suite.ts';
import { activate, reasonsOf, ruleFields } from '#capabilities/authorization/testing/signing-steps.suite.ts';
import { type PartyPorts, partyCapability } from '#capabilities/party/index.ts';
import { refusalOf } from '#capabilities/party/testing/party-reads.suite.ts';
import { customerFields } from '#capabilities/party/testing/party-test-app.suite.ts';
import { channel } from '#dialects/channel/channel.ts';
import { openDatabase } from '#platform/db/database.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { at } from '#platform/testing/json-at.ts';
import {
  createTestServer,
  type TestRequest,
  type TestServer,
  type TestServerResponse,
} from '#platform/testing/test-server.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import type { Context } from '#platform/work/context.ts';
import { configFrom } from '../commands/program.suite.ts';
import { openResources } from '../program/open-resources.ts';

/** Party and authorization with the ports of the product, behind one HTTP server. */
let database: TestDatabase;
let resources: ReturnType<typeof openResources>;
let server: TestServer;
let context: () => Context & AuthorizationPorts;

beforeAll(async () => {
  database = await createTestDatabase();
  const masterKey = randomBytes(32).toString('base64');
  const settings = { PORTICO_DATABASE_URL: database.appUrl, PORTICO_MASTER_KEYS: masterKey };
  resources = openResources(configFrom(settings), { command: 'test' });
  const ports = await resources.ports([partyCapability, authorizationCapability]);
  const [party, authorization] = [ports.of(partyCapability), ports.of(authorizationCapability)];
  context = () => ({ ...resources.contextFor('01'), ...authorization });
  server = await createTestServer<AuthorizationPorts & PartyPorts>(
    {
      routes: [...partyCapability.routes, ...authorizationCapability.routes],
      ports: () => ({ ...party, ...authorization }),
      dialectFor: () => channel,
    },
    openDatabase({ url: database.appUrl, poolSize: 4 }),
  );
  await saveSigningGroup(context(), {
    owner: '*',
    groupId: 'data-steward',
    members: ['clerk-1', 'clerk-2', 'clerk-3'].map((userId) => ({
      userId,
      validFrom: systemClock.now(),
      validUntil: undefined,
    })),
  });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await resources[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const required = '440 second-approval-required';
let keys = 0;
async function send(request: Omit<TestRequest, 'headers'>): Promise<TestServerResponse> {
  // The ports and the commands of staff have the clock of the machine.
  server.clock.set(systemClock.now().toString());
  keys += 1;
  const headers = { 'idempotency-key': `correction-${String(keys).padStart(12, '0')}` };
  return server.call({ ...request, ...(request.method === 'GET' ? {} : { headers }) });
}

/** An employee with a token of the bank's staff. */
function clerk(id: string, more: Partial<TokenRequest> = {}): TokenRequest {
  const roles = ['data-steward', 'authorization.sign', 'party.all-units'];
  return { kind: 'employee', id, banks: ['01'], roles, assurance: 'sca', ...more };
}

const backEnd: TokenRequest = {
  kind: 'application',
  id: 'back-end',
  banks: ['01'],
  scope: 'party.read party.register party.write party.sensitive',
};

async function registeredPerson(): Promise<string> {
  const { body } = await send({
    method: 'POST',
    path: '/v1/party/parties/individuals',
    as: backEnd,
    body: customerFields(),
  });
  return String(at(body, 'id'));
}

interface Correction {
  readonly number: string;
  readonly body: Readonly<Record<string, string>>;
  /** Sends the correction as an employee. */
  readonly apply: (as: TokenRequest) => Promise<TestServerResponse>;
  /** Signs the correction as an employee; returns the reasons of the response. */
  readonly sign: (as: TokenRequest, payload?: string) => Promise<readonly string[]>;
  /** What the record has now. */
  readonly recorded: () => Promise<unknown>;
}

/** An employee asks for a correction, which needs signatures. */
async function askedBy(
  employee: string,
  body: Readonly<Record<string, string>> = { 'birth-date': '1984-02-29', reason: 'document-check' },
): Promise<Correction> {
  const number = await registeredPerson();
  const path = `/v1/party/parties/individuals/${number}/corrections`;
  const apply = (as: TokenRequest): Promise<TestServerResponse> => send({ method: 'PATCH', path, as, body });
  const refused = await apply(clerk(employee));
  expect(refusalOf(refused)).toBe(required);
  const resourceId = String(at(refused.body, 'details', 'resource-id'));
  return {
    number,
    body,
    apply,
    async sign(as, payload = JSON.stringify(body)) {
      const signature = { 'resource-id': resourceId, 'resource-kind': 'party-correction', payload };
      const path = '/v1/authorization/evaluate-user';
      return reasonsOf(await send({ method: 'POST', path, as, body: signature }));
    },
    async recorded() {
      const path = `/v1/party/parties/${number}`;
      const { body: record } = await send({ method: 'GET', path, as: backEnd });
      return record;
    },
  };
}

const stillRefused = async ({ apply }: Correction, as = clerk('clerk-3')): Promise<void> => {
  expect(refusalOf(await apply(as))).toBe(required);
};

describe('a correction that one employee asks for, over HTTP', () => {
  test.each([
    [{ 'birth-date': '1984-02-29', reason: 'document-check' }, { 'birth-date': '1984-02-29' }],
    [
      { 'id-number': 'CORRECT1', 'id-kind': 'passport-number', reason: 'document-check' },
      { 'id-number': 'CORRECT1' },
    ],
  ])('is applied once two others have signed it: %j', async (body, expected) => {
    const correction = await askedBy('clerk-1', body);
    expect(await correction.sign(clerk('clerk-2'))).toEqual(['signature-accepted']);
    await stillRefused(correction);
    expect(await correction.sign(clerk('clerk-3'))).toEqual(['signature-accepted']);
    expect((await correction.apply(clerk('clerk-1'))).status).toBe(204);
    expect(await correction.recorded()).toMatchObject(expected);
  });

  test('is not applied by two signatures of one employee, in any spelling', async () => {
    const correction = await askedBy('clerk-1');
    expect(await correction.sign(clerk('clerk-2'))).toEqual(['signature-accepted']);
    expect(await correction.sign(clerk('clerk-2'))).toEqual(['user-already-signed']);
    expect(await correction.sign(clerk('CLERK-2'))).toEqual(['user-already-signed']);
    await stillRefused(correction);
  });

  test('is not signed by an employee outside the group, by one without the role, or by an application', async () => {
    const correction = await askedBy('clerk-1');
    expect(await correction.sign(clerk('clerk-9'))).toEqual(['user-cannot-sign']);
    expect(await correction.sign(clerk('clerk-2', { roles: ['data-steward'] }))).toEqual(['403 forbidden']);
    expect(await correction.sign({ ...backEnd, scope: 'authorization.sign' })).not.toContain(
      'signature-accepted',
    );
    await stillRefused(correction);
  });

  test('is not signed with another body than the one that was refused', async () => {
    const correction = await askedBy('clerk-1');
    const other = JSON.stringify({ ...correction.body, 'birth-date': '1984-02-28' });
    expect(await correction.sign(clerk('clerk-2'), other)).toEqual([expect.stringMatching(/^409 /v)]);
    await stillRefused(correction);
  });

  test('is neither asked for nor applied by an employee whose unit does not serve the customer', async () => {
    const correction = await askedBy('clerk-1');
    await correction.sign(clerk('clerk-2'));
    await correction.sign(clerk('clerk-3'));
    const elsewhere = clerk('clerk-2', { roles: ['data-steward'], claims: { unit: 'branch-9' } });
    expect((await correction.apply(elsewhere)).status).toBe(404);
    expect((await correction.apply(clerk('clerk-2'))).status).toBe(204);
  });

  // The last one: the rule holds from now on.
  test('is not signed by the employee who asked, where a rule of the bank bars the initiator', async () => {
    const group = { level: 1, 'entity-level': 'special-group', 'entity-id': 'data-steward', required: 2 };
    const rule = ruleFields({
      'rule-id': 'corrections',
      owner: '*',
      'resource-kind': 'party-correction',
      'authorization-type': 'N/A',
      currency: '*',
      'reference-currency': 'EUR',
      alternatives: [[group]],
      'initiator-may-sign': false,
    });
    await activate({ context }, '*', [rule]);
    const correction = await askedBy('clerk-1');
    expect(await correction.sign(clerk('clerk-1'))).toEqual(['user-cannot-sign']);
    await correction.sign(clerk('clerk-2'));
    await stillRefused(correction);
    await correction.sign(clerk('clerk-3'));
    expect((await correction.apply(clerk('clerk-1'))).status).toBe(204);
  });
});
