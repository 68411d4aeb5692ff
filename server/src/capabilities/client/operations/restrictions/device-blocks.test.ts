import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import { insertPairedDevice, type PairedDevice } from '../../testing/paired-device.suite.ts';
import {
  asCustomer,
  asEmployee,
  createRestrictionsTestApp,
  type RestrictionsTestApp,
  restrictionsPath,
  shortly,
  type TestClient,
} from '../../testing/restrictions-test-app.suite.ts';
import { createTestDevice } from '../../testing/test-device.suite.ts';
import { blockDevicesOf } from '../devices/block-devices-of.ts';
import { expireRestrictions } from './expire-restrictions.ts';
import { followParty } from './follow-party.ts';
import { liftRestriction } from './lift-restriction.ts';

let app: RestrictionsTestApp;
beforeAll(async () => {
  app = await createRestrictionsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const block = { kind: 'device-block', reason: 'lost' } as const;
const pair = ({ userId }: TestClient): Promise<PairedDevice> =>
  insertPairedDevice({ database: app.identity.database, vault: app.ports.clientVault }, { userId });
const statusOf = async ({ deviceId }: PairedDevice): Promise<string> => {
  const [row] = await app.identity.database.query<{ status: string; blocks: string[] }>(
    'select status, blocks from client.device where device_id = $1',
    [deviceId],
  );
  return [row?.status, ...(row?.blocks ?? [])].join(' ');
};
const restrict = async (client: TestClient, more: object = {}): Promise<string> => {
  const response = await app.post(restrictionsPath, { as: asCustomer(client), body: { ...block, ...more } });
  if (response.status !== 201) throw new Error(shortly(response));
  return String(Reflect.get(Object(response.body), 'restrictionId'));
};
const lift = (restrictionId: string) =>
  liftRestriction(app.context(), { restrictionId, employeeId: 'e-17', reason: 'identified in the branch' });

const owner = ({ customerNumber, userId }: TestClient): TokenRequest => ({
  kind: 'customer',
  id: userId,
  banks: ['01'],
  scope: 'device',
  assurance: 'sca',
  claims: { 'customer-number': customerNumber },
});
const unpair = async (client: TestClient, deviceId: string, reason: string): Promise<number> => {
  app.server.clock.set(app.identity.clock.now().toString());
  const response = await app.server.call({
    method: 'PUT',
    path: '/api/v1/device/unpair-device',
    as: owner(client),
    body: { deviceId, reason },
  });
  return response.status;
};

describe('a block of devices', () => {
  test('blocks every device of the client until it is lifted', async () => {
    const client = await app.client();
    const devices = [await pair(client), await pair(client)];
    const other = await pair(await app.client());
    const restrictionId = await restrict(client);
    expect(await Promise.all([...devices, other].map(statusOf))).toEqual([
      'blocked restriction',
      'blocked restriction',
      'active',
    ]);
    await lift(restrictionId);
    expect(await Promise.all(devices.map(statusOf))).toEqual(['active', 'active']);
  });

  test('blocks the devices that it names, and another restriction keeps them blocked', async () => {
    const client = await app.client();
    const [named, free] = [await pair(client), await pair(client)];
    const first = await restrict(client, { scope: { devices: [named.deviceId.toUpperCase()] } });
    expect([await statusOf(named), await statusOf(free)]).toEqual(['blocked restriction', 'active']);
    const second = await restrict(client);
    await lift(first);
    expect([await statusOf(named), await statusOf(free)]).toEqual([
      'blocked restriction',
      'blocked restriction',
    ]);
    await lift(second);
    expect([await statusOf(named), await statusOf(free)]).toEqual(['active', 'active']);
  });

  test('ends with its time, when the job has recorded it', async () => {
    const client = await app.client();
    const device = await pair(client);
    await restrict(client, { expiresAt: app.identity.clock.now().add({ hours: 1 }).toString() });
    app.identity.clock.advance({ hours: 1 });
    await expireRestrictions(app.context());
    expect(await statusOf(device)).toBe('active');
  });

  test('leaves the block of an agent, and is not ended by the agent', async () => {
    const client = await app.client();
    const device = await pair(client);
    const restrictionId = await restrict(client);
    const byAgent = { userId: client.userId, by: 'agent' } as const;
    await blockDevicesOf(app.context(), { ...byAgent, change: 'block' });
    await lift(restrictionId);
    expect(await statusOf(device)).toBe('blocked agent');
    await restrict(client);
    await blockDevicesOf(app.context(), { ...byAgent, change: 'unblock' });
    expect(await statusOf(device)).toBe('blocked restriction');
  });

  test('ends a pairing that waits for its first code', async () => {
    const client = await app.client();
    const device = await pair(client);
    await app.identity.database.query(
      `update client.device set status = 'awaiting-confirmation', confirmed_at = null, confirm_until = $2
        where device_id = $1`,
      [device.deviceId, app.identity.clock.now().add({ minutes: 5 }).toString()],
    );
    await restrict(client);
    expect(await statusOf(device)).toBe('unpaired');
  });

  test('is not ended by pairing the device again', async () => {
    const client = await app.client();
    const named = await pair(client);
    const other = await pair(client);
    await restrict(client, { scope: { devices: [named.deviceId] } });
    await blockDevicesOf(app.context(), {
      userId: client.userId,
      deviceIds: [other.deviceId],
      by: 'agent',
      change: 'block',
    });
    const refusals: string[] = [];
    for (const { deviceId } of [named, other]) {
      const phone = await createTestDevice(app.identity.clock, deviceId);
      app.server.clock.set(app.identity.clock.now().toString());
      const issued = await app.server.call({
        method: 'GET',
        path: '/api/v1/device/generate-activation-code',
        as: owner(client),
      });
      const body = await phone.pairingBody(String(Reflect.get(Object(issued.body), 'activationCode')));
      const headers = { 'x-bank-id': '01' };
      const path = '/api/v1/device/pair-device';
      refusals.push(shortly(await app.server.call({ method: 'POST', path, body, headers })));
      app.identity.clock.advance({ minutes: 10 });
    }
    expect(refusals).toEqual(['401 pairing-refused', '401 pairing-refused']);
    expect([await statusOf(named), await statusOf(other)]).toEqual(['blocked restriction', 'blocked agent']);
  });

  test('follows a merge to the devices of the surviving client', async () => {
    const [client, survivor] = [await app.client(), await app.client()];
    const device = await pair(survivor);
    await restrict(client);
    await followParty(app.context(), {
      id: randomUUID(),
      name: 'parties-merged',
      version: 1,
      occurredAt: app.identity.clock.now().toString(),
      aggregateKind: 'party',
      aggregateId: client.customerNumber,
      sequence: 1,
      data: { reference: survivor.customerNumber },
    });
    expect(await statusOf(device)).toBe('blocked restriction');
  });
});

test('unpairing a stolen device reports a fraud and blocks payments, in the same transaction', async () => {
  const reported: string[] = [];
  for (const reason of ['lost', 'stolen', 'not-mine']) {
    const client = await app.client();
    const { deviceId } = await pair(client);
    expect(await unpair(client, deviceId, reason)).toBe(204);
    const names = (await app.eventsOf(client.customerNumber)).map(({ name }) => name);
    reported.push(`${reason}: ${names.join(' ')}`);
  }
  expect(reported).toEqual([
    'lost: ',
    'stolen: suspected-fraud-reported restriction-set',
    'not-mine: suspected-fraud-reported restriction-set',
  ]);
});

test('a device that was unpaired before can still be reported as stolen, once', async () => {
  const client = await app.client();
  const { deviceId } = await pair(client);
  for (const reason of ['lost', 'lost', 'stolen', 'stolen', 'lost'])
    expect(await unpair(client, deviceId, reason)).toBe(204);
  expect((await app.eventsOf(client.customerNumber)).map(({ name }) => name)).toEqual([
    'suspected-fraud-reported',
    'restriction-set',
  ]);
});

test('staff block the devices of a client who calls', async () => {
  const client = await app.client();
  const device = await pair(client);
  const body = { ...block, reason: 'other', clientNumber: client.customerNumber };
  const response = await app.post(restrictionsPath, { as: asEmployee, body });
  expect([response.status, await statusOf(device)]).toEqual([201, 'blocked restriction']);
});
