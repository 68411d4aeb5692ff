import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashBytes } from './hash-bytes.ts';

test.each([0, 1, 499_999, 500_000, 500_001, 1_000_000, 1_234_567])(
  '%i bytes have the same hash as in one piece, with a prefix and without',
  async (length) => {
    const bytes = Buffer.alloc(length, 'portico');
    for (const algorithm of ['sha256', 'sha512'] as const) {
      const whole = createHash(algorithm).update(bytes).digest();
      const prefixed = createHash(algorithm).update('é\n').update(bytes).digest();
      await expect(hashBytes(algorithm, bytes)).resolves.toEqual(whole);
      await expect(hashBytes(algorithm, bytes, { prefix: 'é\n' })).resolves.toEqual(prefixed);
    }
  },
);

test('other work runs while many bytes are hashed', async () => {
  let turns = 0;
  const count = (): void => {
    turns += 1;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  await hashBytes('sha256', Buffer.alloc(5_000_000));
  clearImmediate(timer);
  expect(turns).toBeGreaterThanOrEqual(9);
});
