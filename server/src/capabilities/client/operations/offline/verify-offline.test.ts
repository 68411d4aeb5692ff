import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import { runCommand } from '#platform/work/command.ts';
import {
  base,
  createDeviceTestApp,
  type DeviceTestApp,
  deviceCodesSuite,
  owner,
  refusalOf,
  type TestUser,
} from '../../testing/device-test-app.suite.ts';
import type { TestDevice } from '../../testing/test-device.suite.ts';
import { blockDevicesOf } from '../devices/block-devices-of.ts';
import { createDeviceCodes } from './create-device-codes.ts';

let app: DeviceTestApp;
beforeAll(async () => {
  app = await createDeviceTestApp({ poolSize: 10 });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  app.clock.set('2026-11-15T10:00:00Z');
  await app.database.query('delete from client.address_quota');
});

const login: TokenRequest = {
  kind: 'application',
  id: 'login-app',
  banks: ['01'],
  scope: 'offline.verify authorization.ocra identity.psu-address',
};
const verify = (body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<TestResponse> =>
  app.call({ method: 'POST', path: `${base}/offline/verify`, as: login, body, headers });

async function withDevice(): Promise<{ readonly user: TestUser; readonly phone: TestDevice }> {
  const user = await app.register();
  return { user, phone: await app.paired(user) };
}

/** Uses a token as a sign-in does. */
const codeOf = async (token: string, place: { readonly bankId?: string; readonly baseUrl?: string } = {}) => {
  const { baseUrl = app.ports.deviceFacts.baseUrl, bankId } = place;
  const ctx = app.context(bankId);
  const prepared = await createDeviceCodes({ clientVault: app.ports.clientVault, baseUrl }).prepare(
    ctx,
    token,
  );
  if (prepared === undefined) return undefined;
  return runCommand(ctx, async (work) => {
    work.audit({ aggregateKind: 'user', aggregateId: prepared.userId, changes: [] });
    const code = await prepared.consume(work);
    return code && { ...code, userId: prepared.userId };
  });
};
type Code = NonNullable<Awaited<ReturnType<typeof codeOf>>>;
const use = async (token: string): Promise<boolean> => (await codeOf(token)) !== undefined;

/** Whether the device of a code still counts, as the end of a sign-in asks. */
const isLocked = (code: Code): Promise<boolean> =>
  runCommand(app.context(), async (work) => {
    work.audit({ aggregateKind: 'user', aggregateId: code.userId, changes: [] });
    const { clientVault, deviceFacts } = app.ports;
    return createDeviceCodes({ clientVault, ...deviceFacts }).lockDevice(app.context(), work, code);
  });

describe('createDeviceCodes', () => {
  deviceCodesSuite(async () => {
    const { phone, user } = await withDevice();
    const { clientVault, deviceFacts } = app.ports;
    return {
      codes: createDeviceCodes({ clientVault, ...deviceFacts }),
      context: app.context(),
      userId: user.userId,
      async issue() {
        const { body } = await verify({ username: user.username, responseCode: phone.code(1) });
        return String(at(body, 'verificationToken'));
      },
      unpair: async () => void (await app.unpair(owner(user), { deviceId: phone.deviceId, reason: 'lost' })),
    };
  });
});

describe('an offline sign-in', () => {
  test('gets a token that is used once, within a minute', async () => {
    const { phone, user } = await withDevice();
    const response = await verify({ username: user.username, responseCode: phone.code(1) });
    expect(response).toMatchObject({ status: 200, body: { expiresAt: '2026-11-15T10:01:00.000Z' } });
    expect(response.headers['cache-control']).toBe('no-store');
    const token = String(at(response.body, 'verificationToken'));
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'offline-login+jwt' });
    expect(decodeJwt(token)).toMatchObject({
      sub: user.userId,
      acr: '1fa',
      amr: ['otp', 'swk'],
      'bank-id': '01',
    });
    const uses = await Promise.all(Array.from({ length: 20 }, () => use(token)));
    expect(uses.filter(Boolean)).toHaveLength(1);
    app.clock.advance({ seconds: 30 });
    const later = await verify({ username: user.username, responseCode: phone.code(1) });
    app.clock.advance({ seconds: 60 });
    expect(await use(String(at(later.body, 'verificationToken')))).toBe(false);
    expect(await use('a.b.c')).toBe(false);
  });

  test('is a token of one bank and one installation (createDeviceCodes)', async () => {
    const { phone, user } = await withDevice();
    const response = await verify({ username: user.username, responseCode: phone.code(1) });
    const token = String(at(response.body, 'verificationToken'));
    expect(await codeOf(token, { bankId: '02' })).toBeUndefined();
    expect(await codeOf(token, { baseUrl: 'https://elsewhere.test' })).toBeUndefined();
    expect(await codeOf(`${token.slice(0, -4)}AAAA`)).toBeUndefined();
    const expected = { deviceId: phone.deviceId, keyKind: 'swk', at: '2026-11-15T10:00:00Z' };
    expect(await codeOf(token)).toMatchObject(expected);
  });

  test('counts until its device is blocked or unpaired, and not for the next pairing of the device', async () => {
    const { phone, user } = await withDevice();
    const response = await verify({ username: user.username, responseCode: phone.code(1) });
    const code = await codeOf(String(at(response.body, 'verificationToken')));
    if (code === undefined) throw new Error('the token was not accepted');
    const change = { userId: user.userId, by: 'agent' } as const;
    expect(await isLocked(code)).toBe(true);
    expect(await isLocked({ ...code, userId: (await app.register()).userId })).toBe(false);
    await blockDevicesOf(app.context(), { ...change, change: 'block' });
    expect(await isLocked(code)).toBe(false);
    await blockDevicesOf(app.context(), { ...change, change: 'unblock' });
    expect(await isLocked(code)).toBe(true);
    await app.unpair(owner(user), { deviceId: phone.deviceId, reason: 'lost' });
    expect(await isLocked(code)).toBe(false);
    app.clock.advance({ minutes: 2 });
    await app.paired(user, phone);
    expect(await isLocked(code)).toBe(false);
  });

  test('is worthless if its device is blocked before it is used, and cannot be used later', async () => {
    const { phone, user } = await withDevice();
    const response = await verify({ username: user.username, responseCode: phone.code(1) });
    const token = String(at(response.body, 'verificationToken'));
    const change = { userId: user.userId, by: 'agent' } as const;
    await blockDevicesOf(app.context(), { ...change, change: 'block' });
    expect(await use(token)).toBe(false);
    await blockDevicesOf(app.context(), { ...change, change: 'unblock' });
    expect(await use(token)).toBe(false);
  });

  test('is void when the device is unpaired before it is used', async () => {
    const { phone, user } = await withDevice();
    const response = await verify({ username: user.username, responseCode: phone.code(1) });
    await app.unpair(owner(user), { deviceId: phone.deviceId, reason: 'lost' });
    expect(await use(String(at(response.body, 'verificationToken')))).toBe(false);
  });

  test('accepts the response to a challenge of the same user and application', async () => {
    const { phone, user } = await withDevice();
    const other = await withDevice();
    const ask = async (userId: string): Promise<{ readonly challengeId: string; readonly code: string }> => {
      const { body } = await app.call({
        method: 'POST',
        path: '/v1/authorization/ocra/challenge',
        as: login,
        body: { 'user-id': userId, 'challenge-mode': 'random' },
      });
      return { challengeId: String(at(body, 'challenge-id')), code: String(at(body, 'challenge-code')) };
    };
    const own = await ask(user.userId);
    const right = {
      username: user.username,
      challengeId: own.challengeId,
      responseCode: phone.answer(own.code),
    };
    const response = await verify(right);
    expect(response.status).toBe(200);
    const token = String(at(response.body, 'verificationToken'));
    expect(await codeOf(token)).toMatchObject({ deviceId: phone.deviceId, keyKind: 'swk' });
    expect(refusalOf(await verify(right))).toBe('401 offline-verification-failed');
    const foreign = await ask(other.user.userId);
    const stolen = { challengeId: foreign.challengeId, responseCode: other.phone.answer(foreign.code) };
    expect(refusalOf(await verify({ username: user.username, ...stolen }))).toBe(
      '401 offline-verification-failed',
    );
  });

  test('fails with the same bytes for every cause', async () => {
    const { phone, user } = await withDevice();
    const without = await app.register();
    const blocked = await withDevice();
    await app.database.query('delete from client.address_quota');
    await blockDevicesOf(app.context(), { userId: blocked.user.userId, change: 'block', by: 'agent' });
    const suspended = await withDevice();
    await app.database.query(`update identity.user_account set status = 'suspended' where user_id = $1`, [
      suspended.user.userId,
    ]);
    const unpaired = await withDevice();
    await app.unpair(owner(unpaired.user), { deviceId: unpaired.phone.deviceId, reason: 'lost' });
    const restricted = await withDevice();
    await app.restrict(restricted.user, 'login-block');
    await app.database.query('delete from client.address_quota');
    const before = (await app.deviceEvents()).length;
    const attempts = [
      ['unknown user', { username: 'nobody.at.all', responseCode: '12345678' }],
      ['wrong code', { username: user.username, responseCode: '00000000' }],
      ['used code', { username: user.username, responseCode: phone.code() }],
      ['no device', { username: without.username, responseCode: '12345678' }],
      ['blocked device', { username: blocked.user.username, responseCode: blocked.phone.code(1) }],
      ['suspended user', { username: suspended.user.username, responseCode: suspended.phone.code(1) }],
      ['unpaired device', { username: unpaired.user.username, responseCode: unpaired.phone.code(1) }],
      ['restricted client', { username: restricted.user.username, responseCode: restricted.phone.code(1) }],
      [
        'unknown challenge',
        { username: user.username, challengeId: 'A'.repeat(22), responseCode: '12345678' },
      ],
    ] as const;
    const seen: string[] = [];
    for (const [, body] of attempts) {
      const { headers, status, text } = await verify(body);
      seen.push(`${status} ${String(headers['content-type'])} ${text.replace(/"instance":"[^"]*"/v, '')}`);
    }
    expect(new Set(seen).size).toBe(1);
    expect(seen[0]).toContain('"code":"offline-verification-failed"');
    const names = (await app.deviceEvents()).slice(before);
    expect(names).toEqual(attempts.map(() => 'offline-login-refused'));
  });

  test('is counted by the address of the person, and blocked with the factors of the user', async () => {
    const { phone, user } = await withDevice();
    const wrong = { username: user.username, responseCode: '00000000' };
    const from = (address: string) => ({ 'psu-ip-address': address });
    for (let count = 0; count < 5; count += 1)
      expect((await verify(wrong, from('192.0.2.1'))).status).toBe(401);
    const blocked = await verify({ ...wrong, responseCode: phone.code(1) }, from('192.0.2.2'));
    expect([blocked.status, Number(blocked.headers['retry-after']) > 0]).toEqual([429, true]);
    const unknown = { username: 'somebody.else', responseCode: '00000000' };
    const seen: number[] = [];
    for (let count = 0; count < 11; count += 1)
      seen.push((await verify({ ...unknown, username: `somebody.${count}` }, from('192.0.2.3'))).status);
    expect(seen).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    expect((await verify(unknown, from('not an address'))).status).toBe(400);
    const plainApp: TokenRequest = { ...login, scope: 'offline.verify' };
    const request = { method: 'POST', path: `${base}/offline/verify`, body: unknown } as const;
    expect((await app.call({ ...request, as: plainApp, headers: from('192.0.2.4') })).status).toBe(403);
    expect((await app.call({ ...request, as: { ...login, scope: 'device' } })).status).toBe(403);
  });
});
