import { describe, expect, test } from 'vitest';
import { searchFields } from './queries.ts';
import { classOf, fieldsFor, matchScore, searchFieldsOfEntry } from './search-scoring.ts';

describe('a match', () => {
  test.each([
    ['party-number', 'exact', 30],
    ['party-number', 'beginning', 20],
    ['party-number', 'typo', 10],
    ['current-name', 'exact', 15],
    ['current-name', 'beginning', 10],
    ['current-name', 'typo', 5],
    ['former-name', 'exact', 9],
    ['former-name', 'beginning', 6],
    ['former-name', 'typo', 3],
    ['address', 'exact', 3],
    ['address', 'beginning', 2],
    ['address', 'typo', 1],
  ] as const)('in a %s, %s, scores %d', (fieldClass, quality, score) => {
    expect(matchScore(fieldClass, quality)).toBe(score);
  });
});

describe('fields', () => {
  test('a surname at birth weighs as much as a former one', () => {
    expect(classOf('birth-surname')).toBe(classOf('former-surname'));
  });

  test('all names together are all fields', () => {
    expect(fieldsFor(searchFields)).toEqual(new Set(searchFieldsOfEntry));
  });

  test('a display name consists of every name but the one at birth', () => {
    const all = fieldsFor(['display-name']);
    expect([all.has('middle-name'), all.has('commercial-name'), all.has('former-surname')]).toEqual([
      true,
      true,
      true,
    ]);
    expect([all.has('birth-surname'), all.has('address')]).toEqual([false, false]);
  });

  test('a name finds parties that had it before', () => {
    expect(fieldsFor(['surname'])).toEqual(new Set(['surname', 'former-surname']));
  });

  test('a party number has no words', () => {
    expect(fieldsFor(['party-number'])).toEqual(new Set());
  });
});
