import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CanonicalValue, canonicalJson } from './canonical-json.ts';

describe('canonical JSON', () => {
  test.each<[string, CanonicalValue, string]>([
    ['sorts members', { b: 1, a: 'x' }, '{"a":"x","b":1}'],
    ['omits undefined members', { b: undefined, a: null }, '{"a":null}'],
    ['keeps the order of lists', [3, 1, [true, false]], '[3,1,[true,false]]'],
    // RFC 8785, 3.2.3: sorted by code units, so the pair of a character beyond U+FFFF comes before U+FB33.
    [
      'sorts by UTF-16 code units',
      { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, '\u00f6': 7 },
      '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\u{1f600}":5,"\ufb33":3}',
    ],
    ['escapes as JSON does', '\u0007"\\/', '"\\u0007\\"\\\\/"'],
  ])('%s', (_, value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  test.each([
    [Number.NaN, 'integers'],
    [0.5, 'integers'],
    [2 ** 53, 'integers'],
    ['\ud800', 'Unicode'],
  ])('has no text for %s', (value, message) => {
    expect(() => canonicalJson({ value })).toThrow(message);
  });

  test('does not depend on the order of members, and reads back as the same value', () => {
    const member = fc.string({ unit: 'grapheme' });
    const value = fc.dictionary(
      member,
      fc.oneof(member, fc.maxSafeInteger(), fc.boolean(), fc.array(member)),
    );
    fc.assert(
      fc.property(value, (given) => {
        const reversed = Object.fromEntries(Object.entries(given).toReversed());
        expect(canonicalJson(reversed)).toBe(canonicalJson(given));
        expect(JSON.parse(canonicalJson(given))).toEqual({ ...given });
      }),
    );
  });
});
