import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authorizationCapability, listOpenCollections } from '#capabilities/authorization/index.ts';
import { partyCapability } from '#capabilities/party/index.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { runCommand } from '#platform/work/command.ts';
import { configFrom } from '../commands/program.suite.ts';
import { openResources } from '../program/open-resources.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

test('the product opens corrections of party data for signatures by evaluate-user, and applies none without them', async () => {
  const settings = {
    PORTICO_DATABASE_URL: database.appUrl,
    PORTICO_MASTER_KEYS: randomBytes(32).toString('base64'),
  };
  await using resources = openResources(configFrom(settings), { command: 'test' });
  const ports = await resources.ports([partyCapability, authorizationCapability]);
  expect([...ports.of(authorizationCapability).openedFirst]).toEqual(['party-correction']);
  const context = resources.contextFor('01');
  const { correctionApprovals } = ports.of(partyCapability);
  const correction = { correctionId: 'correction-1', payload: '{"birth-date":"1984-02-29"}' };
  const step = (kind: 'open' | 'use'): Promise<unknown> =>
    runCommand(context, async (work) => {
      work.audit({ aggregateKind: 'party', aggregateId: '1', changes: [] });
      return correctionApprovals[kind](context, work, correction);
    });
  expect(await step('use')).toBe('over');
  await step('open');
  expect(await step('use')).toBe('waiting');
  const open = await listOpenCollections(context, { owner: '*' });
  expect(open).toMatchObject([
    { resourceKind: 'party-correction', resourceId: 'correction-1', signedBy: [] },
  ]);
});
