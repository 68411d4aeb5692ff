import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTransparent, scaleDown } from './scale-down.ts';

const picture = fc
  .record({ width: fc.integer({ min: 1, max: 40 }), height: fc.integer({ min: 1, max: 40 }) })
  .chain(({ width, height }) =>
    fc
      .uint8Array({ minLength: width * height * 4, maxLength: width * height * 4 })
      .map((bytes) => ({ width, height, data: new Uint8ClampedArray(bytes) })),
  );

describe('scaleDown', () => {
  it('leaves a picture that fits unchanged, except for invisible colours', () => {
    fc.assert(
      fc.property(picture, (given) => {
        const expected = given.data.map((value, at) => (given.data[at - (at % 4) + 3] === 0 ? 0 : value));
        expect(scaleDown(given, 40)).toEqual({ ...given, data: expected });
      }),
    );
  });

  it('limits every side and leaves none at zero', () => {
    fc.assert(
      fc.property(picture, fc.integer({ min: 1, max: 20 }), (given, sideMax) => {
        const { width, height, data } = scaleDown(given, sideMax);
        expect(Math.max(width, height)).toBeLessThanOrEqual(sideMax);
        expect(Math.min(width, height)).toBeGreaterThan(0);
        expect(data).toHaveLength(width * height * 4);
      }),
    );
  });

  it('stays between the darkest and the brightest visible colour', () => {
    fc.assert(
      fc.property(picture, fc.integer({ min: 1, max: 20 }), (given, sideMax) => {
        const solid = { ...given, data: given.data.map((value, at) => (at % 4 === 3 ? 255 : value)) };
        const reds = (data: Uint8ClampedArray): readonly number[] =>
          [...data].filter((_, at) => at % 4 === 0);
        const made = reds(scaleDown(solid, sideMax).data);
        expect(Math.min(...made)).toBeGreaterThanOrEqual(Math.min(...reds(solid.data)));
        expect(Math.max(...made)).toBeLessThanOrEqual(Math.max(...reds(solid.data)));
      }),
    );
  });

  it('averages the area, weighted by opacity', () => {
    const given = {
      width: 2,
      height: 2,
      data: Uint8ClampedArray.from([200, 0, 0, 255, 100, 0, 0, 255, 9, 9, 9, 0, 9, 9, 9, 0]),
    };
    expect([...scaleDown(given, 1).data]).toEqual([150, 0, 0, 128]);
  });
});

describe('isTransparent', () => {
  it('detects a single transparent pixel', () => {
    expect(
      isTransparent({ width: 2, height: 1, data: Uint8ClampedArray.from([0, 0, 0, 255, 0, 0, 0, 255]) }),
    ).toBe(false);
    expect(
      isTransparent({ width: 2, height: 1, data: Uint8ClampedArray.from([0, 0, 0, 255, 0, 0, 0, 254]) }),
    ).toBe(true);
  });
});
