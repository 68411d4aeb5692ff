import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClientVault } from '#capabilities/client/index.ts';
import { insertPairedDevice, type PairedDevice } from '#capabilities/client/testing/paired-device.suite.ts';
import {
  createIdentityTestApp,
  type IdentityTestApp,
  type TestUser,
} from '#capabilities/identity/testing/identity-test-app.suite.ts';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { at } from '#platform/testing/json-at.ts';
import { runWith, type Settings } from './program.suite.ts';

const masterKey = randomBytes(32);
let app: IdentityTestApp;
let user: TestUser;
let phone: PairedDevice;

beforeAll(async () => {
  app = await createIdentityTestApp({ masterKey });
  user = await app.register();
  const vault = createClientVault(createLocalKeys([masterKey]));
  phone = await insertPairedDevice({ database: app.database, vault }, { userId: user.userId });
});
afterAll(() => app[Symbol.asyncDispose]());

async function run(...words: readonly string[]): Promise<[number, string]> {
  const settings: Settings = {
    PORTICO_DATABASE_URL: app.database.appUrl,
    PORTICO_MASTER_KEYS: masterKey.toString('base64'),
  };
  const { code, text } = await runWith(settings, ['devices', ...words, '--bank', '01']);
  return [code, text];
}

const ofPhone = (): readonly string[] => ['--user', user.username, '--device', phone.deviceId];
const listed = async (): Promise<string> => (await run('list', '--user', user.username))[1];

it('lists the devices of a user, by username and by user id, and refuses an unknown user', async () => {
  expect(await run('list', '--user', user.username)).toEqual([
    0,
    expect.stringMatching(new RegExp(`^${phone.deviceId}  active  other  software  `)),
  ]);
  const [code, document] = await run('list', '--user', user.userId, '--json');
  expect([code, at(JSON.parse(document), 'devices', 0, 'deviceId')]).toEqual([0, phone.deviceId]);
  expect((await run('list', '--user', 'nobody.here'))[0]).not.toBe(0);
});

it('blocks a device once and unblocks it (blockDevicesOf)', async () => {
  expect(await run('block', ...ofPhone())).toEqual([0, `${phone.deviceId}: blocked`]);
  expect(await listed()).toContain('  blocked  ');
  const [again, why] = await run('block', ...ofPhone());
  expect([again === 0, why]).toEqual([false, expect.stringContaining('nothing to block')]);
  expect(await run('unblock', ...ofPhone())).toEqual([0, `${phone.deviceId}: unblocked`]);
  expect(await listed()).toContain('  active  ');
});

it('asks before it unpairs, unpairs once, and refuses a device of nobody (endDevice)', async () => {
  const unpair = (device: string, ...more: readonly string[]): Promise<[number, string]> =>
    run('unpair', '--user', user.username, '--device', device, '--reason', 'lost', ...more);
  const [asked, preview] = await unpair(phone.deviceId);
  expect([asked, preview]).toEqual([4, expect.stringContaining(`unpairs device ${phone.deviceId}`)]);
  expect(await unpair(phone.deviceId, '--yes')).toEqual([0, `${phone.deviceId}: unpaired`]);
  expect(await listed()).toBe('no devices');
  expect((await unpair('00000000-0000-4000-8000-000000000000', '--yes'))[0]).not.toBe(0);
});
