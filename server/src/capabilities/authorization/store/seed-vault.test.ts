import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLocalWrapping } from '#platform/crypto/local-wrapping.ts';
import { Secret } from '#platform/kernel/secret.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { type FakeClock, fakeClock } from '#platform/testing/fake-clock.ts';
import { createSeedVault, type SeedVault } from './seed-vault.ts';

const master = randomBytes(32);
const tokenId = '019a8000-0000-7000-8000-000000000001';
const otherId = '019a8000-0000-7000-8000-000000000002';
let database: TestDatabase;
let clock: FakeClock;
beforeAll(async () => {
  database = await createTestDatabase({ poolSize: 5 });
  clock = fakeClock('2027-03-03T10:00:00Z');
});
afterAll(async () => {
  await database.app.close();
  await database[Symbol.asyncDispose]();
});

const vaultWith = (...keys: readonly [Buffer, ...Buffer[]]): SeedVault =>
  createSeedVault({ database: database.app, clock, wrapping: createLocalWrapping(keys) });

test('a seed opens only for its own token and bank', async () => {
  const vault = vaultWith(master);
  const seed = vault.newSeed(32);
  const sealed = await vault.seal('01', tokenId, seed);
  expect(sealed.includes(Buffer.from(seed.reveal()))).toBe(false);
  expect((await vault.open('01', tokenId, sealed)).reveal()).toEqual(seed.reveal());
  await expect(vault.open('01', otherId, sealed)).rejects.toThrow('moved from another place');
  await expect(vault.open('02', tokenId, sealed)).rejects.toThrow(/unknown key|moved/);
});

test('a seed does not open when a single bit was changed', async () => {
  const vault = vaultWith(master);
  const sealed = await vault.seal('01', tokenId, vault.newSeed(32));
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    await expect(vault.open('01', tokenId, changed)).rejects.toThrow(/encrypted|damaged/);
  }
});

test('a restarted process opens what others sealed; with another key nothing opens', async () => {
  const seed = new Secret<Uint8Array>(Buffer.from('12345678901234567890'));
  const sealed = await vaultWith(master).seal('01', tokenId, seed);
  expect(Buffer.from((await vaultWith(master).open('01', tokenId, sealed)).reveal()).toString()).toBe(
    '12345678901234567890',
  );
  await expect(vaultWith(randomBytes(32)).open('01', tokenId, sealed)).rejects.toThrow(/unknown key|damaged/);
});

test('after a key rotation, keys are rewrapped and the old one is not needed', async () => {
  const bankId = '02';
  const seed = vaultWith(master).newSeed(64);
  const sealed = await vaultWith(master).seal(bankId, tokenId, seed);
  const fresh = randomBytes(32);
  expect(await vaultWith(fresh, master).rewrap(bankId)).toBe(1);
  expect((await vaultWith(fresh).open(bankId, tokenId, sealed)).reveal()).toEqual(seed.reveal());
  await expect(vaultWith(master).open(bankId, tokenId, sealed)).rejects.toThrow(/unknown key|damaged/);
});

test('concurrent processes that need the first key agree on one', async () => {
  const vaults = Array.from({ length: 8 }, () => vaultWith(master));
  const seeds = await Promise.all(
    vaults.map(async (vault) => {
      const seed = vault.newSeed(32);
      return { seed, sealed: await vault.seal('nl', tokenId, seed) };
    }),
  );
  const reader = vaultWith(master);
  for (const { seed, sealed } of seeds) {
    expect((await reader.open('nl', tokenId, sealed)).reveal()).toEqual(seed.reveal());
  }
  const rows = await database.query(`select 1 from "authorization".data_key where bank_id = 'nl'`);
  expect(rows).toHaveLength(1);
});

test('seeds are random, of the requested length, and hidden when logged', () => {
  const vault = vaultWith(master);
  const seeds = Array.from({ length: 100 }, () => Buffer.from(vault.newSeed(64).reveal()).toString('hex'));
  expect(new Set(seeds).size).toBe(100);
  expect(seeds.every(({ length }) => length === 128)).toBe(true);
  expect(JSON.stringify({ seed: vault.dummy })).not.toContain(
    Buffer.from(vault.dummy.reveal()).toString('hex'),
  );
});
