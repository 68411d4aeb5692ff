import { randomBytes } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { createDataKeyVault } from './data-key-vault.ts';
import { dataKeyHarness, memoryStore } from './data-keys.suite.ts';
import { type EncryptionContext, seal, Unsealable, unseal } from './envelope.ts';
import { Unwrappable } from './key-wrapping.ts';
import { createLocalWrapping } from './local-wrapping.ts';

const context: EncryptionContext = {
  bankId: '01',
  table: 'factor',
  column: 'sealed_seed',
  rowId: 'factor-1',
};
const plain = Buffer.from('a seed');

describe('data keys', () => {
  it('are created when a bank needs its first one, and stored only wrapped', async () => {
    const { store, start } = dataKeyHarness();
    const key = await start().current('01');
    const [row] = [...store.rows.values()];
    expect(store.rows.size).toBe(1);
    expect(key.secret).toHaveLength(32);
    expect(row?.keyId.equals(key.id)).toBe(true);
    expect(row?.wrapped.includes(key.secret)).toBe(false);
  });

  it('are the same in every process and differ by bank', async () => {
    const { start } = dataKeyHarness();
    const [one, other] = [start(), start()];
    const key = await one.current('01');
    expect(await other.current('01')).toEqual(key);
    expect(await other.byId('01', key.id)).toEqual(key);
    expect((await one.current('02')).secret.equals(key.secret)).toBe(false);
    expect(await one.byId('03', key.id)).toBeUndefined();
  });

  it('encrypt and decrypt through the envelope', async () => {
    const keys = dataKeyHarness().start();
    const key = await keys.current('01');
    const sealed = seal(key, context, plain);
    const found = await keys.byId('01', key.id);
    expect(unseal(() => found, context, sealed).equals(plain)).toBe(true);
  });

  it('of a bank cannot be unwrapped from rows of another bank', async () => {
    const { store, start } = dataKeyHarness();
    const key = await start().current('01');
    const [row] = [...store.rows.values()];
    if (row !== undefined) await store.insert('02', row);
    await expect(start().byId('02', key.id)).rejects.toThrow(Unwrappable);
    await expect(start().current('02')).rejects.toThrow(Unwrappable);
  });

  it('are not created by a key wrapping that cannot unwrap the existing ones', async () => {
    const { store, start } = dataKeyHarness();
    await start().current('01');
    const elsewhere = start({ wrapping: createLocalWrapping([randomBytes(32)]) });
    await expect(elsewhere.current('01')).rejects.toThrow(Unwrappable);
    expect(store.rows.size).toBe(1);
  });
});

describe('an epoch', () => {
  it('ends after three months; old values can still be decrypted', async () => {
    const { clock, start } = dataKeyHarness();
    const keys = start();
    const first = await keys.current('01');
    clock.advance({ days: 90 });
    expect(await keys.current('01')).toEqual(first);
    clock.advance({ days: 1 });
    const second = await keys.current('01');
    expect(second.id.equals(first.id)).toBe(false);
    expect(await keys.current('01')).toEqual(second);
    expect(await keys.byId('01', first.id)).toEqual(first);
  });

  it('starts with one key, however many concurrent calls and processes', async () => {
    const { store, clock, switched, start } = dataKeyHarness();
    const processes = Array.from({ length: 5 }, () => start());
    for (const epochs of [1, 2, 3]) {
      const requested = processes.flatMap((keys) => Array.from({ length: 20 }, () => keys.current('01')));
      const received = await Promise.all(requested);
      expect(new Set(received.map(({ secret }) => secret.toString('hex'))).size).toBe(1);
      expect(store.rows.size).toBe(epochs);
      expect(switched.calls.wrap).toBeLessThanOrEqual(epochs * processes.length);
      clock.advance({ days: 91 });
    }
  });

  it('is extended while the key wrapping is unavailable, because a new key can wait', async () => {
    const { clock, switched, start } = dataKeyHarness();
    const keys = start();
    const first = await keys.current('01');
    clock.advance({ days: 90, hours: 23, minutes: 55 });
    await keys.current('01');
    clock.advance({ minutes: 10 });
    switched.isSwitchedOff = true;
    expect(await keys.current('01')).toEqual(first);
    switched.isSwitchedOff = false;
    expect((await keys.current('01')).id.equals(first.id)).toBe(false);
  });

  it('ends early when this process has used up its key', async () => {
    const { switched, start } = dataKeyHarness();
    const keys = start({ usesMax: 3 });
    const received = [];
    for (let use = 0; use < 7; use += 1) received.push((await keys.current('01')).id.readBigUInt64BE());
    expect(received).toEqual([1n, 1n, 1n, 2n, 2n, 2n, 3n]);
    switched.isSwitchedOff = true;
    await keys.current('01');
    await keys.current('01');
    await expect(keys.current('01')).rejects.toMatchObject({ literal: 'service-unavailable' });
  });
});

describe('open data keys', () => {
  it('are unwrapped once for all concurrent calls', async () => {
    const { switched, store, start } = dataKeyHarness();
    await start().current('01');
    const keys = start();
    store.listed = 0;
    await Promise.all(Array.from({ length: 100 }, () => keys.current('01')));
    expect([switched.calls.unwrap, store.listed]).toEqual([1, 1]);
  });

  it('are used for a quarter of an hour without the key wrapping, then calls fail until it is back', async () => {
    const { clock, switched, start } = dataKeyHarness();
    const keys = start();
    const key = await keys.current('01');
    switched.isSwitchedOff = true;
    clock.advance({ minutes: 14, seconds: 59 });
    expect(await keys.current('01')).toEqual(key);
    expect(await keys.byId('01', key.id)).toEqual(key);
    clock.advance({ seconds: 1 });
    const unavailable = { literal: 'service-unavailable', more: { retryAfterSeconds: 5 } };
    await expect(keys.current('01')).rejects.toMatchObject(unavailable);
    await expect(keys.byId('01', key.id)).rejects.toMatchObject(unavailable);
    await expect(keys.current('02')).rejects.toMatchObject(unavailable);
    switched.isSwitchedOff = false;
    expect(await keys.current('01')).toEqual(key);
  });

  it('are renewed ahead of time, so that an outage never begins in the last minute', async () => {
    const { clock, switched, start } = dataKeyHarness();
    const keys = start();
    const key = await keys.current('01');
    clock.advance({ minutes: 14 });
    await keys.current('01');
    await new Promise(setImmediate);
    switched.isSwitchedOff = true;
    clock.advance({ minutes: 14 });
    expect(await keys.current('01')).toEqual(key);
    clock.advance({ minutes: 1 });
    await expect(keys.current('01')).rejects.toMatchObject({ literal: 'service-unavailable' });
  });

  it('of another process are found although they are newer than the cached ones', async () => {
    const { clock, start } = dataKeyHarness();
    const [one, hasty] = [start(), start({ epoch: Temporal.Duration.from({ minutes: 1 }) })];
    await one.current('01');
    clock.advance({ minutes: 2 });
    const made = await hasty.current('01');
    expect(made.id.readBigUInt64BE()).toBe(2n);
    expect(await one.byId('01', made.id)).toEqual(made);
    expect(await one.byId('01', randomBytes(8))).toBeUndefined();
  });

  it('stay cached when an earlier read of the store ends later', async () => {
    const { clock, store, start } = dataKeyHarness();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let looks = 0;
    const one = start({
      store: {
        ...store,
        async list(bankId) {
          looks += 1;
          const rows = await store.list(bankId);
          // The second read is the one in advance; it reads the present state and returns late.
          if (looks === 2) await released;
          return rows;
        },
      },
    });
    await start().current('01');
    await one.current('01');
    clock.advance({ minutes: 6 });
    await one.current('01');
    const made = await start({ epoch: Temporal.Duration.from({ minutes: 1 }) }).current('01');
    expect(await one.byId('01', made.id)).toEqual(made);
    release();
    await new Promise(setImmediate);
    expect(await one.byId('01', made.id)).toEqual(made);
    expect(looks).toBe(3);
  });
});

describe('rewrapping', () => {
  it('rewraps every key under the newest key-encryption key, once', async () => {
    const { store, clock, masterKey, start } = dataKeyHarness();
    const old = start();
    const first = await old.current('01');
    clock.advance({ days: 91 });
    await old.current('01');
    const newer = randomBytes(32);
    const both = start({ wrapping: createLocalWrapping([newer, masterKey]) });
    expect(await both.rewrap('01')).toBe(2);
    expect(await both.rewrap('01')).toBe(0);
    const after = start({ wrapping: createLocalWrapping([newer]) });
    expect(await after.byId('01', first.id)).toEqual(first);
    expect(store.rows.size).toBe(2);
  });
});

describe('a vault of data keys', () => {
  it('decrypts what it encrypted, also after the epoch', async () => {
    const { clock, start } = dataKeyHarness();
    const sealed = await createDataKeyVault(start()).seal(context, plain);
    clock.advance({ days: 200 });
    const vault = createDataKeyVault(start());
    const later = await vault.seal(context, plain);
    expect((await vault.unseal(context, sealed)).equals(plain)).toBe(true);
    expect((await vault.unseal(context, later)).equals(plain)).toBe(true);
  });

  it('does not decrypt values that were moved, damaged, or encrypted with a missing key', async () => {
    const { start } = dataKeyHarness();
    const vault = createDataKeyVault(start());
    const sealed = await vault.seal(context, plain);
    const moved = vault.unseal({ ...context, rowId: 'factor-2' }, sealed);
    await expect(moved).rejects.toThrow(Unsealable);
    await expect(vault.unseal(context, sealed.subarray(0, 20))).rejects.toThrow(Unsealable);
    const empty = createDataKeyVault(start({ store: memoryStore() }));
    await expect(empty.unseal(context, sealed)).rejects.toThrow(Unsealable);
  });
});
