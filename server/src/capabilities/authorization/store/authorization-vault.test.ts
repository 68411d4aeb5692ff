import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { authorizationKeyClasses } from './authorization-keys.ts';
import { createAuthorizationVault } from './authorization-vault.ts';

const old = randomBytes(32);
const vault = createAuthorizationVault(createLocalKeys([old]));
const text = {
  code: '123456',
  contact: '+4915112345678',
  message: 'Sign in',
  language: 'de',
  exactIndex: 'x',
};

describe('a code', () => {
  test('has all its digits, leading zeros included, and every value is possible', () => {
    const codes = Array.from({ length: 5_000 }, () => vault.newCode(6));
    expect(codes.every((code) => /^[0-9]{6}$/.test(code))).toBe(true);
    const firsts = Array.from({ length: 10 }, (_, digit) =>
      codes.filter((code) => code.startsWith(String(digit))),
    );
    expect(Math.min(...firsts.map(({ length }) => length))).toBeGreaterThan(380);
    expect(Math.max(...firsts.map(({ length }) => length))).toBeLessThan(620);
    expect(new Set(codes).size).toBeGreaterThan(4_900);
    expect(vault.newCode(8)).toMatch(/^[0-9]{8}$/);
  });

  test('is recognized only with its own id and bank, and never by another code', () => {
    const digest = vault.codeHash('01', 'v1', '123456');
    expect(vault.isCode(digest, { bankId: '01', id: 'v1', code: '123456' })).toBe(true);
    expect(vault.isCode(digest, { bankId: '02', id: 'v1', code: '123456' })).toBe(false);
    expect(vault.isCode(digest, { bankId: '01', id: 'v2', code: '123456' })).toBe(false);
    expect(vault.isCode(digest.subarray(1), { bankId: '01', id: 'v1', code: '123456' })).toBe(false);
    expect(vault.isCode(Buffer.alloc(0), { bankId: '01', id: 'v1', code: '123456' })).toBe(false);
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{6,8}$/), (code) => {
        expect(vault.isCode(digest, { bankId: '01', id: 'v1', code })).toBe(code === '123456');
      }),
    );
  });

  test('is not the code of an id that ends where it begins', () => {
    const digest = vault.codeHash('01', 'v1', '234567');
    expect(vault.isCode(digest, { bankId: '01', id: 'v', code: '1234567' })).toBe(false);
    expect(vault.isCode(digest, { bankId: '01', id: 'v12', code: '34567' })).toBe(false);
  });

  test('from before a key rotation is still recognized', () => {
    const turned = createAuthorizationVault(createLocalKeys([randomBytes(32), old]));
    const digest = vault.codeHash('01', 'v1', '123456');
    expect(turned.isCode(digest, { bankId: '01', id: 'v1', code: '123456' })).toBe(true);
    expect(turned.codeHash('01', 'v1', '123456').equals(digest)).toBe(false);
    expect(turned.openText('01', 'v1', vault.sealText('01', 'v1', text))).toEqual(text);
  });
});

describe('a sealed text', () => {
  const sealed = vault.sealText('01', 'v1', text);

  test('reveals nothing and opens only in its context', () => {
    expect(sealed.includes('123456')).toBe(false);
    expect(sealed.includes('49151')).toBe(false);
    expect(vault.openText('01', 'v1', sealed)).toEqual(text);
    expect(() => vault.openText('01', 'v2', sealed)).toThrow('moved from another place');
    expect(() => vault.openText('02', 'v1', sealed)).toThrow(/unknown key|moved/);
    expect(() => vault.openSignatureData('01', 'v1', sealed)).toThrow('moved from another place');
  });

  test('does not open when a single bit was changed', () => {
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => vault.openText('01', 'v1', changed)).toThrow(/encrypted|damaged/);
    }
  });

  test('holds signature data of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (data) => {
        expect(vault.openSignatureData('01', 'c1', vault.sealSignatureData('01', 'c1', data))).toBe(data);
      }),
    );
  });
});

describe('the key of a recipient', () => {
  test('is deterministic, and differs by channel and bank', () => {
    const index = vault.recipientIndex('01', 'sms', '+4915112345678');
    expect(vault.recipientIndex('01', 'sms', '+4915112345678')).toEqual(index);
    expect(vault.recipientIndex('01', 'email', '+4915112345678')).not.toEqual(index);
    expect(vault.recipientIndex('02', 'sms', '+4915112345678')).not.toEqual(index);
    expect(index).toHaveLength(16);
  });

  test('of an unknown user looks like no user id, and reveals nothing', () => {
    const subject = vault.unknownUserKey('01', 'user unknown');
    expect(subject).toMatch(/^~[\w-]{24}$/);
    expect(vault.unknownUserKey('01', 'user unknown')).toBe(subject);
    expect(vault.unknownUserKey('02', 'user unknown')).not.toBe(subject);
    expect(subject).not.toContain('unknown');
  });

  test('of an unknown user is found again after a key was replaced', () => {
    const replaced = createAuthorizationVault(createLocalKeys([randomBytes(32), old]));
    const subjects = replaced.unknownUserKeys('01', 'sms +4915112345678');
    expect(subjects[0]).toBe(replaced.unknownUserKey('01', 'sms +4915112345678'));
    expect(subjects).toContain(vault.unknownUserKey('01', 'sms +4915112345678'));
  });
});

test('a seal over a signature fits nothing else', () => {
  const seal = vault.signatureSeal('01', 'content');
  expect(vault.isSignatureSeal('01', 'content', seal)).toBe(true);
  expect(vault.isSignatureSeal('01', 'content.', seal)).toBe(false);
  expect(vault.isSignatureSeal('02', 'content', seal)).toBe(false);
  expect(vault.isSignatureSeal('01', 'content', Buffer.alloc(32))).toBe(false);
});

test('every key that is used is a key of the bank', () => {
  const used = new Set<string>();
  const derived = createLocalKeys([old]);
  const recording = createAuthorizationVault({
    ...derived,
    derive(bankId, purpose) {
      used.add(purpose);
      return derived.derive(bankId, purpose);
    },
  });
  recording.codeHash('01', 'v', '123456');
  recording.recipientIndexes('01', 'sms', 'x');
  recording.unknownUserKey('01', 'x');
  recording.methodId('01', ['x']);
  recording.dummyEnding('01', 'x', 3);
  recording.challengeKey('01');
  recording.signatureSeal('01', 'x');
  const names = authorizationKeyClasses.map(({ name }) => name);
  expect([...used].filter((purpose) => !names.includes(purpose))).toEqual([]);
  expect(used.size).toBe(7);
});
