import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keyProviderSuite } from '#platform/crypto/key-provider.suite.ts';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { readLetters, startRing, storeLetters } from './key-ring.suite.ts';
import { KeyRingUnusable } from './key-ring.ts';
import { rewrapKeys } from './replacement.ts';

let database: TestDatabase;
const [oldMaster, newMaster] = [randomBytes(32), randomBytes(32)];
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await database[Symbol.asyncDispose]();
});

describe('a ring', () => {
  keyProviderSuite(async () => (await startRing(database, [oldMaster])).ring, {
    keyClasses: ['letters', 'answers'],
    purposes: ['names', 'cookies'],
  });

  it('is the same in every process that starts concurrently', async () => {
    const started = await Promise.all(Array.from({ length: 4 }, () => startRing(database, [oldMaster])));
    const secrets = started.map(({ ring }) => ring.current('01', 'letters').secret.toString('hex'));
    expect(new Set(secrets).size).toBe(1);
  });

  it('imports the keys that were derived from the master keys before', async () => {
    const before = createLocalKeys([newMaster, oldMaster]);
    await storeLetters(database, createLocalKeys([oldMaster]), { bankId: '01', count: 3, prefix: 'old' });
    await storeLetters(database, before, { bankId: '01', count: 3, prefix: 'new' });
    const { ring } = await startRing(database, [newMaster, oldMaster]);
    expect(await readLetters(database, ring, '01')).toHaveLength(6);
    expect(ring.current('01', 'letters')).toEqual(before.current('01', 'letters'));
    expect(ring.derive('01', 'peppers')).toEqual(before.derive('01', 'peppers'));
    expect(ring.derive('01', 'names')).toHaveLength(1);
    expect(ring.derive('01', 'handles')).toHaveLength(1);
  });

  it('does not depend on the order of master keys once it is stored', async () => {
    const first = await startRing(database, [newMaster, oldMaster]);
    const second = await startRing(database, [oldMaster, newMaster]);
    for (const purpose of ['names', 'handles', 'peppers', 'cookies'])
      expect(second.ring.derive('01', purpose)).toEqual(first.ring.derive('01', purpose));
    expect(second.ring.current('01', 'letters')).toEqual(first.ring.current('01', 'letters'));
  });

  it('imports the index key that made the stored indexes, whatever its position', async () => {
    const truth = createLocalKeys([oldMaster]).derive('01', 'names')[0];
    const check = async (bankId: string, keys: ReturnType<typeof createLocalKeys>) => ({
      seen: 1,
      same: bankId !== '01' || keys.derive(bankId, 'names')[0].equals(truth) ? 1 : 0,
    });
    const { ring } = await startRing(database, [oldMaster, newMaster], { indexChecks: [check] });
    expect(ring.derive('01', 'names')).toEqual([truth]);
  });

  it('refuses master keys that make none of the stored indexes', async () => {
    const start = startRing(database, [oldMaster, newMaster], {
      indexChecks: [async () => ({ seen: 2, same: 2 }), async () => ({ seen: 2, same: 0 })],
    });
    await expect(start).rejects.toThrow('makes the stored look-up indexes');
  });

  it('imports the key that makes most of the stored indexes, and the newest if none are stored', async () => {
    const truth = createLocalKeys([oldMaster]).derive('01', 'names')[0];
    const check = async (bankId: string, keys: ReturnType<typeof createLocalKeys>) =>
      bankId === '01'
        ? { seen: 20, same: keys.derive(bankId, 'names')[0].equals(truth) ? 19 : 0 }
        : { seen: 0, same: 0 };
    const { ring } = await startRing(database, [newMaster, oldMaster], { indexChecks: [check] });
    expect(ring.derive('01', 'names')).toEqual([truth]);
    expect(ring.derive('02', 'names')).toEqual([createLocalKeys([newMaster]).derive('02', 'names')[0]]);
  });

  it('refuses to import keys that do not decrypt the stored values', async () => {
    await storeLetters(database, createLocalKeys([oldMaster]), { bankId: '01', count: 1 });
    const start = startRing(database, [newMaster]);
    await expect(start).rejects.toThrow(KeyRingUnusable);
    await expect(start).rejects.toThrow(
      /bank 01, key class "letters": values in oauth\.signing_key cannot be decrypted/,
    );
    expect(await database.query('select from platform.bank_key')).toHaveLength(0);
    await startRing(database, [oldMaster]);
  });

  it('cannot be unwrapped with another master key, and names the bank and class', async () => {
    await startRing(database, [oldMaster]);
    const start = startRing(database, [newMaster]);
    await expect(start).rejects.toThrow(KeyRingUnusable);
    await expect(start).rejects.toThrow(
      /bank 01, key class "answers": key \w{16} cannot be unwrapped\. PORTICO_MASTER_KEYS/,
    );
  });

  it('cannot be unwrapped if a row has the canary or the key of another', async () => {
    await startRing(database, [oldMaster]);
    await database.query(
      `update platform.bank_key set canary = (select canary from platform.bank_key where bank_id = '02'
         and key_class = 'cookies') where bank_id = '01' and key_class = 'cookies'`,
    );
    await expect(startRing(database, [oldMaster])).rejects.toThrow(
      /bank 01, key class "cookies": key \w{16} can be unwrapped, but does not decrypt its canary/,
    );
  });

  it('cannot be unwrapped if the rows of two classes were exchanged', async () => {
    await startRing(database, [oldMaster]);
    await database.query(
      `update platform.bank_key set key_class = case key_class when 'names' then 'handles' else 'names' end
        where bank_id = '01' and key_class in ('names', 'handles')`,
    );
    await expect(startRing(database, [oldMaster])).rejects.toThrow(/bank 01, key class "handles".+canary/);
  });

  it('needs no old master key after its keys were rewrapped', async () => {
    const before = await startRing(database, [oldMaster]);
    const both = await startRing(database, [newMaster, oldMaster]);
    expect(await rewrapKeys(both.needs, '01')).toBe(6);
    await expect(startRing(database, [newMaster])).rejects.toThrow('bank 02');
    expect(await rewrapKeys(both.needs, '02')).toBe(6);
    expect(await rewrapKeys(both.needs, '02')).toBe(0);
    const after = await startRing(database, [newMaster]);
    expect(after.ring.current('01', 'letters')).toEqual(before.ring.current('01', 'letters'));
    await expect(startRing(database, [oldMaster])).rejects.toThrow(KeyRingUnusable);
    // A running process continues with the keys it has.
    await before.ring.load();
  });

  it('has a generated key for a class that a later version added', async () => {
    await startRing(database, [oldMaster]);
    const { ring } = await startRing(database, [oldMaster], {
      added: [{ name: 'marks', use: 'rotating', acceptedForSeconds: 600, isAdded: true }],
    });
    expect(ring.derive('01', 'marks')).not.toEqual(createLocalKeys([oldMaster]).derive('01', 'marks'));
  });

  it.each(['letters', 'names', 'handles', 'peppers', 'cookies'])(
    'does not generate a key instead of a lost one of class %s',
    async (keyClass) => {
      await startRing(database, [oldMaster]);
      await database.query(
        `delete from platform.bank_key where bank_id = '02' and key_class = '${keyClass}'`,
      );
      await expect(startRing(database, [oldMaster])).rejects.toThrow(
        `bank 02: platform.bank_key has no key of class "${keyClass}"`,
      );
    },
  );
});
