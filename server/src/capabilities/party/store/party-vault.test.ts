import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Unsealable } from '#platform/crypto/envelope.ts';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { createPartyVault } from './party-vault.ts';

const master = randomBytes(32);
const vault = createPartyVault(createLocalKeys([master]));
const place = { table: 'party', column: 'personal', row: '' } as const;

describe('the key of a party', () => {
  test('decrypts what it encrypted, with the stored form of the key', () => {
    const { seal, sealedKey } = vault.newSeal('01', '1');
    const sealed = seal.seal(place, { name: 'Ada' });
    expect(vault.openSeal('01', '1', sealedKey).unseal(place, sealed)).toEqual({ name: 'Ada' });
  });

  test('does not decrypt data of another party, column or row', () => {
    const { seal } = vault.newSeal('01', '1');
    const sealed = seal.seal(place, 'x');
    expect(() => vault.newSeal('01', '2').seal.unseal(place, sealed)).toThrow(Unsealable);
    expect(() => seal.unseal({ ...place, column: 'sensitive' }, sealed)).toThrow(Unsealable);
    expect(() => seal.unseal({ ...place, row: '7' }, sealed)).toThrow(Unsealable);
  });

  test('can be opened for its own party and bank only', () => {
    const { sealedKey } = vault.newSeal('01', '1');
    expect(() => vault.openSeal('01', '2', sealedKey)).toThrow(Unsealable);
    expect(() => vault.openSeal('02', '1', sealedKey)).toThrow(Unsealable);
  });

  test('differs each time, even for the same party', () => {
    const [one, other] = [vault.newSeal('01', '1'), vault.newSeal('01', '1')];
    expect(() => other.seal.unseal(place, one.seal.seal(place, 'x'))).toThrow(Unsealable);
  });
});

describe('an index', () => {
  test('is equal for equal values of one bank and lookup, and for nothing else', () => {
    const one = vault.indexes('01', 'phone', '+49151');
    expect(vault.indexes('01', 'phone', '+49151')).toEqual(one);
    expect(vault.indexes('01', 'phone', '+49152')).not.toEqual(one);
    expect(vault.indexes('01', 'email', '+49151')).not.toEqual(one);
    expect(vault.indexes('02', 'phone', '+49151')).not.toEqual(one);
  });

  test('is also looked up under an older key', () => {
    const newer = createPartyVault(createLocalKeys([randomBytes(32), master]));
    const [current, ...older] = newer.indexes('01', 'phone', '+49151');
    expect(older).toEqual(vault.indexes('01', 'phone', '+49151'));
    expect(older).not.toContainEqual(current);
  });
});

describe('a signature', () => {
  const claim = { bankId: '01', purpose: 'sync-token', text: 'abc' };
  test('is valid for the same bank, purpose and text only', () => {
    const mark = vault.mark('01', 'sync-token', 'abc');
    expect(vault.isMark(mark, claim)).toBe(true);
    expect(vault.isMark(mark, { ...claim, bankId: '02' })).toBe(false);
    expect(vault.isMark(mark, { ...claim, purpose: 'other' })).toBe(false);
    expect(vault.isMark(mark, { ...claim, text: 'abd' })).toBe(false);
    expect(vault.isMark('', claim)).toBe(false);
    expect(vault.isMark(`${mark}x`, claim)).toBe(false);
  });

  test('is still valid when a new master key is added, and not when the old one is removed', () => {
    const mark = vault.mark('01', 'sync-token', 'abc');
    const newer = randomBytes(32);
    expect(createPartyVault(createLocalKeys([newer, master])).isMark(mark, claim)).toBe(true);
    expect(createPartyVault(createLocalKeys([newer])).isMark(mark, claim)).toBe(false);
  });
});
