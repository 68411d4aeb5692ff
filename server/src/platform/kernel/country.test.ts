import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countries, isCountry } from './country.ts';

test('249 codes are assigned, in alphabetical order and each once', () => {
  expect(countries).toHaveLength(249);
  expect(countries).toEqual([...new Set(countries)].toSorted());
  expect(countries.every((code) => /^[A-Z]{2}$/.test(code))).toBe(true);
});

test.each(['DE', 'RS', 'ME', 'SS', 'CW', 'BQ', 'AX', 'TL', 'GB', 'GR', 'UM'])('%s is a country', (code) => {
  expect(isCountry(code)).toBe(true);
});

test.each([
  '',
  'de',
  'DEU',
  'XK',
  'UK',
  'EL',
  'EU',
  'AN',
  'CS',
  'YU',
  'SU',
  'ZZ',
  'XX',
  ' DE',
  'DE\n',
  'constructor',
])('%j is not a country', (code) => {
  expect(isCountry(code)).toBe(false);
});

test('the runtime has a name for each', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  expect(countries.filter((code) => names.of(code) === undefined)).toEqual([]);
});

test('any text is either in the list or refused', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[A-Z]{2}$/)), (text) => {
      expect(isCountry(text)).toBe(countries.some((country) => country === text));
    }),
  );
});
