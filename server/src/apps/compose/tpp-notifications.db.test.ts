import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { tppNotificationsCapability } from '#capabilities/tpp-notifications/index.ts';
import { loadConfig } from '#platform/config/load-config.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { openResources } from '../program/open-resources.ts';

test('a bank sends what its profile has, one without the option nothing, and their secrets differ', async () => {
  await using database = await createTestDatabase();
  const profile = { bank: '01', aspspNotificationsSupported: ['LAST', 'SCA'] };
  const settings = {
    PORTICO_DATABASE_URL: database.appUrl,
    PORTICO_MASTER_KEYS: randomBytes(32).toString('base64'),
    PORTICO_BANKS: '01,02',
    PORTICO_XS2A_PROFILES: JSON.stringify([profile]),
  };
  await using resources = openResources(
    loadConfig(settings, () => ''),
    { command: 'test' },
  );
  const ports = (await resources.ports([tppNotificationsCapability])).of(tppNotificationsCapability);
  const { notificationChoices, notificationSecrets } = ports;
  expect(notificationChoices.of('01')).toEqual({ contents: ['SCA', 'LAST'] });
  expect(notificationChoices.of('02')).toEqual({ contents: [] });
  const secret = (bankId: string) => notificationSecrets.of(bankId, 'PSDDE-BAFIN-1')[0].toString('hex');
  expect(secret('01')).not.toBe(secret('02'));
  expect(secret('01')).toHaveLength(64);
});
