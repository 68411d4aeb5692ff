import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SyncPosition } from './party.ts';
import { readSyncToken, writeSyncToken } from './sync-token.ts';

const long = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const anyPosition: fc.Arbitrary<SyncPosition> = fc.record({
  epoch: fc.oneof(fc.nat(3), fc.integer({ min: 0, max: 2 ** 32 - 1 })),
  transaction: fc.oneof(fc.bigInt({ min: 0n, max: 300n }), long),
  number: fc.oneof(fc.bigInt({ min: 0n, max: 300n }), long),
});
const anyMoment = fc.integer({ min: 0, max: 2 ** 48 - 1 });

/** By epoch, then transaction, then number. */
function isLater(one: SyncPosition, other: SyncPosition): boolean {
  if (one.epoch !== other.epoch) return one.epoch > other.epoch;
  if (one.transaction !== other.transaction) return one.transaction > other.transaction;
  return one.number > other.number;
}

describe('a token', () => {
  test('is read as it was written', () => {
    fc.assert(
      fc.property(anyPosition, anyMoment, (position, issuedAtMs) => {
        const text = writeSyncToken({ position, issuedAtMs });
        expect(text).toHaveLength(52);
        expect(readSyncToken(text)).toEqual({ position, issuedAtMs });
      }),
      { numRuns: 500 },
    );
  });

  test('of a later position is a greater string, whenever it was issued', () => {
    fc.assert(
      fc.property(anyPosition, anyPosition, anyMoment, anyMoment, (one, other, first, second) => {
        const [left, right] = [
          writeSyncToken({ position: one, issuedAtMs: first }),
          writeSyncToken({ position: other, issuedAtMs: second }),
        ];
        fc.pre(isLater(one, other) || isLater(other, one));
        expect(left > right).toBe(isLater(one, other));
      }),
      { numRuns: 1_000 },
    );
  });

  test('of the same position issued later is a greater string', () => {
    fc.assert(
      fc.property(anyPosition, anyMoment, anyMoment, (position, first, second) => {
        const [left, right] = [first, second].map((issuedAtMs) => writeSyncToken({ position, issuedAtMs }));
        expect(left !== undefined && right !== undefined && left > right).toBe(first > second);
      }),
    );
  });
});

test.each([
  ['nothing', ''],
  ['too short', '0'.repeat(51)],
  ['too long', '0'.repeat(53)],
  ['in capitals', 'A'.repeat(52)],
  ['of other letters', 'g'.repeat(52)],
  ['with a line end', `${'0'.repeat(52)}\n`],
  ['with a sign', `-${'0'.repeat(51)}`],
])('a text that is %s is no token', (_what, text) => {
  expect(readSyncToken(text)).toBeUndefined();
});
