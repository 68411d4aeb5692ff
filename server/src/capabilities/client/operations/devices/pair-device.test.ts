import { randomUUID } from 'node:crypto';
import { compactDecrypt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
import { isActivationCodeChecked } from '../../domain/devices/activation-format.ts';
import { createDeviceTestApp, type DeviceTestApp, refusalOf } from '../../testing/device-test-app.suite.ts';
import { pairDevice } from './pair-device.ts';

let app: DeviceTestApp;
beforeAll(async () => {
  app = await createDeviceTestApp({ poolSize: 10 });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  app.clock.set('2026-11-15T10:00:00Z');
  await app.database.query('delete from client.address_quota');
});

/** A code that no user has. */
const strange = 'ABCDE-FGHIJ-KLMNO-PQRSZ';
/** The response without what names the request. */
const bytesOf = ({ headers, status, text }: TestResponse): string =>
  `${status} ${String(headers['content-type'])} ${text.replace(/"instance":"[^"]*"/v, '')}`;

describe('a pairing', () => {
  test('gives the device its seeds, encrypted for its key, and awaits its confirmation', async () => {
    const user = await app.register();
    const phone = await app.newDevice();
    const body = await phone.pairingBody(await app.issueCode(user), {
      platform: 'android',
      model: 'Pixel 8',
      osVersion: '16',
      nickname: 'My phone',
      pushPlatform: 'fcm',
      pushHandle: 'token',
    });
    const response = await app.pair(body);
    expect(response).toMatchObject({ status: 201, body: { deviceId: phone.deviceId } });
    expect(response.headers['cache-control']).toBe('no-store');
    const { plaintext, protectedHeader } = await compactDecrypt(
      String(at(response.body, 'oath')),
      phone.privateKey,
    );
    expect(protectedHeader).toMatchObject({ alg: 'ECDH-ES', enc: 'A256GCM' });
    const content: unknown = JSON.parse(new TextDecoder().decode(plaintext));
    expect(content).toMatchObject({
      totp: { algorithm: 'SHA256', digits: 8, period: 30, t0: 0 },
      ocra: { suite: 'OCRA-1:HOTP-SHA512-8:QN08-T1M' },
    });
    expect(Buffer.from(String(at(content, 'totp', 'seed')), 'base64url')).toHaveLength(32);
    expect(Buffer.from(String(at(content, 'ocra', 'seed')), 'base64url')).toHaveLength(64);
    expect(await app.deviceRows(user.userId)).toMatchObject([
      { status: 'awaiting-confirmation', has_push: true },
    ]);
    const [row] = await app.database.query<{ row: string }>(
      `select d::text as row from client.device d where user_id = $1`,
      [user.userId],
    );
    expect(row?.row).not.toMatch(/Pixel|My phone|token/v);
  });

  test('accepts an installation again, whose old pairing then ends, and keeps one that is new', async () => {
    const user = await app.register();
    const phone = await app.paired(user);
    app.clock.advance({ seconds: 30 });
    await app.paired(user, phone);
    expect(await app.deviceRows(user.userId)).toMatchObject([
      { status: 'unpaired', unpair_reason: 'replaced' },
      { status: 'active' },
    ]);
  });

  test('is made with the bank of the header, which must be a served one', async () => {
    const phone = await app.newDevice();
    const body = await phone.pairingBody(strange);
    // Without the header the bank of the host name counts.
    expect(refusalOf(await app.pair(body, {}))).toBe('401 pairing-refused');
    const other = await app.pair(body, { 'x-bank-id': '99' });
    expect([other.status, listAt(other.body, 'errors')]).toMatchObject([400, [{ code: 'enum' }]]);
  });

  test('refuses a mistyped code without using an attempt, and half a push address', async () => {
    const user = await app.register();
    const code = await app.issueCode(user);
    const phone = await app.newDevice();
    const mistyped = `${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`;
    expect(isActivationCodeChecked(mistyped)).toBe(false);
    const wrong = await app.pair(await phone.pairingBody(mistyped));
    expect([wrong.status, listAt(wrong.body, 'errors')]).toMatchObject([
      400,
      [{ field: 'activationCode', code: 'checksum' }],
    ]);
    const half = await app.pair(await phone.pairingBody(code, { pushPlatform: 'apns' }));
    expect([half.status, listAt(half.body, 'errors')]).toMatchObject([400, [{ field: 'pushHandle' }]]);
    expect((await app.pair(await phone.pairingBody(code, { pushHandle: 'x' }))).status).toBe(400);
    expect(await app.database.query('select from client.address_quota')).toEqual([]);
  });

  test('of an installation that another user has is a conflict, and counts against the code', async () => {
    const phone = await app.paired(await app.register());
    const other = await app.register();
    const code = await app.issueCode(other);
    const refused = await app.pair(await phone.pairingBody(code));
    expect(refused).toMatchObject({
      status: 409,
      body: { type: 'urn:problem:client:device-taken', code: 'conflict' },
    });
    expect(await failuresOf(other.userId)).toEqual(['issued 1']);
  });

  test('of an installation that another user did not confirm in time succeeds', async () => {
    const [first, second] = [await app.register(), await app.register()];
    const phone = await app.newDevice();
    await app.pair(await phone.pairingBody(await app.issueCode(first)));
    expect(refusalOf(await app.pair(await phone.pairingBody(await app.issueCode(second))))).toBe(
      '409 conflict',
    );
    app.clock.advance({ minutes: 5 });
    expect((await app.pair(await phone.pairingBody(await app.issueCode(second)))).status).toBe(201);
    expect(await app.deviceRows(first.userId)).toMatchObject([
      { status: 'unpaired', unpair_reason: 'not-confirmed' },
    ]);
  });
});

async function failuresOf(userId: string): Promise<readonly string[]> {
  const rows = await app.database.query<{ state: string; failures: number }>(
    `select state, failures from client.activation_code where user_id = $1 order by created_at`,
    [userId],
  );
  return rows.map(({ failures, state }) => `${state} ${failures}`);
}

describe('a refused redemption', () => {
  test('has the same bytes for every cause', async () => {
    const user = await app.register();
    const phone = await app.newDevice();
    const bodies: (readonly [string, unknown])[] = [['unknown', await phone.pairingBody(strange)]];
    const used = await app.issueCode(user);
    expect((await app.pair(await phone.pairingBody(used))).status).toBe(201);
    bodies.push(['used', await phone.pairingBody(used)]);
    const replaced = await app.issueCode(user);
    const open = await app.issueCode(user);
    bodies.push(['replaced', await phone.pairingBody(replaced)]);
    const other = await app.newDevice();
    const right = await phone.pairingBody(open);
    bodies.push(['proof of another key', { ...right, proof: (await other.pairingBody(open))['proof'] }]);
    bodies.push([
      'attestation of another key',
      { ...right, attestation: (await other.pairingBody(open))['attestation'] },
    ]);
    bodies.push([
      'another format',
      { ...right, attestation: { format: 'android-key', certificates: ['AAAA'] } },
    ]);
    bodies.push(['another installation', { ...right, deviceId: randomUUID() }]);
    bodies.push(['proof of another code', { ...right, proof: (await phone.pairingBody(used))['proof'] }]);
    bodies.push([
      'key off the curve',
      { ...right, publicKey: { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) } },
    ]);
    const responses: (readonly [string, string])[] = [];
    for (const [cause, body] of bodies) responses.push([cause, bytesOf(await app.pair(body))]);
    await app.database.query('delete from client.address_quota');
    const late = await app.issueCode(await app.register());
    const lateBody = await phone.pairingBody(late);
    app.clock.advance({ minutes: 5 });
    responses.push(['expired', bytesOf(await app.pair({ ...(await phone.pairingBody(late)), ...lateBody }))]);
    const blocked = await app.register();
    const code = await app.issueCode(blocked);
    await app.restrict(blocked, 'device-block');
    responses.push(['restricted', bytesOf(await app.pair(await phone.pairingBody(code)))]);
    expect(new Set(responses.map(([, bytes]) => bytes)).size).toBe(1);
    expect(responses[0]?.[1]).toMatch(
      /^401 application\/problem\+json; charset=utf-8 .*"code":"pairing-refused"/v,
    );
  });

  test('of an old proof fails, although everything else is right', async () => {
    const code = await app.issueCode(await app.register());
    const phone = await app.newDevice();
    const body = await phone.pairingBody(code);
    app.clock.advance({ minutes: 4, seconds: 59 });
    expect((await app.pair(body)).status).toBe(201);
    const next = await app.issueCode(await app.register());
    app.clock.advance({ minutes: -6 });
    const old = await (await app.newDevice()).pairingBody(next);
    app.clock.advance({ minutes: 6 });
    expect(refusalOf(await app.pair(old))).toBe('401 pairing-refused');
  });

  test('of the right code exhausts it after five', async () => {
    const user = await app.register();
    const code = await app.issueCode(user);
    const phone = await app.newDevice();
    const body = await phone.pairingBody(code);
    for (let count = 0; count < 5; count += 1)
      expect(refusalOf(await app.pair({ ...body, proof: 'a.b.c' }))).toBe('401 pairing-refused');
    expect(await failuresOf(user.userId)).toEqual(['exhausted 5']);
    expect(refusalOf(await app.pair(body))).toBe('401 pairing-refused');
  });

  test('counts per source address: the eleventh in ten minutes is not looked at', async () => {
    const code = await app.issueCode(await app.register());
    const phone = await app.newDevice();
    const wrong = await phone.pairingBody(strange);
    const responses = await Promise.all(Array.from({ length: 30 }, () => app.pair(wrong)));
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(20);
    const refused = await app.pair(await phone.pairingBody(code));
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '600']);
    app.clock.advance({ minutes: 10 });
    const later = await app.issueCode(await app.register());
    expect((await app.pair(await phone.pairingBody(later))).status).toBe(201);
  });
});

test('a code redeemed fifty times at once from fifty addresses pairs one device', async () => {
  const user = await app.register();
  const activationCode = await app.issueCode(user);
  const phones = await Promise.all(Array.from({ length: 50 }, () => app.newDevice()));
  const bodies = await Promise.all(phones.map((phone) => phone.pairingBody(activationCode)));
  const outcomes = await Promise.allSettled(
    bodies.map((body, index) => {
      const context = app.context();
      const origin = { ...context.origin, sourceAddress: `10.0.0.${index}` };
      // oxlint-disable-next-line typescript/consistent-type-assertions -- the body of the test device has the members
      const command = { ...body, bank: '01', details: {}, push: undefined } as unknown as Parameters<
        typeof pairDevice
      >[1];
      return pairDevice({ ...context, origin }, command);
    }),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await app.deviceRows(user.userId)).toHaveLength(1);
  expect(await failuresOf(user.userId)).toEqual(['used 0']);
});
