import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import {
  type BankValue,
  type ClassificationSchema,
  heldValues,
  isUsable,
  literalFrom,
  localize,
  mayEnd,
  textLanguagesFor,
  valuesOf,
  withTranslations,
} from './classification.ts';

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

const start = Temporal.Instant.from('2026-11-19T10:00:00Z');
const colours: ClassificationSchema = {
  id: 'colours',
  name: 'Colours',
  description: 'What things look like.',
  values: valuesOf(['red', 'green'], { descriptions }),
  bank: { mayAdd: true, fixed: ['red'] },
  translations: {
    de: {
      name: 'Farben',
      description: 'Wie Dinge aussehen.',
      values: { red: 'Wie Blut.', green: 'Wie Gras.' },
    },
  },
};
const ofBank = (literal: string, more: Partial<BankValue> = {}): BankValue => ({
  literal,
  code: literal.toUpperCase(),
  texts: { nl: `In het ${literal}.` },
  parentLiteral: undefined,
  validUntil: undefined,
  ...more,
});

describe('the values that hold at a bank', () => {
  test('are the starting set in all languages, while the bank has changed nothing', () => {
    expect(heldValues(colours, [])).toEqual([
      { literal: 'red', code: '001', texts: { en: 'As blood.', de: 'Wie Blut.' } },
      { literal: 'green', code: '002', texts: { en: 'As grass.', de: 'Wie Gras.' } },
    ]);
  });

  test('have the texts of the bank where it wrote some, and its own values behind', () => {
    const held = heldValues(colours, [
      ofBank('blue'),
      ofBank('green', { texts: { de: 'Wie Moos.' }, validUntil: start }),
    ]);
    expect(held).toEqual([
      { literal: 'red', code: '001', texts: { en: 'As blood.', de: 'Wie Blut.' } },
      { literal: 'green', code: '002', texts: { en: 'As grass.', de: 'Wie Moos.' }, validUntil: start },
      { literal: 'blue', code: 'BLUE', texts: { nl: 'In het blue.' } },
    ]);
  });

  test('are those of the starting set again if the bank wants that', () => {
    expect(heldValues(colours, [ofBank('green', { texts: undefined })])).toEqual(heldValues(colours, []));
  });

  test('do not end where a release has made them fixed', () => {
    const [red] = heldValues(colours, [ofBank('red', { validUntil: start })]);
    expect(red?.validUntil).toBeUndefined();
  });
});

describe('a value', () => {
  test('may be used up to its end, that moment included', () => {
    const second = { seconds: 1 };
    expect(isUsable({ validUntil: undefined }, start)).toBe(true);
    expect(isUsable({ validUntil: start }, start.subtract(second))).toBe(true);
    expect(isUsable({ validUntil: start }, start)).toBe(true);
    expect(isUsable({ validUntil: start }, start.add(second))).toBe(false);
  });

  test('may be ended by the bank unless rules use it or the list is closed', () => {
    expect([mayEnd(colours, 'red'), mayEnd(colours, 'green'), mayEnd(colours, 'blue')]).toEqual([
      false,
      true,
      true,
    ]);
    expect(mayEnd({ ...colours, bank: { mayAdd: true, fixed: 'all' } }, 'green')).toBe(false);
    const { bank: _, ...closed } = colours;
    expect(mayEnd(closed, 'green')).toBe(false);
  });
});

describe('the languages of a classification', () => {
  test.each([
    [['de'], 'nl', ['de', 'nl']],
    [['de-AT', 'fr'], 'nl', ['de', 'nl']],
    [['es'], 'nl', ['nl']],
    [[], 'en', ['en']],
    [['ar'], 'xx', ['ar']],
    [[], 'xx', ['en']],
  ])('for a caller who prefers %j at a bank of %s are %j', (preferred, bank, expected) => {
    expect(textLanguagesFor(preferred, bank)).toEqual(expected);
  });

  test('are named: the one asked for, and those of texts without a translation', () => {
    const held = heldValues(colours, [ofBank('blue')]);
    const german = localize(colours, held, ['de', 'nl']);
    expect(german).toMatchObject({ name: 'Farben', description: 'Wie Dinge aussehen.' });
    expect(german.values.map((value) => value.description)).toEqual([
      'Wie Blut.',
      'Wie Gras.',
      'In het blue.',
    ]);
    expect(german.languages).toEqual(['de', 'nl']);
    expect(localize(colours, heldValues(colours, []), ['de', 'nl']).languages).toEqual(['de']);
    expect(localize(colours, [], ['fr']).languages).toEqual(['en']);
  });

  test('come from the tables of each capability', () => {
    const texts = { name: 'Couleurs', description: 'Aspect.', values: {} };
    const [translated] = withTranslations([{ ...colours, translations: {} }], {
      de: {},
      fr: { colours: texts },
      nl: {},
      ar: {},
    });
    expect(translated?.translations).toEqual({ fr: texts });
  });
});
