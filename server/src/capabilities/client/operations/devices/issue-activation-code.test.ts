import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendOtp, verifyOtp } from '#capabilities/authorization/index.ts';
import { at } from '#platform/testing/json-at.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import {
  base,
  createDeviceTestApp,
  type DeviceTestApp,
  owner,
  refusalOf,
  type TestUser,
} from '../../testing/device-test-app.suite.ts';

let app: DeviceTestApp;
beforeAll(async () => {
  app = await createDeviceTestApp({ poolSize: 10 });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.clock.set('2026-11-15T10:00:00Z'));

const request = (as: TokenRequest, headers: Readonly<Record<string, string>> = {}): Promise<TestResponse> =>
  app.call({ method: 'GET', path: `${base}/device/generate-activation-code`, as, headers });

async function passCode(
  user: TestUser,
  action: 'device-pairing' | 'login' = 'device-pairing',
): Promise<void> {
  const ctx = { ...app.context(), ...app.ports.identity.authorization };
  const contact = { message: undefined, contact: undefined, userName: user.userId } as const;
  const verificationId = await sendOtp(ctx, { channel: 'sms', action, ...contact });
  await verifyOtp(ctx, { channel: 'sms', verificationId, otp: await app.codeOf(verificationId) });
}

describe('an activation code', () => {
  test('is issued to a customer with two recent factors, and is stored as a hash only', async () => {
    const user = await app.register();
    const response = await request(owner(user));
    expect(response).toMatchObject({
      status: 200,
      body: { expiresAt: '2026-11-15T10:05:00.000Z', attemptsLeft: 5, pairedDevices: 0, maxDevices: 5 },
    });
    expect(response.headers['cache-control']).toBe('no-store');
    const code = String(at(response.body, 'activationCode'));
    expect(code).toMatch(/^[A-Z2-7]{5}(?:-[A-Z2-7]{5}){3}$/v);
    expect(at(response.body, 'qrContent')).toBe(
      `portico-pair:?server=https%3A%2F%2Fportico.test&bank=01&code=${code}`,
    );
    const [row] = await app.database.query<{ row: string; hash: Buffer }>(
      `select c::text as row, code_hash as hash from client.activation_code c where user_id = $1`,
      [user.userId],
    );
    expect(row?.row).not.toContain(code);
    expect(row?.hash).toHaveLength(32);
  });

  test('replaces the open one, which is worthless from then on', async () => {
    const user = await app.register();
    const [first, second] = [await app.issueCode(user), await app.issueCode(user)];
    const phone = await app.newDevice();
    expect(refusalOf(await app.pair(await phone.pairingBody(first)))).toBe('401 pairing-refused');
    expect((await app.pair(await phone.pairingBody(second))).status).toBe(201);
  });

  test('needs a recent second factor, which a code by SMS replaces once for the first device', async () => {
    const user = await app.register();
    const weak = owner(user, { assurance: '1fa' });
    const refused = await request(weak);
    expect(refusalOf(refused)).toBe('401 step-up-required');
    expect(refused.headers['www-authenticate']).toMatch(
      /error="insufficient_user_authentication", acr_values="sca", max_age="300"/v,
    );
    expect(refusalOf(await request(owner(user, { ageSeconds: 301 })))).toBe('401 step-up-required');
    await passCode(user, 'login');
    expect(refusalOf(await request(weak))).toBe('401 step-up-required');
    app.clock.advance({ minutes: 1 });
    await passCode(user);
    expect((await request(weak)).status).toBe(200);
    expect(refusalOf(await request(weak))).toBe('401 step-up-required');
  });

  test('for a second device needs the second factor: a code by SMS is not enough', async () => {
    const user = await app.register();
    await app.paired(user);
    await passCode(user);
    expect(refusalOf(await request(owner(user, { assurance: '1fa' })))).toBe('401 step-up-required');
  });

  test('is not issued to another caller, to a suspended or unknown user, or without the scope', async () => {
    const user = await app.register();
    expect((await request(owner(user, { scope: 'client' }))).status).toBe(403);
    expect((await request({ kind: 'application', id: 'app', banks: ['01'], scope: 'device' })).status).toBe(
      403,
    );
    await app.database.query(`update identity.user_account set status = 'suspended' where user_id = $1`, [
      user.userId,
    ]);
    expect(refusalOf(await request(owner(user)))).toBe('422 client-restricted');
    expect((await request(owner({ userId: 'usr_01JCQ5D8F0000000000000ZZZZ' }))).status).toBe(401);
  });

  test('is not issued to a prefetch or by HEAD, which change nothing', async () => {
    const user = await app.register();
    for (const headers of [{ 'sec-purpose': 'prefetch;prerender' }, { purpose: 'prefetch' }])
      expect((await request(owner(user), headers)).status).toBe(403);
    const path = `${base}/device/generate-activation-code`;
    expect((await app.call({ method: 'HEAD', path, as: owner(user) })).status).toBe(405);
    expect(
      await app.database.query(`select from client.activation_code where user_id = $1`, [user.userId]),
    ).toEqual([]);
  });

  test('is issued three times in ten minutes and ten times in a day', async () => {
    const user = await app.register();
    for (let count = 0; count < 3; count += 1) await app.issueCode(user);
    const refused = await request(owner(user));
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '600']);
    for (let count = 3; count < 10; count += 1) {
      app.clock.advance({ minutes: 10 });
      await app.issueCode(user);
    }
    app.clock.advance({ minutes: 10 });
    expect((await request(owner(user))).status).toBe(429);
    app.clock.advance({ hours: 24 });
    expect((await request(owner(user))).status).toBe(200);
  });

  test('requested twenty times at once leaves one that is open, and no more than three', async () => {
    const user = await app.register();
    const responses = await Promise.all(Array.from({ length: 20 }, () => request(owner(user))));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(3);
    const rows = await app.database.query<{ state: string }>(
      `select state from client.activation_code where user_id = $1 order by state`,
      [user.userId],
    );
    expect(rows.map(({ state }) => state)).toEqual(['issued', 'replaced', 'replaced']);
  });

  test('is refused to a restricted client, and above five devices', async () => {
    const user = await app.register();
    const lift = await app.restrict(user, 'device-block');
    expect(refusalOf(await request(owner(user)))).toBe('422 client-restricted');
    await lift();
    for (let count = 0; count < 5; count += 1) {
      await app.paired(user);
      app.clock.advance({ minutes: 4 });
    }
    expect(refusalOf(await request(owner(user)))).toBe('422 device-limit-reached');
  });
});
