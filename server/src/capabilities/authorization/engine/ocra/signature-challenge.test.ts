import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Secret } from '#platform/kernel/secret.ts';
import { type SignatureChallengeSource, signatureChallenge } from './signature-challenge.ts';

const source: SignatureChallengeSource = {
  serverKey: new Secret(Buffer.alloc(32, 7)),
  nonce: Buffer.from('nonce-of-a-challenge'),
  userId: 'user-1',
  signatureData: 'EUR 123.50 DE40100100103307118608',
};
const codeOf = (changes: Partial<SignatureChallengeSource>): string =>
  signatureChallenge({ ...source, ...changes }).code;

describe('a challenge for a signature', () => {
  test('is the MAC over nonce, user and digest, each after its length, modulo ten to the eighth', () => {
    const digest = createHash('sha256').update(source.signatureData).digest();
    const mac = createHmac('sha256', Buffer.alloc(32, 7))
      .update(
        Buffer.concat([
          Buffer.from([0, 0, 0, 20]),
          Buffer.from('nonce-of-a-challenge'),
          Buffer.from([0, 0, 0, 6]),
          Buffer.from('user-1'),
          Buffer.from([0, 0, 0, 32]),
          digest,
        ]),
      )
      .digest();
    let remainder = 0;
    for (const byte of mac) remainder = (remainder * 256 + byte) % 100_000_000;
    expect(signatureChallenge(source)).toEqual({
      code: String(remainder).padStart(8, '0'),
      dataDigest: digest,
    });
  });

  test('depends on all its inputs', () => {
    const codes = [
      codeOf({}),
      codeOf({ serverKey: new Secret(Buffer.alloc(32, 8)) }),
      codeOf({ nonce: Buffer.from('nonce-of-another') }),
      codeOf({ userId: 'user-2' }),
      codeOf({ signatureData: 'EUR 123.51 DE40100100103307118608' }),
    ];
    expect(new Set(codes).size).toBe(codes.length);
  });

  test('does not confuse a byte of the nonce with one of the user', () => {
    const one = codeOf({ nonce: Buffer.from('ab'), userId: 'c' });
    expect(codeOf({ nonce: Buffer.from('a'), userId: 'bc' })).not.toBe(one);
  });

  test('always has eight digits', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 32 }), fc.string(), (nonce, signatureData) => {
        expect(codeOf({ nonce, signatureData })).toMatch(/^[0-9]{8}$/);
      }),
    );
  });
});
