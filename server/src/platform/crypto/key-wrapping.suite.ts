import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { type KeyPurpose, type KeyWrapping, Unwrappable } from './key-wrapping.ts';

/** Key-encryption keys for a test. Banks 01 and 02 have one of class `auth`, 01 also of `other`. */
export interface WrappingHarness extends AsyncDisposable {
  /** Opens a driver as a process would. */
  open(): Promise<KeyWrapping>;
  /** Adds a newer key-encryption key for every purpose, in front of the existing ones. */
  rotate(): Promise<void>;
  /** Removes every key-encryption key except the newest ones. */
  deleteOldKeys(): Promise<void>;
}

const purpose: KeyPurpose = { bankId: '01', keyClass: 'auth' };

/** What every driver must do; `build` returns a harness with first keys. */
export function keyWrappingSuite(build: () => Promise<WrappingHarness>): void {
  it.each([16, 32, 64])('unwraps what it wrapped, %i bytes long', async (length) => {
    await using harness = await build();
    await using wrapping = await harness.open();
    const key = randomBytes(length);
    const wrapped = await wrapping.wrap(purpose, key);
    expect((await wrapping.unwrap(purpose, wrapped)).equals(key)).toBe(true);
  });

  it.each([0, 15, 65, 4_096])('refuses to wrap %i bytes, which are not a key', async (length) => {
    await using harness = await build();
    await using wrapping = await harness.open();
    await expect(wrapping.wrap(purpose, randomBytes(length))).rejects.toThrow(RangeError);
  });

  it('wraps differently each time, and reveals nothing of the key', async () => {
    await using harness = await build();
    await using wrapping = await harness.open();
    const key = randomBytes(32);
    const [one, other] = [await wrapping.wrap(purpose, key), await wrapping.wrap(purpose, key)];
    expect(one.equals(other)).toBe(false);
    expect(one.includes(key.subarray(0, 8))).toBe(false);
  });

  it('unwraps in another process what this one wrapped', async () => {
    await using harness = await build();
    const key = randomBytes(32);
    let wrapped: Buffer = Buffer.alloc(0);
    {
      await using wrapping = await harness.open();
      wrapped = await wrapping.wrap(purpose, key);
    }
    await using next = await harness.open();
    expect((await next.unwrap(purpose, wrapped)).equals(key)).toBe(true);
  });

  it.each<KeyPurpose>([
    { bankId: '02', keyClass: 'auth' },
    { bankId: '01', keyClass: 'other' },
    { bankId: '03', keyClass: 'auth' },
    { bankId: '', keyClass: '' },
  ])('does not unwrap for %j', async (another) => {
    await using harness = await build();
    await using wrapping = await harness.open();
    const wrapped = await wrapping.wrap(purpose, randomBytes(32));
    await expect(wrapping.unwrap(another, wrapped)).rejects.toThrow(Unwrappable);
  });

  it('does not unwrap after any bit has changed', async () => {
    await using harness = await build();
    await using wrapping = await harness.open();
    const wrapped = await wrapping.wrap(purpose, randomBytes(32));
    for (let bit = 0; bit < wrapped.length * 8; bit += 1) {
      const damaged = Buffer.from(wrapped);
      damaged.writeUInt8(damaged.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      await expect(wrapping.unwrap(purpose, damaged), `bit ${bit}`).rejects.toThrow(Unwrappable);
    }
  });

  it('does not unwrap what was truncated or extended', async () => {
    await using harness = await build();
    await using wrapping = await harness.open();
    const wrapped = await wrapping.wrap(purpose, randomBytes(32));
    for (let length = 0; length < wrapped.length; length += 1) {
      await expect(wrapping.unwrap(purpose, wrapped.subarray(0, length))).rejects.toThrow(Unwrappable);
    }
    for (const more of [1, 16, 100_000]) {
      const longer = Buffer.concat([wrapped, Buffer.alloc(more)]);
      await expect(wrapping.unwrap(purpose, longer)).rejects.toThrow(Unwrappable);
    }
  });

  it('still unwraps after a rotation, wraps with the newest key, and reports outdated ones', async () => {
    await using harness = await build();
    const key = randomBytes(32);
    let wrapped: Buffer = Buffer.alloc(0);
    {
      await using before = await harness.open();
      wrapped = await before.wrap(purpose, key);
      expect(await before.isOutdated(purpose, wrapped)).toBe(false);
    }
    await harness.rotate();
    await using after = await harness.open();
    expect((await after.unwrap(purpose, wrapped)).equals(key)).toBe(true);
    expect(await after.isOutdated(purpose, wrapped)).toBe(true);
    const again = await after.wrap(purpose, await after.unwrap(purpose, wrapped));
    expect(await after.isOutdated(purpose, again)).toBe(false);
  });

  it('unwraps nothing of a removed key-encryption key, and everything of the remaining one', async () => {
    await using harness = await build();
    const key = randomBytes(32);
    let older: Buffer = Buffer.alloc(0);
    let newer: Buffer = older;
    {
      await using before = await harness.open();
      older = await before.wrap(purpose, key);
    }
    await harness.rotate();
    {
      await using between = await harness.open();
      newer = await between.wrap(purpose, key);
    }
    await harness.deleteOldKeys();
    await using after = await harness.open();
    await expect(after.unwrap(purpose, older)).rejects.toThrow(Unwrappable);
    await expect(after.isOutdated(purpose, older)).rejects.toThrow(Unwrappable);
    expect((await after.unwrap(purpose, newer)).equals(key)).toBe(true);
  });

  it('serves many concurrent calls, each with its own key', async () => {
    await using harness = await build();
    await using wrapping = await harness.open();
    const keys = Array.from({ length: 50 }, () => randomBytes(32));
    const wrapped = await Promise.all(keys.map((key) => wrapping.wrap(purpose, key)));
    const back = await Promise.all(wrapped.map((one) => wrapping.unwrap(purpose, one)));
    expect(back.every((key, index) => keys[index]?.equals(key) === true)).toBe(true);
  });

  it('does not change the key the caller passed', async () => {
    await using harness = await build();
    await using wrapping = await harness.open();
    const key = randomBytes(32);
    const copy = Buffer.from(key);
    await wrapping.wrap(purpose, key);
    expect(key.equals(copy)).toBe(true);
  });
}
