import { describe, expect, it } from 'vitest';
import { pageLanguages } from '../customer/languages.ts';
import { mailboxTexts } from './mailbox-texts.ts';
import { english } from './texts/english.ts';

type Leaf = readonly [path: string, text: string];

function leaves(value: unknown, path = ''): readonly Leaf[] {
  if (typeof value !== 'object' || value === null) return [[path, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, path === '' ? key : `${path}.${key}`));
}

const inEnglish = new Map(leaves(english));

describe.each(pageLanguages)('the texts of messages in $name', ({ tag }) => {
  const own = leaves(mailboxTexts(tag));

  it('are complete, with the same placeholders', () => {
    const gaps = (text: string | undefined): string => (text?.match(/\{[a-z]+\}/g) ?? []).toSorted().join();
    expect(own.map(([path]) => path).toSorted()).toEqual([...inEnglish.keys()].toSorted());
    expect(own.filter(([, text]) => text.trim() === '')).toEqual([]);
    expect(own.filter(([path, text]) => gaps(text) !== gaps(inEnglish.get(path)))).toEqual([]);
  });

  it('are in that language, in common words', () => {
    const same = own.filter(([path, text]) => text === inEnglish.get(path));
    expect(same).toHaveLength(tag === 'en' ? inEnglish.size : 0);
    expect(own.filter(([, text]) => /\b(?:SCA|OTP|PSU|TPP|AISP|IBAN|push)\b/i.test(text))).toEqual([]);
  });
});
