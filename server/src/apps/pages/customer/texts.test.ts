import { describe, expect, it } from 'vitest';
import { pageLanguage, pageLanguages, pickLanguage } from './languages.ts';
import { english } from './texts/english.ts';

type Leaf = readonly [path: string, text: string];

function leaves(value: unknown, path = ''): readonly Leaf[] {
  if (typeof value !== 'object' || value === null) return [[path, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, path === '' ? key : `${path}.${key}`));
}

const inEnglish = new Map(leaves(english));
/** Contains placeholders only. */
const sameEverywhere = ['pageTitle'];

describe.each(pageLanguages)('the texts in $name', ({ tag, texts }) => {
  const own = leaves(texts);

  it('are complete, without extra texts', () => {
    expect(own.map(([path]) => path).toSorted()).toEqual([...inEnglish.keys()].toSorted());
    expect(own.filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('have the same placeholders', () => {
    const gaps = (text: string | undefined): readonly string[] =>
      (text?.match(/\{[a-z]+\}/g) ?? []).toSorted();
    expect(own.filter(([path, text]) => gaps(text).join() !== gaps(inEnglish.get(path)).join())).toEqual([]);
  });

  it('are in that language', () => {
    const same = own.filter(([path, text]) => text === inEnglish.get(path)).map(([path]) => path);
    expect(same).toEqual(tag === 'en' ? [...inEnglish.keys()] : sameEverywhere);
  });

  it('use common words', () => {
    expect(own.filter(([, text]) => /\b(?:SCA|OTP|PSU|TPP|2FA|TOTP|WebAuthn)\b/i.test(text))).toEqual([]);
  });

  it('say for every error what happened and what to do', () => {
    const errors = own.filter(([path]) => /^(?:required|wrong|errors)\./.test(path));
    expect(errors.filter(([, text]) => (text.match(/[.!؟]/g)?.length ?? 0) < 2)).toEqual([]);
  });
});

describe('the language of a page', () => {
  it.each([
    [['de-AT', 'en'], 'en', 'de'],
    [['pt', 'fr-CA'], 'en', 'fr'],
    [['ar-EG'], 'en', 'ar'],
    [['pt'], 'nl', 'nl'],
    [[], 'de', 'de'],
    [['not a tag'], 'en', 'en'],
  ])('for %j, else %s, is %s', (wanted, fallback, expected) => {
    expect(pickLanguage(wanted, fallback)).toBe(expected);
  });

  it('is English for an unknown tag', () => {
    expect(pageLanguage('xx').tag).toBe('en');
  });
});
