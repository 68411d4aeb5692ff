import type { SignInFrame } from '#capabilities/identity/index.ts';
import type { Html } from '#platform/html/html.ts';
import type { Brand } from './brands.ts';
import type { PageLanguage } from './languages.ts';
import type { ScriptPart } from './page-script.ts';
import type { StylePart } from './page-style.ts';
import type { CustomerTexts } from './texts/english.ts';

/** What every part of a page may need to know. */
export interface PageContext {
  readonly frame: SignInFrame;
  readonly brand: Brand;
  readonly language: PageLanguage;
  readonly texts: CustomerTexts;
}

/** What one view brings to its page. */
export interface Matter {
  /** Text for the title; the heading says the same. */
  readonly title: string;
  readonly body: readonly (Html | undefined)[];
  /** Said in the title as well, because that is read first. */
  readonly state: 'good' | 'faulty';
  /** Whether the page ends by itself. */
  readonly ends: 'in-time' | 'never';
  readonly scripts: readonly ScriptPart[];
  readonly styles: readonly StylePart[];
  readonly imageSources: readonly string[];
}

/** A page with nothing special about it. */
export const plainMatter: Omit<Matter, 'body' | 'title'> = {
  state: 'good',
  ends: 'in-time',
  scripts: [],
  styles: [],
  imageSources: [],
};
