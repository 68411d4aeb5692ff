import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDeviceTestApp, type DeviceTestApp, owner } from '../../testing/device-test-app.suite.ts';
import { createPushAddresses } from './push-addresses.ts';

let app: DeviceTestApp;
beforeAll(async () => {
  app = await createDeviceTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const subscription = (name: string): string =>
  JSON.stringify({ endpoint: `https://push.test/${name}`, keys: { p256dh: 'key', auth: 'secret' } });

test('push messages go to the web push subscriptions of active devices of the customer, newest first', async () => {
  const user = await app.register();
  const customerNumber = '1000000048';
  await app.database.query(`update identity.user_account set customer_number = $2 where user_id = $1`, [
    user.userId,
    customerNumber,
  ]);
  const addresses = createPushAddresses({ database: app.services.database, vault: app.ports.clientVault });
  const of = (): Promise<readonly string[]> => addresses.of('01', customerNumber);
  expect(await of()).toEqual([]);
  const phones = [];
  for (const push of [
    { pushPlatform: 'web-push', pushHandle: subscription('a') },
    { pushPlatform: 'fcm', pushHandle: 'token' },
    { pushPlatform: 'web-push', pushHandle: subscription('b') },
    {},
  ]) {
    const phone = await app.newDevice();
    const response = await app.pair(await phone.pairingBody(await app.issueCode(user), push));
    await phone.accept(response.body);
    const before = await of();
    expect((await app.confirm(user, phone.code())).status).toBe(204);
    expect(before).not.toContain(push.pushHandle);
    phones.push(phone);
    app.clock.advance({ minutes: 4 });
  }
  expect(await of()).toEqual([subscription('b'), subscription('a')]);
  expect(await addresses.of('02', customerNumber)).toEqual([]);
  await app.unpair(owner(user), { deviceId: phones[2]?.deviceId, reason: 'lost' });
  expect(await of()).toEqual([subscription('a')]);
});
