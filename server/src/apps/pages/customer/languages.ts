import type { Direction } from '#platform/html/layout.ts';
import { chooseLanguage } from '#platform/kernel/language.ts';
import { arabic } from './texts/arabic.ts';
import { dutch } from './texts/dutch.ts';
import { type CustomerTexts, english } from './texts/english.ts';
import { french } from './texts/french.ts';
import { german } from './texts/german.ts';

/** Language with texts. */
export interface PageLanguage {
  readonly tag: string;
  /** Name in the language itself. */
  readonly name: string;
  readonly direction: Direction;
  /** Format of dates: day first, 24 hours, Latin digits as in bank letters. */
  readonly locale: string;
  readonly texts: CustomerTexts;
}

const inEnglish: PageLanguage = {
  tag: 'en',
  name: 'English',
  direction: 'ltr',
  locale: 'en-GB',
  texts: english,
};

/** All languages of the customer pages, in the order of the language menu. */
export const pageLanguages: readonly PageLanguage[] = [
  inEnglish,
  { tag: 'de', name: 'Deutsch', direction: 'ltr', locale: 'de', texts: german },
  { tag: 'nl', name: 'Nederlands', direction: 'ltr', locale: 'nl', texts: dutch },
  { tag: 'fr', name: 'Français', direction: 'ltr', locale: 'fr', texts: french },
  { tag: 'ar', name: 'العربية', direction: 'rtl', locale: 'ar-u-nu-latn-hc-h23', texts: arabic },
];

/** Tags of all languages with texts. */
export const languageTags: readonly string[] = pageLanguages.map(({ tag }) => tag);

/** Picks the language of a page from the preferred ones, best first. */
export function pickLanguage(wanted: readonly string[], fallback: string): string {
  return chooseLanguage(wanted, languageTags, fallback);
}

/** Returns the language of a tag; English if there are no texts. */
export function pageLanguage(tag: string): PageLanguage {
  return pageLanguages.find((language) => language.tag === tag) ?? inEnglish;
}
