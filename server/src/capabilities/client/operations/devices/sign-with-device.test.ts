import { hash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestResponse } from '#platform/testing/test-app.ts';
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

const customerNumber = '1000000048';
const payload = JSON.stringify({ document: 'contract' });

async function withDevice(): Promise<{ readonly user: TestUser; readonly phone: TestDevice }> {
  const user = await app.register();
  // A new user may not sign for a day.
  await app.database.query(
    `update identity.user_account set customer_number = $2, created_at = created_at - interval '2 days' where user_id = $1`,
    [user.userId, customerNumber],
  );
  return { user, phone: await app.paired(user) };
}

async function sign(user: TestUser, phone: TestDevice, signature: string, id = 'd1'): Promise<TestResponse> {
  const proof = { kind: 'device-signature', id: phone.deviceId, signature };
  return app.call({
    method: 'POST',
    path: '/v1/authorization/evaluate-user',
    as: owner(user, { scope: 'authorization.sign', claims: { 'customer-number': customerNumber } }),
    body: {
      'resource-id': id,
      'resource-kind': 'document',
      payload,
      'calling-context': JSON.stringify({ proof }),
    },
  });
}

const signatureFor = (phone: TestDevice, id: string): Promise<string> =>
  phone.signText(`sha-256:${hash('sha256', payload, 'hex')}`, { kind: 'document', id });

test('a device signs a document once, and nothing after it was unpaired', async () => {
  const { phone, user } = await withDevice();
  const [first, second] = [await signatureFor(phone, 'd1'), await signatureFor(phone, 'd2')];
  const signed = await sign(user, phone, first);
  expect(signed).toMatchObject({ status: 200, body: [{ success: true, reason: 'signature-accepted' }] });
  const [row] = await app.database.query<{ last_used_at: unknown }>(
    `select last_used_at from client.device where user_id = $1`,
    [user.userId],
  );
  expect(row?.last_used_at).not.toBeNull();
  // A signature names its resource.
  expect((await sign(user, phone, first, 'd3')).status).toBe(401);
  await app.unpair(owner(user), { deviceId: phone.deviceId, reason: 'lost' });
  expect((await sign(user, phone, second, 'd2')).status).toBe(401);
});
