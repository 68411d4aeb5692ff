import { describe, expect, test } from 'vitest';
import { literalFrom, valuesOf } from './classification.ts';

const descriptions = { red: 'As blood.', green: 'As grass.' };

describe('the values of a list', () => {
  test('have their position as code, unless a standard has one', () => {
    expect(valuesOf(['green', 'red'], { descriptions })).toStrictEqual([
      { literal: 'green', code: '001', description: 'As grass.' },
      { literal: 'red', code: '002', description: 'As blood.' },
    ]);
    expect(valuesOf(['green', 'red'], { descriptions, codes: { red: 'R', green: 'G' } })).toStrictEqual([
      { literal: 'green', code: 'G', description: 'As grass.' },
      { literal: 'red', code: 'R', description: 'As blood.' },
    ]);
  });

  test('have a parent if there are parents', () => {
    expect(valuesOf(['red'], { descriptions, parents: { red: 'warm' } })).toStrictEqual([
      { literal: 'red', code: '001', description: 'As blood.', parentLiteral: 'warm' },
    ]);
  });

  test('have codes that are all different, however many they are', () => {
    const literals = Array.from({ length: 1_200 }, (_, index) => `word-${index}`);
    const codes = valuesOf(literals, {
      descriptions: Object.fromEntries(literals.map((literal) => [literal, ''])),
    }).map(({ code }) => code);
    expect(new Set(codes).size).toBe(1_200);
    expect([codes[98], codes[99], codes[998], codes[999]]).toEqual(['099', '100', '999', '1000']);
  });

  test('are empty for a list without literals', () => {
    expect(valuesOf([], { descriptions: {} })).toEqual([]);
  });
});

describe('the literal of a title', () => {
  test.each([
    ['Crop and animal production', 'crop-and-animal-production'],
    ['Water supply; sewerage', 'water-supply-sewerage'],
    ['  (other)  ', 'other'],
    ['Section 1.2/3', 'section-1-2-3'],
    ['A', 'a'],
    ['', ''],
    ['—', ''],
  ])('“%s” is “%s”', (title, literal) => {
    expect(literalFrom(title)).toBe(literal);
  });
});
