import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { authorizationCapability } from '#capabilities/authorization/index.ts';
import { correspondenceCapability } from '#capabilities/correspondence/index.ts';
import { identityCapability } from '#capabilities/identity/index.ts';
import { partyCapability } from '#capabilities/party/index.ts';
import { loadConfig } from '#platform/config/load-config.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { openResources } from '../program/open-resources.ts';

test('ports are built for the wanted capabilities and those that they use, and for no others', async () => {
  await using database = await createTestDatabase();
  const settings = {
    PORTICO_DATABASE_URL: database.appUrl,
    PORTICO_MASTER_KEYS: randomBytes(32).toString('base64'),
  };
  await using resources = openResources(
    loadConfig(settings, () => ''),
    { command: 'test' },
  );
  const party = await resources.ports([partyCapability]);
  expect(party.find(partyCapability)).toBeDefined();
  expect(party.find(correspondenceCapability)).toBeUndefined();
  expect(() => party.of(identityCapability)).toThrow('identity has no ports here');
  const authorization = await resources.ports([authorizationCapability]);
  // Codes are sent as messages to parties; users are asked without the ports of identity.
  expect(authorization.of(authorizationCapability).correspondence).toBe(
    authorization.of(correspondenceCapability),
  );
  expect(authorization.find(partyCapability)).toBeDefined();
  expect(authorization.find(identityCapability)).toBeUndefined();
});
