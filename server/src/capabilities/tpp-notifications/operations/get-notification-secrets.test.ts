import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { xs2a } from '#dialects/xs2a/xs2a.ts';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { createVault } from '#platform/crypto/vault.ts';
import { at } from '#platform/testing/json-at.ts';
import { createLab, type Lab } from '#platform/testing/lab.ts';
import { createTestServer, type TestServer, type TestServerResponse } from '#platform/testing/test-server.ts';
import { type ThirdPartyName, testThirdParties } from '#platform/testing/third-parties.ts';
import type { TppNotificationsPorts } from '../ports/tpp-notifications-ports.ts';
import { tppNotificationsRoutes } from '../routes.ts';
import { createTestNotifications } from '../testing/notified.suite.ts';

let lab: Lab;
let server: TestServer;
const [newKey, oldKey] = [randomBytes(32), randomBytes(32)];
const notifications = createTestNotifications(createLocalKeys([newKey, oldKey]));
beforeAll(async () => {
  lab = await createLab();
  server = await createTestServer<TppNotificationsPorts>(
    {
      routes: tppNotificationsRoutes,
      ports: () => notifications.ports,
      dialectFor: () => xs2a,
      thirdParties: await testThirdParties(),
      startAt: lab.clock.now().toString(),
      services: { responseVault: createVault(createLocalKeys([randomBytes(32)]), 'answers') },
    },
    lab.database.app,
  );
});
afterAll(() => lab[Symbol.asyncDispose]());

const read = (certificate: ThirdPartyName): Promise<TestServerResponse> =>
  server.call({ method: 'GET', path: '/v1/notification-secrets', as: { kind: 'tpp', certificate } });

const secretsIn = (response: TestServerResponse): unknown => at(response.body, 'notificationSecrets');

// NotificationSecrets_Get
test('a third party reads its secrets, the current one and the former one', async () => {
  notifications.offer('LAST');
  const response = await read('_A');
  expect([response.status, response.headers['cache-control']]).toEqual([200, 'no-store']);
  const text = expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(secretsIn(response)).toEqual([text, text]);
  expect(secretsIn(await read('_A'))).toEqual(secretsIn(response));
});

test('another third party has other secrets', async () => {
  notifications.offer('LAST');
  expect(secretsIn(await read('_B'))).not.toEqual(secretsIn(await read('_A')));
  expect((await read('_IC')).status).toBe(200);
});

test('a former secret is that of before the key was replaced', async () => {
  notifications.offer('LAST');
  const former = createTestNotifications(createLocalKeys([oldKey])).ports.notificationSecrets;
  const { notificationSecrets: both } = notifications.ports;
  expect(both.of('01', 'PSDNL-DNB-A')[1]).toEqual(former.of('01', 'PSDNL-DNB-A')[0]);
});

test('there are none at a bank that sends no notifications (notifications-not-supported)', async () => {
  notifications.offer();
  const response = await read('_A');
  expect([response.status, at(response.body, 'tppMessages', 0, 'code')]).toEqual([404, 'RESOURCE_UNKNOWN']);
});
