import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseLanguage, isLanguageTag, languageTagPattern, preferredLanguages } from './language.ts';

describe('a language tag', () => {
  test.each(['en', 'DE', 'gsw', 'de-AT', 'zh-Hant-TW', 'es-419', 'sl-rozaj', 'de-1996', 'de-CH-1901'])(
    'is valid: %s',
    (tag) => {
      expect(isLanguageTag(tag)).toBe(true);
    },
  );

  test.each([
    '',
    'e',
    'engl',
    'en_GB',
    'en-',
    '-en',
    'en-a',
    'en-1',
    'en-US-u',
    'en-u-ca-buddhist',
    'x-private',
    'en-abcde-abcde',
    'en-GB-GB',
    '*',
    'en\n',
    'dé',
  ])('is invalid: %j', (tag) => {
    expect(isLanguageTag(tag)).toBe(false);
  });

  test('of ours is valid for the runtime too', () => {
    fc.assert(
      fc.property(fc.stringMatching(new RegExp(languageTagPattern)), (tag) => {
        expect(Intl.getCanonicalLocales(tag)).toHaveLength(1);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('Accept-Language', () => {
  test.each([
    [undefined, []],
    ['', []],
    ['de', ['de']],
    ['de-AT, en;q=0.8', ['de-AT', 'en']],
    ['en;q=0.1, de;q=0.9, fr', ['fr', 'de', 'en']],
    ['en;q=0, de', ['de']],
    ['*, de;q=0.5', ['de']],
    ['de;q=2, en;q=-1, fr;q=x, nl;q=1.000', ['nl']],
    ['en-a, de', ['de']],
    ['de , , en ;q=0.5', ['de', 'en']],
    [`${'x'.repeat(501)},de`, []],
  ])('%j prefers %j', (header, wanted) => {
    expect(preferredLanguages(header)).toEqual(wanted);
  });

  test('of a hundred languages counts the first twenty', () => {
    const header = Array.from({ length: 100 }, () => 'de').join(',');
    expect(preferredLanguages(header)).toHaveLength(20);
  });
});

describe('the language chosen', () => {
  test.each([
    [['de'], ['en', 'de'], 'en', 'de'],
    [['de-AT'], ['en', 'de'], 'en', 'de'],
    [['fr', 'de'], ['en', 'de'], 'en', 'de'],
    [['zh-Hant-TW'], ['zh-Hant', 'zh'], 'zh', 'zh-Hant'],
    [['DE'], ['en', 'de'], 'en', 'de'],
    [['de'], ['EN', 'DE'], 'EN', 'DE'],
    [['de-at'], ['en', 'de-AT'], 'en', 'de-AT'],
    [['fr'], ['en', 'de'], 'de', 'de'],
    [['fr'], ['en', 'DE'], 'de', 'DE'],
    [['fr'], ['it', 'de'], 'nl', 'it'],
    [[], ['it'], 'nl', 'it'],
    [['de'], [], 'nl', 'nl'],
  ])('for %j out of %j, else %s, is %s', (wanted, available, fallback, chosen) => {
    expect(chooseLanguage(wanted, available, fallback)).toBe(chosen);
  });

  test('is always an available one, whatever is requested', () => {
    const tag = fc.stringMatching(new RegExp(languageTagPattern));
    const anything = fc.oneof(tag, fc.string(), fc.stringMatching(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,4}$/));
    fc.assert(
      fc.property(
        fc.array(anything),
        fc.uniqueArray(tag, { minLength: 1, maxLength: 5 }),
        tag,
        (wanted, available, fallback) => {
          expect(available).toContain(chooseLanguage(wanted, available, fallback));
        },
      ),
      { numRuns: 500 },
    );
  });
});
