import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { distanceKm } from './postal-address.ts';
import { beginningOf, beginningToken, cellTokensAround, namePairToken, pairToken } from './search-tokens.ts';

describe('prefixes', () => {
  test('have three letters, or all there are', () => {
    expect(['schmidt', 'jo', '佐々木誠', '𠮷田太郎'].map(beginningOf)).toEqual([
      'sch',
      'jo',
      '佐々木',
      '𠮷田太',
    ]);
  });

  test('are not made of building numbers', () => {
    expect([beginningOf('7'), beginningOf('12'), beginningOf('123')]).toEqual([undefined, undefined, '123']);
  });

  test('narrow a word down by four letters', () => {
    expect([beginningToken('schmidt'), beginningToken('jo')]).toEqual(['b schm', 'b jo']);
  });
});

describe('pairs', () => {
  test('are the same in either order', () => {
    const letters = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(letters, letters, (one, other) => {
        expect(pairToken(one, other)).toBe(pairToken(other, one));
        expect(namePairToken(one, other)).toBe(namePairToken(other, one));
      }),
    );
  });

  test('compare code points, as the database does, and the shorter comes first', () => {
    expect(pairToken('joh', 'jo')).toBe('p jo joh');
    expect(pairToken('\u{20BB7}', '\uFF5E')).toBe('p \uFF5E \u{20BB7}');
  });
});

describe('the cells around a position', () => {
  const lat = fc.double({ min: -89.9, max: 89.9, noNaN: true });
  const long = fc.double({ min: -180, max: 180, noNaN: true });

  test('contain every position inside the circle', () => {
    const offset = fc.double({ min: -1.2, max: 1.2, noNaN: true });
    fc.assert(
      fc.property(lat, long, fc.double({ min: 0.1, max: 100, noNaN: true }), offset, offset, (...given) => {
        const [north, east, radiusKm, up, right] = given;
        const place = { lat: Math.min(90, Math.max(-90, north + up)), long: east + right };
        fc.pre(place.long >= -180 && place.long <= 180);
        fc.pre(distanceKm(place, { lat: north, long: east }) <= radiusKm);
        const cell = `c ${Math.floor(place.lat)} ${(Math.floor(place.long) + 360) % 360}`;
        expect(cellTokensAround({ lat: north, long: east, radiusKm })).toContain(cell);
      }),
    );
  });

  test('are few in populated latitudes', () => {
    expect(cellTokensAround({ lat: 52.5, long: 13.4, radiusKm: 0.1 })).toEqual(['c 52 13']);
    expect(cellTokensAround({ lat: 60, long: 179.9, radiusKm: 100 }).length).toBeLessThan(20);
    expect(cellTokensAround({ lat: 60, long: 179.9, radiusKm: 100 })).toContain('c 60 180');
  });
});
