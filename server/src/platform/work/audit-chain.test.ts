import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AuditEntry,
  chainStart,
  hashEntry,
  type SealKey,
  sealKeyFrom,
  sealVerifierFrom,
} from './audit-chain.ts';

const entry: AuditEntry = {
  bankId: '01',
  auditId: '01a1dcd9-8271-7d5d-be7d-c5b89d0eaed5',
  occurredAt: '2026-11-15 10:00:00.000001+00',
  operation: 'Configuration_PlanMaintenance',
  aggregateKind: 'maintenance-window',
  aggregateId: 'w-1',
  record: '{"outcome":"done"}',
};

const anyEntry: fc.Arbitrary<AuditEntry> = fc.record({
  bankId: fc.string(),
  auditId: fc.string(),
  occurredAt: fc.string(),
  operation: fc.string(),
  aggregateKind: fc.string(),
  aggregateId: fc.string(),
  record: fc.string({ unit: 'grapheme' }),
});

describe('a link of the chain', () => {
  test('never changes, so that old chains can be verified', () => {
    expect(hashEntry(chainStart, 1n, entry)).toBe(
      '65b17a0177f71828119b0ee5709d3e7e54a5a3f78e8e643cf45a0a3880f0a1f5',
    );
  });

  test('differs for different entries, whatever their texts are', () => {
    fc.assert(
      fc.property(anyEntry, anyEntry, (one, other) => {
        const isSame = JSON.stringify(one) === JSON.stringify(other);
        expect(hashEntry(chainStart, 1n, one) === hashEntry(chainStart, 1n, other)).toBe(isSame);
      }),
    );
  });

  test('changes when a character moves from any column into the next', () => {
    const columns = ['bankId', 'auditId', 'occurredAt', 'operation', 'aggregateKind', 'aggregateId'] as const;
    const next = [...columns.slice(1), 'record'] as const;
    const shifted = columns.map((column, index) => {
      const into = next[index] ?? 'record';
      return {
        ...entry,
        [column]: entry[column].slice(0, -1),
        [into]: `${entry[column].slice(-1)}${entry[into]}`,
      };
    });
    const links = [entry, ...shifted].map((changed) => hashEntry(chainStart, 1n, changed));
    expect(new Set(links).size).toBe(links.length);
  });

  test('depends on its number and on the previous entries', () => {
    const links = [
      hashEntry(chainStart, 1n, entry),
      hashEntry(chainStart, 2n, entry),
      hashEntry(hashEntry(chainStart, 1n, entry), 2n, entry),
    ];
    expect(new Set(links).size).toBe(links.length);
  });
});

describe('a seal', () => {
  const pair = (): { key: SealKey; publicPem: string } => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    return {
      key: sealKeyFrom(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()),
      publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    };
  };
  const { key, publicPem } = pair();
  const verifier = sealVerifierFrom([publicPem]);
  const content = { bankId: '01', entryNo: 7n, hash: 'ab'.repeat(32), sealedAt: '2026-11-15T10:00:00.000Z' };

  test('is verified with the public half of the key alone', () => {
    expect(verifier.isGood(content, key.sign(content), key.keyId)).toBe(true);
  });

  test.each([
    ['bank', { ...content, bankId: '02' }],
    ['number', { ...content, entryNo: 8n }],
    ['link', { ...content, hash: 'ac'.repeat(32) }],
    ['time', { ...content, sealedAt: '2026-11-15T10:00:00.001Z' }],
  ])('is invalid for another %s', (_, changed) => {
    expect(verifier.isGood(changed, key.sign(content), key.keyId)).toBe(false);
  });

  test('of another key is invalid, whatever its key id', () => {
    const other = pair().key;
    expect(other.keyId).not.toBe(key.keyId);
    expect(verifier.isGood(content, other.sign(content), other.keyId)).toBe(false);
    expect(verifier.isGood(content, other.sign(content), key.keyId)).toBe(false);
  });

  test('of an earlier key stays valid after the key was changed', () => {
    const later = pair();
    const both = sealVerifierFrom([publicPem, later.publicPem]);
    expect(both.isGood(content, key.sign(content), key.keyId)).toBe(true);
    expect(both.isGood(content, later.key.sign(content), later.key.keyId)).toBe(true);
    expect(both.isGood(content, key.sign(content), later.key.keyId)).toBe(false);
  });
});
