import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import { clientEventHandlers } from '../../event-handlers.ts';
import {
  createDeviceTestApp,
  type DeviceTestApp,
  owner,
  type TestUser,
} from '../../testing/device-test-app.suite.ts';
import { cleanUpDevices } from './clean-up-devices.ts';
import { replayDeviceEndings } from './replay-device-endings.ts';

let app: DeviceTestApp;
beforeAll(async () => {
  app = await createDeviceTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.clock.set('2026-11-15T10:00:00Z'));

async function happens(name: string, aggregateId: string, data: DeliveredEvent['data'] = {}): Promise<void> {
  const event: DeliveredEvent = {
    id: '01a1dea6-4100-7d5d-8418-34aaaea1e3df',
    version: 1,
    name,
    occurredAt: app.clock.now().toString(),
    aggregateKind: 'user',
    aggregateId,
    sequence: 1,
    data,
  };
  for (const { events, handle } of clientEventHandlers(app.ports))
    if (events.includes(name)) await handle(app.context(), event);
}

const statusesOf = async ({ userId }: TestUser): Promise<readonly string[]> =>
  (await app.deviceRows(userId)).map(({ status, unpair_reason }) => `${status} ${unpair_reason ?? '-'}`);

describe('the devices of a user', () => {
  test('are unpaired when the user is closed or has died, and not when the user is suspended', async () => {
    const [closed, dead] = [await app.register(), await app.register()];
    await app.paired(closed);
    await app.paired(dead);
    await happens('user-suspended', closed.userId, { reason: 'fraud' });
    expect(await statusesOf(closed)).toEqual(['active -']);
    await happens('user-closed', closed.userId);
    await happens('user-closed', closed.userId);
    await happens('user-suspended', dead.userId, { reason: 'death' });
    expect([await statusesOf(closed), await statusesOf(dead)]).toEqual([
      ['unpaired user-closed'],
      ['unpaired death'],
    ]);
  });

  test('are deleted when the party is erased, also those that were unpaired before', async () => {
    const user = await app.register();
    await app.database.query(
      `update identity.user_account set customer_number = '1000000048' where user_id = $1`,
      [user.userId],
    );
    const phone = await app.paired(user);
    await app.unpair(owner(user), { deviceId: phone.deviceId, reason: 'lost' });
    await app.paired(user);
    await happens('party-erased', '1000000048');
    expect(await app.deviceRows(user.userId)).toEqual([]);
    expect(
      await app.database.query(`select from client.activation_code where user_id = $1`, [user.userId]),
    ).toEqual([]);
  });

  test('are deleted thirteen months after they were unpaired', async () => {
    const user = await app.register();
    const phone = await app.paired(user);
    await app.unpair(owner(user), { deviceId: phone.deviceId, reason: 'lost' });
    app.clock.set('2027-12-15T09:59:00Z');
    await cleanUpDevices(app.context());
    expect(await app.deviceRows(user.userId)).toHaveLength(1);
    expect(await app.database.query('select from client.activation_code')).toEqual([]);
    expect(await app.database.query('select from client.address_quota')).toEqual([]);
    app.clock.set('2027-12-15T10:00:01Z');
    await cleanUpDevices(app.context());
    expect(await app.deviceRows(user.userId)).toEqual([]);
  });

  test('that were unpaired after a backup are unpaired again when it is restored', async () => {
    const user = await app.register();
    const phone = await app.paired(user);
    const [row] = await app.database.query<{ pairing_id: string }>(
      `select pairing_id from client.device where user_id = $1`,
      [user.userId],
    );
    const ending = {
      bankId: '01',
      event: 'device-unpaired',
      subject: row?.pairing_id ?? '',
      at: '2026-11-15T11:00:00Z',
      reason: 'lost',
    };
    const steps = await replayDeviceEndings(app.context(), [ending, { ...ending, subject: 'no id' }]);
    expect(steps.map(({ what }) => what)).toEqual(['devices unpaired again']);
    for (const { apply } of steps) await apply();
    expect(await statusesOf(user)).toEqual(['unpaired restored']);
    expect((await app.confirm(user, phone.code(1))).status).toBe(440);
    expect(await replayDeviceEndings(app.context(), [ending])).toEqual([]);
  });
});
