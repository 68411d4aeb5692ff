import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainTokens } from './brand-tokens.ts';
import { contrastErrors, contrastRatio } from './contrast.ts';

const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);

describe('the contrast of two colours', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#767676', '#ffffff', 4.54],
    ['#777777', '#ffffff', 4.48],
    ['#ff0000', '#ffffff', 4],
    ['#0000ff', '#ffffff', 8.59],
  ])('of %s and %s is %d', (one, other, ratio) => {
    expect(contrastRatio(one, other)).toBeCloseTo(ratio, 2);
  });

  it('is symmetric and within its range', () => {
    fc.assert(
      fc.property(anyColour, anyColour, (one, other) => {
        const ratio = contrastRatio(one, other);
        expect(ratio).toBe(contrastRatio(other, one));
        expect(ratio).toBeGreaterThanOrEqual(1);
        expect(ratio).toBeLessThanOrEqual(21);
      }),
    );
  });
});

describe('a palette', () => {
  it('of ours is readable', () => {
    expect(contrastErrors(plainTokens)).toEqual([]);
  });

  it('is refused with the pair and the ratio, which is never rounded up', () => {
    const light = { ...plainTokens.light, quiet: '#777777' };
    expect(contrastErrors({ ...plainTokens, light })).toEqual([
      'light: quiet on ground has a contrast of 4.05:1, at least 4.5:1 is required',
      'light: quiet on paper has a contrast of 4.47:1, at least 4.5:1 is required',
    ]);
  });

  it('needs less contrast for the border of a field than for text', () => {
    const dark = { ...plainTokens.dark, control: '#3a444e' };
    expect(contrastErrors({ ...plainTokens, dark })).toEqual([
      expect.stringMatching(/^dark: control on paper has a contrast of 1\.\d\d:1, at least 3:1 is required$/),
      expect.stringMatching(/^dark: control on field has a contrast of 1\.\d\d:1, at least 3:1 is required$/),
    ]);
  });
});
