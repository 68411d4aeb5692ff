import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { proofChallenge } from './proof-challenge.ts';

const nonce = Buffer.alloc(32, 7);

test('the same nonce and digest give the same 32 bytes', () => {
  expect(proofChallenge(nonce, 'sha-256 of an order')).toEqual(proofChallenge(nonce, 'sha-256 of an order'));
  expect(proofChallenge(nonce, 'sha-256 of an order')).toHaveLength(32);
});

test('another nonce or another digest gives another challenge', () => {
  const challenges = [
    proofChallenge(nonce, 'one order'),
    proofChallenge(nonce, 'one order '),
    proofChallenge(nonce, ''),
    proofChallenge(randomBytes(32), 'one order'),
  ].map((challenge) => challenge.toString('hex'));
  expect(new Set(challenges).size).toBe(4);
});

test('a nonce of another length is an error: nonce and digest are joined without a separator', () => {
  expect(() => proofChallenge(Buffer.alloc(31), 'one order')).toThrow('32 bytes');
});
