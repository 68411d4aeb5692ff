import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { userHandle } from './user-handle.ts';

const key = randomBytes(32);
const text = (handle: Uint8Array): string => Buffer.from(handle).toString('hex');

describe('a user handle', () => {
  test('has 32 bytes and is reproducible', () => {
    fc.assert(
      fc.property(fc.string(), (userId) => {
        expect(userHandle(key, userId)).toHaveLength(32);
        expect(userHandle(key, userId)).toEqual(userHandle(key, userId));
      }),
    );
  });

  test('belongs to one user at one bank', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        fc.pre(one !== other);
        expect(text(userHandle(key, one))).not.toBe(text(userHandle(key, other)));
        expect(text(userHandle(key, one))).not.toBe(text(userHandle(randomBytes(32), one)));
      }),
    );
  });

  test('is not created with a short key', () => {
    expect(() => userHandle(Buffer.alloc(31), 'user-1')).toThrow('at least as long');
  });
});
