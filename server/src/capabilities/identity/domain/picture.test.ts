import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dummyPicture, type PlainPicture, starterPicture } from './picture.ts';

const seeds = fc.uint8Array({ minLength: 16, maxLength: 32 });

function bytesOf({ pixels }: PlainPicture): Buffer {
  return Buffer.from(pixels.buffer);
}

function pointAt({ width, pixels }: PlainPicture, x: number, y: number): string {
  return pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 4).join();
}

describe('dummyPicture', { timeout: 20_000 }, () => {
  it('depends on the seed alone', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        expect(bytesOf(dummyPicture(Uint8Array.from(seed))).equals(bytesOf(dummyPicture(seed)))).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('differs when the seed differs by a single bit', () => {
    fc.assert(
      fc.property(seeds, fc.nat(), fc.integer({ min: 0, max: 7 }), (seed, place, bit) => {
        const other = Uint8Array.from(seed);
        other[place % seed.length] = (seed[place % seed.length] ?? 0) ^ (1 << bit);
        expect(bytesOf(dummyPicture(other)).equals(bytesOf(dummyPicture(seed)))).toBe(false);
      }),
      { numRuns: 100 },
    );
  });

  it('differs from hundreds of others', () => {
    const made = Array.from({ length: 400 }, (_, index) =>
      hash('sha1', bytesOf(dummyPicture(Uint8Array.of(index >> 8, index & 255)))),
    );
    expect(new Set(made).size).toBe(400);
  });

  it('is opaque, and symmetric horizontally and vertically', () => {
    fc.assert(
      fc.property(seeds, fc.nat(191), fc.nat(191), (seed, x, y) => {
        const picture = dummyPicture(seed);
        expect([picture.width, picture.height, picture.pixels.length]).toEqual([192, 192, 192 * 192 * 4]);
        expect(pointAt(picture, x, y)).toMatch(/,255$/);
        expect(pointAt(picture, 191 - x, y)).toBe(pointAt(picture, x, y));
        expect(pointAt(picture, x, 191 - y)).toBe(pointAt(picture, x, y));
      }),
      { numRuns: 50 },
    );
  });

  it('is never a single colour', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const picture = dummyPicture(seed);
        const row = Array.from({ length: 96 * 96 }, (_, at) =>
          pointAt(picture, at % 96, Math.floor(at / 96)),
        );
        expect(new Set(row).size).toBeGreaterThan(2);
      }),
      { numRuns: 50 },
    );
  });
});

describe('starterPicture', () => {
  it('returns another picture for each choice', () => {
    const seed = Uint8Array.from({ length: 32 }, (_, at) => at);
    const made = Array.from({ length: 24 }, (_, choice) =>
      hash('sha1', bytesOf(starterPicture(seed, choice))),
    );
    expect(new Set(made).size).toBe(24);
  });
});
