import type { Direction } from '#platform/html/layout.ts';
import { chooseLanguage } from '#platform/kernel/language.ts';
import { arabic } from './texts/arabic.ts';
import { dutch } from './texts/dutch.ts';
import { type CustomerTexts, english } from './texts/english.ts';
import { french } from './texts/french.ts';
import { german } from './texts/german.ts';

/** A language there are texts in. */
export interface PageLanguage {
  readonly tag: string;
  /** Its name for those who speak it. */
  readonly name: string;
  readonly direction: Direction;
  /** How dates are written: days first, 24 hours, digits that bank letters have too. */
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

/** Every language of the customers' pages, in the order in which they are offered. */
export const pageLanguages: readonly PageLanguage[] = [
  inEnglish,
  { tag: 'de', name: 'Deutsch', direction: 'ltr', locale: 'de', texts: german },
  { tag: 'nl', name: 'Nederlands', direction: 'ltr', locale: 'nl', texts: dutch },
  { tag: 'fr', name: 'Français', direction: 'ltr', locale: 'fr', texts: french },
  { tag: 'ar', name: 'العربية', direction: 'rtl', locale: 'ar-u-nu-latn-hc-h23', texts: arabic },
];

/** Tags of the languages there are texts in. */
export const languageTags: readonly string[] = pageLanguages.map(({ tag }) => tag);

/** The language of a page, from what somebody wants, most wanted first. */
export function pickLanguage(wanted: readonly string[], fallback: string): string {
  return chooseLanguage(wanted, languageTags, fallback);
}

/** Everything about a language by its tag; English for one there are no texts in. */
export function pageLanguage(tag: string): PageLanguage {
  return pageLanguages.find((language) => language.tag === tag) ?? inEnglish;
}
