import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EncryptionContext, Unsealable } from './envelope.ts';
import { createLocalKeys } from './local-keys.ts';
import { createVault } from './vault.ts';

const [older, newer] = [randomBytes(32), randomBytes(32)];
const vault = createVault(createLocalKeys([newer]), 'oauth');
const context: EncryptionContext = {
  bankId: '01',
  table: 'signing_key',
  column: 'sealed_private_key',
  rowId: 'key-1',
};
const plain = Buffer.from('a private key');

describe('an encrypted value', () => {
  it('is decrypted in its context, whatever it contains', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => {
        const value = Buffer.from(bytes);
        expect(vault.unseal(context, vault.seal(context, value)).equals(value)).toBe(true);
      }),
    );
  });

  it('is different each time, and does not reveal the plain text', () => {
    const [one, other] = [vault.seal(context, plain), vault.seal(context, plain)];
    expect(one.equals(other)).toBe(false);
    expect(one.includes(plain)).toBe(false);
  });

  it.each([
    ['another bank', { ...context, bankId: '02' }],
    ['another table', { ...context, table: 'artefact' }],
    ['another column', { ...context, column: 'public_key' }],
    ['another row', { ...context, rowId: 'key-2' }],
    [
      'a context with the same text when joined',
      { ...context, column: 'sealed_private_keyk', rowId: 'ey-1' },
    ],
  ])('is not decrypted in %s', (_what, elsewhere) => {
    expect(() => vault.unseal(elsewhere, vault.seal(context, plain))).toThrow(Unsealable);
  });

  it('is not decrypted when any bit has changed', () => {
    const sealed = vault.seal(context, plain);
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const damaged = Buffer.from(sealed);
      damaged.writeUInt8(damaged.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(() => vault.unseal(context, damaged)).toThrow(Unsealable);
    }
  });

  it('is not decrypted when it is truncated', () => {
    const sealed = vault.seal(context, plain);
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => vault.unseal(context, sealed.subarray(0, length))).toThrow(Unsealable);
    }
  });

  it('is not decrypted with the key of another class', () => {
    const other = createVault(createLocalKeys([newer]), 'party');
    expect(() => other.unseal(context, vault.seal(context, plain))).toThrow(Unsealable);
  });

  it('is still decrypted after the master key has changed, until the old one is removed', () => {
    const sealed = createVault(createLocalKeys([older]), 'oauth').seal(context, plain);
    const both = createVault(createLocalKeys([newer, older]), 'oauth');
    expect(both.unseal(context, sealed).equals(plain)).toBe(true);
    expect(
      createVault(createLocalKeys([newer]), 'oauth')
        .unseal(context, both.seal(context, plain))
        .equals(plain),
    ).toBe(true);
    expect(() => vault.unseal(context, sealed)).toThrow(Unsealable);
  });
});

describe('derived secrets', () => {
  const keys = createLocalKeys([newer]);
  const [cookies] = keys.derive('01', 'cookies');

  it('are the same in every process, and differ by bank and purpose', () => {
    expect(createLocalKeys([newer]).derive('01', 'cookies')).toEqual([cookies]);
    expect(keys.derive('02', 'cookies')).not.toEqual([cookies]);
    expect(keys.derive('01', 'nonces')).not.toEqual([cookies]);
  });

  it('of an older master key follow those of the newest', () => {
    const [former] = createLocalKeys([older]).derive('01', 'cookies');
    expect(createLocalKeys([newer, older]).derive('01', 'cookies')).toEqual([cookies, former]);
  });

  it('cannot be made without a master key', () => {
    expect(() => createLocalKeys([])).toThrow('no master key');
  });
});
