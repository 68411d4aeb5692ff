import { createHmac, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { secretKeyOf } from './secret-key.ts';

const macWith = (key: Parameters<typeof createHmac>[1]): string =>
  createHmac('sha256', key).update('text').digest('hex');

it('makes one key object for each buffer', () => {
  const secret = randomBytes(32);
  expect(secretKeyOf(secret)).toBe(secretKeyOf(secret));
  expect(secretKeyOf(Buffer.from(secret))).not.toBe(secretKeyOf(secret));
});

it('computes the same as with the bytes, for every secret its own', () => {
  for (const secret of [randomBytes(32), randomBytes(32), randomBytes(64)])
    expect(macWith(secretKeyOf(secret))).toBe(macWith(secret));
});

it('tells secrets apart that are parts of one buffer', () => {
  const both = randomBytes(64);
  const [first, second] = [both.subarray(0, 32), both.subarray(32)];
  expect(macWith(secretKeyOf(first))).toBe(macWith(Buffer.from(first)));
  expect(macWith(secretKeyOf(second))).toBe(macWith(Buffer.from(second)));
});
