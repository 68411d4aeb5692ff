import { describe, expect, it } from 'vitest';
import { pageLanguages } from './languages.ts';

type Leaf = readonly [path: string, text: string];

/** The texts of some pages, and what they must not contain. */
export interface PageTexts {
  /** What the texts are about, for the name of the tests. */
  readonly title: string;
  readonly textsOf: (tag: string) => object;
  readonly english: object;
  /** Abbreviations and terms that customers need not know. */
  readonly jargon: RegExp;
}

/** Tests that every language has all texts, with the placeholders of the English ones, and none left in English. */
export function pageTextsSuite({ english, jargon, textsOf, title }: PageTexts): void {
  const inEnglish = new Map(leaves(english));

  describe.each(pageLanguages)(`${title} in $name`, ({ tag }) => {
    const own = leaves(textsOf(tag));

    it('are complete, with the same placeholders', () => {
      expect(own.map(([path]) => path).toSorted()).toEqual([...inEnglish.keys()].toSorted());
      expect(own.filter(([, text]) => text.trim() === '')).toEqual([]);
      const isOther = ([path, text]: Leaf): boolean =>
        placeholdersIn(text) !== placeholdersIn(inEnglish.get(path) ?? '');
      expect(own.filter(isOther)).toEqual([]);
    });

    it('are in that language, in common words', () => {
      const same = own.filter(([path, text]) => text === inEnglish.get(path));
      expect(same).toHaveLength(tag === 'en' ? inEnglish.size : 0);
      expect(own.filter(([, text]) => jargon.test(text))).toEqual([]);
    });
  });
}

function leaves(value: unknown, path = ''): readonly Leaf[] {
  if (typeof value !== 'object' || value === null) return [[path, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, path === '' ? key : `${path}.${key}`));
}

function placeholdersIn(text: string): string {
  return (text.match(/\{[a-z]+\}/g) ?? []).toSorted().join();
}
