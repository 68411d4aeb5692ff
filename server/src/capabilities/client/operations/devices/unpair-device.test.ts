import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createDeviceTestApp,
  type DeviceTestApp,
  owner,
  refusalOf,
  type TestUser,
} from '../../testing/device-test-app.suite.ts';
import type { TestDevice } from '../../testing/test-device.suite.ts';
import { blockDevicesOf } from './block-devices-of.ts';
import { endDevice } from './end-device.ts';
import { expirePairings } from './expire-pairings.ts';

const ended: { readonly userId: string; readonly exceptSignInAt: unknown }[] = [];
let app: DeviceTestApp;
beforeAll(async () => {
  app = await createDeviceTestApp({
    poolSize: 10,
    sessions: { endAll: (_c, _w, { exceptSignInAt, userId }) => void ended.push({ userId, exceptSignInAt }) },
  });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  app.clock.set('2026-11-15T10:00:00Z');
  ended.length = 0;
  await app.database.query('delete from client.address_quota');
});

const tokensOf = async (userId: string): Promise<readonly string[]> => {
  const rows = await app.database.query<{ kind: string; status: string; bytes: number }>(
    `select kind, status, octet_length(sealed_seed) as bytes from "authorization".oath_token
      where user_id = $1 order by kind`,
    [userId],
  );
  return rows.map(({ bytes, kind, status }) => `${kind} ${status} ${bytes > 0 ? 'seed' : 'none'}`);
};
const statusesOf = async (userId: string): Promise<readonly string[]> =>
  (await app.deviceRows(userId)).map(({ status, unpair_reason }) => `${status} ${unpair_reason ?? '-'}`);

async function withDevice(): Promise<{ readonly user: TestUser; readonly phone: TestDevice }> {
  const user = await app.register();
  return { user, phone: await app.paired(user) };
}

describe('the confirmation of a device', () => {
  test('is its first code, which also activates its tokens', async () => {
    const user = await app.register();
    const phone = await app.newDevice();
    const response = await app.pair(await phone.pairingBody(await app.issueCode(user)));
    await phone.accept(response.body);
    expect(await tokensOf(user.userId)).toEqual([
      'ocra awaiting-confirmation seed',
      'totp awaiting-confirmation seed',
    ]);
    expect((await app.confirm(user, '00000000')).status).toBe(440);
    expect(await statusesOf(user.userId)).toEqual(['awaiting-confirmation -']);
    expect((await app.confirm(user, phone.code())).status).toBe(204);
    expect(await statusesOf(user.userId)).toEqual(['active -']);
    expect(await tokensOf(user.userId)).toEqual(['ocra active seed', 'totp active seed']);
    expect((await app.confirm(user, phone.code(1))).status).toBe(204);
  });

  test('is too late after five minutes: the code counts as wrong, and the job records the end', async () => {
    const user = await app.register();
    const phone = await app.newDevice();
    const response = await app.pair(await phone.pairingBody(await app.issueCode(user)));
    await phone.accept(response.body);
    app.clock.advance({ minutes: 5 });
    expect((await app.confirm(user, phone.code())).status).toBe(440);
    expect(await statusesOf(user.userId)).toEqual(['awaiting-confirmation -']);
    expect(await expirePairings(app.context())).toBe(1);
    expect(await statusesOf(user.userId)).toEqual(['unpaired not-confirmed']);
    expect(await tokensOf(user.userId)).toEqual(['ocra ended none', 'totp ended none']);
    expect(await expirePairings(app.context())).toBe(0);
  });
});

describe('unpairing', () => {
  test('ends tokens, seeds, push handle and other sign-ins, and can be repeated', async () => {
    const user = await app.register();
    const phone = await app.newDevice();
    const handle = { pushPlatform: 'apns', pushHandle: 'abc' };
    const response = await app.pair(await phone.pairingBody(await app.issueCode(user), handle));
    await phone.accept(response.body);
    await app.confirm(user, phone.code());
    const body = { deviceId: phone.deviceId.toUpperCase(), reason: 'replaced' };
    expect((await app.unpair(owner(user), body)).status).toBe(204);
    expect(await app.deviceRows(user.userId)).toMatchObject([
      { status: 'unpaired', unpair_reason: 'replaced', has_push: false },
    ]);
    expect(await tokensOf(user.userId)).toEqual(['ocra ended none', 'totp ended none']);
    expect(ended).toMatchObject([{ userId: user.userId, exceptSignInAt: expect.anything() }]);
    expect((await app.unpair(owner(user), body)).status).toBe(204);
    expect(ended).toHaveLength(1);
    expect((await app.confirm(user, phone.code(1))).status).toBe(440);
  });

  test('needs two factors, except for the calling device itself, whose own sign-in ends as well', async () => {
    const { phone, user } = await withDevice();
    const body = { deviceId: phone.deviceId, reason: 'other' };
    expect(refusalOf(await app.unpair(owner(user, { assurance: '1fa' }), body))).toBe('401 step-up-required');
    const itself = owner(user, { assurance: '1fa', claims: { 'device-id': phone.deviceId } });
    expect((await app.unpair(itself, body)).status).toBe(204);
    expect(ended).toMatchObject([{ userId: user.userId, exceptSignInAt: undefined }]);
  });

  test('of an unknown device, or of that of another user, is not found', async () => {
    const { phone } = await withDevice();
    const other = await app.register();
    for (const deviceId of [phone.deviceId, randomUUID()])
      expect(refusalOf(await app.unpair(owner(other), { deviceId, reason: 'lost' }))).toBe('404 not-found');
  });

  test('of the last factor is refused, unless the device is lost', async () => {
    const { phone, user } = await withDevice();
    await app.database.query(
      `update identity.user_account set phone_cooling_off_until = $2 where user_id = $1`,
      [user.userId, '2030-01-01T00:00:00Z'],
    );
    const body = { deviceId: phone.deviceId, reason: 'replaced' };
    expect(refusalOf(await app.unpair(owner(user), body))).toBe('422 last-factor');
    const second = await app.paired(user);
    expect((await app.unpair(owner(user), body)).status).toBe(204);
    const rest = { deviceId: second.deviceId, reason: 'other' };
    expect(refusalOf(await app.unpair(owner(user), rest))).toBe('422 last-factor');
    expect((await app.unpair(owner(user), { ...rest, reason: 'lost' })).status).toBe(204);
  });

  test('of two last devices at once leaves one', async () => {
    const { phone, user } = await withDevice();
    const second = await app.paired(user);
    await app.database.query(
      `update identity.user_account set phone_cooling_off_until = $2 where user_id = $1`,
      [user.userId, '2030-01-01T00:00:00Z'],
    );
    const responses = await Promise.all(
      [phone, second].map(({ deviceId }) => app.unpair(owner(user), { deviceId, reason: 'other' })),
    );
    expect(responses.map(({ status }) => String(status)).toSorted()).toEqual(['204', '422']);
  });

  test('by the bank needs no other factor', async () => {
    const { phone, user } = await withDevice();
    const command = { userId: user.userId, deviceId: phone.deviceId, reason: 'agent' } as const;
    expect(await endDevice(app.context(), command)).toBe('unpaired');
    expect(await endDevice(app.context(), command)).toBe('unpaired-before');
    expect(await endDevice(app.context(), { ...command, deviceId: randomUUID() })).toBe('unknown');
    expect(await statusesOf(user.userId)).toEqual(['unpaired agent']);
  });
});

describe('a blocked device', () => {
  test('generates no codes until everyone who blocked it has unblocked it', async () => {
    const { phone, user } = await withDevice();
    const { userId } = user;
    const change = (kind: 'block' | 'unblock', by: 'agent' | 'restriction'): Promise<readonly string[]> =>
      blockDevicesOf(app.context(), { userId, change: kind, by });
    expect(await change('block', 'agent')).toEqual([phone.deviceId]);
    expect(await change('block', 'agent')).toEqual([]);
    expect(await change('block', 'restriction')).toEqual([phone.deviceId]);
    expect(await statusesOf(userId)).toEqual(['blocked -']);
    expect((await app.confirm(user, phone.code(1))).status).toBe(440);
    await change('unblock', 'agent');
    expect(await statusesOf(userId)).toEqual(['blocked -']);
    await change('unblock', 'restriction');
    expect(await statusesOf(userId)).toEqual(['active -']);
    expect(await tokensOf(userId)).toEqual(['ocra active seed', 'totp active seed']);
    expect((await app.confirm(user, phone.code(1))).status).toBe(204);
    expect(
      await blockDevicesOf(app.context(), {
        userId,
        deviceIds: [randomUUID()],
        change: 'block',
        by: 'agent',
      }),
    ).toEqual([]);
  });

  test('can be unpaired', async () => {
    const { phone, user } = await withDevice();
    await blockDevicesOf(app.context(), { userId: user.userId, change: 'block', by: 'agent' });
    expect((await app.unpair(owner(user), { deviceId: phone.deviceId, reason: 'lost' })).status).toBe(204);
    expect(await tokensOf(user.userId)).toEqual(['ocra ended none', 'totp ended none']);
  });
});
