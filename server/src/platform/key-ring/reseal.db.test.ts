import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createVault } from '#platform/crypto/vault.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import {
  letterEncryptionContext,
  type RingOptions,
  readLetters,
  startRing,
  storeLetters,
} from './key-ring.suite.ts';
import { ResealIncomplete, resealBank } from './reseal.ts';

let database: TestDatabase;
const [oldMaster, newMaster] = [randomBytes(32), randomBytes(32)];
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await database[Symbol.asyncDispose]();
});

const texts = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `text of letter-${String(index).padStart(4, '0')}`);

async function outside(keyId: Buffer): Promise<number> {
  const [row] = await database.query<{ count: string }>(
    "select count(*) from oauth.signing_key where bank_id = '01' and substring(sealed_private_key from 2 for 8) <> $1",
    [keyId],
  );
  return Number(row?.count);
}

describe('a reseal', () => {
  it('leaves nothing under the old key, decrypts everything, and needs no old master key', async () => {
    const { ring: before } = await startRing(database, [oldMaster]);
    await storeLetters(database, before, { bankId: '01', count: 50 });
    const { clock, needs, progress, ring } = await startRing(database, [newMaster, oldMaster]);
    const [handles, names, peppers] = ['handles', 'names', 'peppers'].map((name) => ring.derive('01', name));
    await resealBank(needs, '01');
    await resealBank({ ...needs, banks: ['02'] }, '02');
    const key = ring.current('01', 'letters');
    expect(key).not.toEqual(before.current('01', 'letters'));
    expect(await outside(key.id)).toBe(0);
    expect(progress.at(-1)).toMatchObject({
      task: 'oauth.signing_key.sealed_private_key',
      rowsDone: 50,
      rowsTotal: 50,
    });
    // Values that cannot be recomputed keep their key; those that wait for their owner have both.
    expect(ring.derive('01', 'handles')).toEqual(handles);
    expect(ring.derive('01', 'names')).toEqual(names);
    expect(ring.derive('01', 'peppers').slice(1)).toEqual(peppers);
    const after = await startRing(database, [newMaster], { clock });
    expect(await readLetters(database, after.ring, '01')).toEqual(texts(50));
  });

  it('does not affect a process that read the new key in time', async () => {
    const other = await startRing(database, [oldMaster]);
    await storeLetters(database, other.ring, { bankId: '01', count: 5 });
    const old = other.ring.current('01', 'letters');
    const announced: unknown[] = [];
    const { clock, needs } = await startRing(database, [oldMaster], { clock: other.clock });
    await resealBank(
      {
        ...needs,
        async sleep(milliseconds) {
          // Announced: known, but not used yet.
          await other.ring.load();
          announced.push(other.ring.current('01', 'letters'));
          clock.advance({ milliseconds });
        },
      },
      '01',
    );
    expect(announced[0]).toEqual(old);
    expect(other.ring.current('01', 'letters')).not.toEqual(old);
    expect(await readLetters(database, other.ring, '01')).toEqual(texts(5));
  });

  it('resumes where it was killed, with the same keys', async () => {
    const { clock, ring: before } = await startRing(database, [oldMaster]);
    await storeLetters(database, before, { bankId: '01', count: 50 });
    const dieAfter = (batches: number): RingOptions => {
      let seen = 0;
      return {
        clock,
        onProgress() {
          seen += 1;
          if (seen === batches) throw new Error('killed');
        },
      };
    };
    const first = await startRing(database, [oldMaster], dieAfter(2));
    await expect(resealBank(first.needs, '01')).rejects.toThrow('killed');
    const key = first.ring.current('01', 'letters');
    expect(await outside(key.id)).toBe(36);
    const second = await startRing(database, [oldMaster], dieAfter(3));
    await expect(resealBank(second.needs, '01')).rejects.toThrow('killed');
    const third = await startRing(database, [oldMaster], { clock });
    await resealBank(third.needs, '01');
    expect(third.ring.current('01', 'letters')).toEqual(key);
    expect(third.progress.at(-1)).toMatchObject({ rowsDone: 50, rowsTotal: 50 });
    expect(third.ring.entries('01', 'letters')).toHaveLength(2);
    expect(await readLetters(database, third.ring, '01')).toEqual(texts(50));
  });

  it('overwrites nothing that is written meanwhile', async () => {
    const { clock, ring } = await startRing(database, [oldMaster]);
    await storeLetters(database, ring, { bankId: '01', count: 20 });
    const { needs } = await startRing(database, [oldMaster], { clock });
    const writes: Promise<unknown>[] = [];
    const vault = createVault(ring, 'letters');
    await resealBank(
      {
        ...needs,
        report() {
          // Another process, still with the old key, changes the last row while the first ones are processed.
          if (writes.length > 0) return;
          const sealed = vault.seal(letterEncryptionContext('01', 'letter-0019'), Buffer.from('changed'));
          writes.push(
            database.query(
              "update oauth.signing_key set sealed_private_key = $1 where key_id = 'letter-0019'",
              [sealed],
            ),
          );
        },
      },
      '01',
    );
    await Promise.all(writes);
    await ring.load();
    expect((await readLetters(database, ring, '01')).at(-1)).toBe('changed');
  });

  it('re-encrypts everything else and reports the values that cannot be decrypted', async () => {
    const { ring } = await startRing(database, [oldMaster]);
    await storeLetters(database, ring, { bankId: '01', count: 20 });
    await database.query(
      "update oauth.signing_key set sealed_private_key = sealed_private_key || '\\x00' where key_id = 'letter-0003'",
    );
    const { needs } = await startRing(database, [oldMaster]);
    const run = resealBank(needs, '01');
    await expect(run).rejects.toThrow(ResealIncomplete);
    await expect(run).rejects.toThrow(
      /1 values in oauth\.signing_key\.sealed_private_key cannot be decrypted.+letter-0003/,
    );
    expect(await outside(needs.ring.current('01', 'letters').id)).toBe(1);
    await database.query("delete from oauth.signing_key where key_id = 'letter-0003'");
    await resealBank(needs, '01');
  });

  it('removes retired keys a day later, and no sooner', async () => {
    const { clock, needs, ring } = await startRing(database, [oldMaster]);
    await storeLetters(database, ring, { bankId: '01', count: 3 });
    await resealBank(needs, '01');
    await resealBank(needs, '01');
    expect(ring.entries('01', 'letters')).toHaveLength(3);
    clock.advance({ hours: 25 });
    await resealBank(needs, '01');
    expect(ring.entries('01', 'letters')).toHaveLength(2);
    expect(ring.entries('01', 'peppers')).toHaveLength(4);
    expect(await readLetters(database, ring, '01')).toEqual(texts(3));
  });

  it('lets short-lived secrets expire', async () => {
    const { clock, needs, ring } = await startRing(database, [oldMaster]);
    const [old] = ring.derive('01', 'cookies');
    await resealBank(needs, '01');
    expect(ring.derive('01', 'cookies')).toHaveLength(2);
    expect(ring.derive('01', 'cookies')[1]).toEqual(old);
    clock.advance({ minutes: 12 });
    expect(ring.derive('01', 'cookies')).toHaveLength(1);
  });
});
