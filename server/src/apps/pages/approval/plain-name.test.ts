import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainName } from './plain-name.ts';

describe('a name from outside', () => {
  it.each([
    ['Acme Pay', 'Acme Pay'],
    ['  Acme\r\n\tPay\u2028GmbH ', 'Acme Pay GmbH'],
    ['Acme \u202Eyap\u202C', 'Acme yap'],
    ['\u2066Acme\u2069\u2069', 'Acme'],
    ['Ac\u200bme\ufeff', 'Acme'],
    ['A\u0000B', 'A B'],
    ['\u202e\u200f', ''],
    ['شركة أكمي', 'شركة أكمي'],
    ['می‌خواهم', 'می‌خواهم'],
    ['👩‍💻 Shop', '👩‍💻 Shop'],
  ])('%j is shown as %j', (given, shown) => {
    expect(plainName(given)).toBe(shown);
  });

  it('has at most 140 characters, and few marks on one letter', () => {
    expect(Array.from(plainName('x'.repeat(5_000)))).toHaveLength(140);
    expect(plainName(`Z${'\u0336'.repeat(400)}algo`)).toBe(`Z${'\u0336'.repeat(4)}algo`);
  });

  it('is one line without invisible direction characters, whatever was sent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(plainName(text)).not.toMatch(
          /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u,
        );
        expect(Array.from(plainName(text)).length).toBeLessThanOrEqual(140);
      }),
    );
  });
});
