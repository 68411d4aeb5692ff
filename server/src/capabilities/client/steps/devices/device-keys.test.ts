import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runCommand } from '#platform/work/command.ts';
import {
  createDeviceTestApp,
  type DeviceTestApp,
  owner,
  type TestUser,
} from '../../testing/device-test-app.suite.ts';
import type { TestDevice } from '../../testing/test-device.suite.ts';

let app: DeviceTestApp;
beforeAll(async () => {
  app = await createDeviceTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.clock.set('2026-11-15T10:00:00Z'));

const text = 'a'.repeat(64);
const resource = { kind: 'payment', id: 'p1' };

async function withDevice(): Promise<{ readonly user: TestUser; readonly phone: TestDevice }> {
  const user = await app.register();
  return { user, phone: await app.paired(user) };
}

const isSigned = (
  { userId }: TestUser,
  { deviceId }: Pick<TestDevice, 'deviceId'>,
  signature: string,
): Promise<boolean> => {
  const { deviceKeys } = app.ports.identity.authorization;
  return deviceKeys.isSignature({ bankId: '01', userId, deviceId, text, resource, signature });
};

describe('the signature of a device', () => {
  test('counts over its text and resource, by the key of the pairing, within five minutes', async () => {
    const { phone, user } = await withDevice();
    const signature = await phone.signText(text, resource);
    expect(await isSigned(user, phone, signature)).toBe(true);
    app.clock.advance({ minutes: 5 });
    expect(await isSigned(user, phone, signature)).toBe(true);
    app.clock.advance({ seconds: 1 });
    expect(await isSigned(user, phone, signature)).toBe(false);
  });

  test('does not count when anything about it differs', async () => {
    const { phone, user } = await withDevice();
    const other = await withDevice();
    const signature = await phone.signText(text, resource);
    const [header = '', , made = ''] = signature.split('.');
    const wrong = [
      await phone.signText(`${text}b`, resource),
      await phone.signText(text, { kind: 'payment', id: 'p2' }),
      await phone.signText(text, { kind: 'consent', id: 'p1' }),
      await phone.signText(text, resource, { kid: 'another pairing' }),
      await phone.signText(text, resource, { iat: undefined }),
      await other.phone.signText(text, resource),
      `${header}.${Buffer.from(text).toString('base64url')}.${made}`,
      `${header}..${made.slice(0, -4)}AAAA`,
      `${signature}.`,
      'nothing',
      '',
    ];
    for (const one of wrong) expect([one, await isSigned(user, phone, one)]).toEqual([one, false]);
    expect(await isSigned(other.user, phone, signature)).toBe(false);
    expect(await isSigned(user, { deviceId: 'no id' }, signature)).toBe(false);
  });

  test('does not count before the confirmation, nor after the device was unpaired', async () => {
    const user = await app.register();
    const phone = await app.newDevice();
    const response = await app.pair(await phone.pairingBody(await app.issueCode(user)));
    await phone.accept(response.body);
    const signature = await phone.signText(text, resource);
    expect(await isSigned(user, phone, signature)).toBe(false);
    await app.confirm(user, phone.code());
    expect(await isSigned(user, phone, signature)).toBe(true);
    await app.unpair(owner(user), { deviceId: phone.deviceId, reason: 'lost' });
    expect(await isSigned(user, phone, signature)).toBe(false);
  });

  test('of an earlier pairing of the same installation is refused in the command that uses it', async () => {
    const { phone, user } = await withDevice();
    const signature = await phone.signText(text, resource);
    const signed = { bankId: '01', userId: user.userId, deviceId: phone.deviceId, signature };
    const lock = (): Promise<boolean> =>
      runCommand(app.context(), async (work) => {
        work.audit({ aggregateKind: 'user', aggregateId: user.userId, changes: [] });
        return app.ports.identity.authorization.deviceKeys.lockSigner(work, signed);
      });
    expect(await lock()).toBe(true);
    app.clock.advance({ seconds: 30 });
    await app.paired(user, phone);
    expect(await lock()).toBe(false);
  });
});
