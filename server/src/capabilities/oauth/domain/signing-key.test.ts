import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import {
  currentKey,
  isRotationDue,
  publishedKeys,
  rotationTimes,
  type SigningKey,
  signingKeyAt,
  tokenClasses,
} from './signing-key.ts';

const start = Temporal.Instant.from('2026-11-15T10:00:00Z');
const at = (seconds: number): Temporal.Instant => start.add({ seconds });

function key(keyId: string, given: Partial<SigningKey> = {}): SigningKey {
  return {
    bankId: '01',
    keyId,
    tokenClass: 'access-token',
    algorithm: 'ES256',
    publicKey: { kty: 'EC' },
    createdAt: start,
    signsFrom: start,
    verifiesUntil: undefined,
    ...given,
  };
}

/** Returns the keys after a number of rotations, each started at its time. */
function rotated(
  moments: readonly number[],
  pace = { announceSeconds: 60, overlapSeconds: 360 },
): SigningKey[] {
  const keys = [key('key-0')];
  moments.forEach((moment, index) => {
    const { signsFrom, predecessorVerifiesUntil } = rotationTimes(at(moment), pace);
    const last = keys.length - 1;
    keys[last] = { ...key(`key-${last}`), ...keys[last], verifiesUntil: predecessorVerifiesUntil };
    keys.push(key(`key-${index + 1}`, { createdAt: at(moment), signsFrom }));
  });
  return keys;
}

describe('during a rotation', () => {
  const keys = rotated([100]);
  const signerAt = (seconds: number): string | undefined =>
    signingKeyAt(keys, 'access-token', at(seconds))?.keyId;
  const namesAt = (seconds: number): readonly string[] =>
    publishedKeys(keys, at(seconds)).map(({ keyId }) => keyId);

  it('the old key signs until all clients could fetch the new one', () => {
    expect([signerAt(0), signerAt(159), signerAt(160), signerAt(10_000)]).toEqual([
      'key-0',
      'key-0',
      'key-1',
      'key-1',
    ]);
  });

  it('both keys are published, and the old one is removed after its overlap', () => {
    expect([namesAt(101), namesAt(519), namesAt(520)]).toEqual([
      ['key-0', 'key-1'],
      ['key-0', 'key-1'],
      ['key-1'],
    ]);
  });

  it('the current key is the one without a successor', () => {
    expect(currentKey(keys, 'access-token')?.keyId).toBe('key-1');
    expect(currentKey(keys, 'id-token')).toBeUndefined();
  });
});

it('every signature stays valid for the lifetime of its token, however often keys rotate', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 6 }),
      fc.integer({ min: 0, max: 6_000 }),
      fc.integer({ min: 0, max: 360 }),
      (moments, signedAt, later) => {
        const keys = rotated(moments.toSorted((one, other) => one - other));
        const signer = signingKeyAt(keys, 'access-token', at(signedAt));
        expect(signer).toBeDefined();
        expect(publishedKeys(keys, at(signedAt + later - 1)).map(({ keyId }) => keyId)).toContain(
          signer?.keyId,
        );
      },
    ),
  );
});

it('of two keys with the same start, the one without a successor signs', () => {
  const keys = rotated([10, 10]);
  expect(signingKeyAt(keys, 'access-token', at(100))?.keyId).toBe('key-2');
  expect(signingKeyAt(keys.toReversed(), 'access-token', at(100))?.keyId).toBe('key-2');
});

it('a key never signs for another token class', () => {
  const keys = [key('a'), key('b', { tokenClass: 'id-token' })];
  expect(tokenClasses.map((tokenClass) => signingKeyAt(keys, tokenClass, at(1))?.keyId)).toEqual(['a', 'b']);
});

it('a key that will sign soon does not sign yet', () => {
  expect(signingKeyAt([key('a', { signsFrom: at(60) })], 'access-token', at(59))).toBeUndefined();
});

it('a rotation is due after 90 days', () => {
  expect(isRotationDue(key('a'), at(90 * 86_400 - 1))).toBe(false);
  expect(isRotationDue(key('a'), at(90 * 86_400))).toBe(true);
});
