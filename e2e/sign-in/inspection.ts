import type { Page } from 'playwright-core';
import { pageLanguages } from '../../server/src/apps/pages/customer/languages.ts';
import { failureTexts } from '../../server/src/apps/pages/failures/failure-texts.ts';
import { oauthTexts } from '../../server/src/apps/pages/oauth-pages.ts';
import { settingsTexts } from '../../server/src/apps/pages/settings/settings-texts.ts';
import { violations } from '../harness/accessibility.ts';
import type { Scale } from '../harness/browser-harness.ts';
import { navigate } from '../harness/forms.ts';
import { savePicture } from '../harness/page-inspection.ts';
import type { Shots } from './shots.ts';

/** Language, colour scheme and width of a page view. */
interface View {
  readonly language: string;
  readonly scheme: 'light' | 'dark';
  readonly width: number;
}

const [wide, narrow] = [1_280, 320];
const height = 900;
const tags = pageLanguages.map(({ tag }) => tag);

/** Returns all views for `full`; for `ci`, Arabic, which differs most, and one other language by rotation. */
function viewsFor(scale: Scale, round: number): readonly View[] {
  if (scale === 'full')
    return tags.flatMap((language) =>
      (['light', 'dark'] as const).flatMap((scheme) =>
        [wide, narrow].map((width) => ({ language, scheme, width })),
      ),
    );
  const others = tags.filter((tag) => tag !== 'ar');
  return [
    {
      language: others[round % others.length] ?? 'en',
      scheme: round % 2 === 0 ? 'light' : 'dark',
      width: wide,
    },
    { language: 'ar', scheme: round % 2 === 0 ? 'dark' : 'light', width: narrow },
  ];
}

/** Inspects a state of a page in all views, and collects the errors. */
export interface Inspector {
  readonly errors: readonly string[];
  readonly counts: { readonly states: number; readonly views: number };
  inspect(page: Page, state: string, options?: InspectOptions): Promise<void>;
}

interface InspectOptions {
  /** Shows the same state in another language. Default: the language link of the page. */
  readonly again?: (language: string) => Promise<void>;
  /** Language of a state that cannot be shown again. */
  readonly only?: string;
}

export function createInspector(scale: Scale, shots: Shots): Inspector {
  const errors: string[] = [];
  const counts = { states: 0, views: 0 };
  return {
    errors,
    counts,
    async inspect(page, state, { again, only } = {}) {
      const byLink = (language: string): Promise<void> => inLanguage(page, language);
      const show = only === undefined ? (again ?? byLink) : async (): Promise<void> => undefined;
      const views = viewsFor(scale, counts.states);
      counts.states += 1;
      let shown = '';
      for (const view of views.map((each) => ({ ...each, language: only ?? each.language }))) {
        if (view.language !== shown) await show(view.language);
        shown = view.language;
        await page.emulateMedia({ colorScheme: view.scheme });
        await page.setViewportSize({ width: view.width, height });
        const found = [...(await pageErrors(page, view)), ...(await violations(page))];
        errors.push(
          ...found.map((error) => `${state}, ${view.language} ${view.scheme} ${view.width}: ${error}`),
        );
        counts.views += 1;
        await savePicture(page, `${state}, ${view.language} ${view.scheme} ${view.width}`);
      }
      await shots.take(page, state, show);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: wide, height });
      await show('en');
    },
  };
}

/** Opens the address of the language link of the page. */
async function inLanguage(page: Page, language: string): Promise<void> {
  const link = page.locator(`nav a[hreflang="${language}"]`);
  const href = (await link.getAttribute('href')) ?? '';
  await navigate(page, () => page.goto(new URL(href, page.url()).href));
}

interface Seen {
  readonly lang: string;
  readonly dir: string;
  /** Horizontal overflow in pixels. */
  readonly over: number;
  readonly text: string;
  readonly headings: number;
}

/** Runs in the page. */
const seenOnPage = `({
  lang: document.documentElement.lang,
  dir: document.documentElement.dir,
  over: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  text: document.title + '\\n' + document.body.innerText,
  headings: document.querySelectorAll('h1').length,
})`;

async function pageErrors(page: Page, { language }: View): Promise<readonly string[]> {
  const seen = await page.evaluate<Seen>(seenOnPage);
  const wanted = pageLanguages.find(({ tag }) => tag === language)?.direction ?? 'ltr';
  return [
    ...(seen.lang === language ? [] : [`lang is ${seen.lang}`]),
    ...(seen.dir === wanted ? [] : [`dir is ${seen.dir}`]),
    ...(seen.over <= 0 ? [] : [`scrolls sideways by ${seen.over} px`]),
    ...(seen.headings === 1 ? [] : [`has ${seen.headings} main headings`]),
    ...(/\{[a-z]+\}|undefined|\[object/.test(seen.text) ? ['shows an unfilled placeholder'] : []),
    ...untranslated(seen.text, language).map((sentence) => `is in English: ${sentence}`),
  ];
}

/** Returns English sentences on a page in another language. */
function untranslated(text: string, language: string): readonly string[] {
  if (language === 'en') return [];
  const own = sentencesOf(language);
  return sentencesOf('en').filter(
    (sentence) => sentence.includes(' ') && !own.includes(sentence) && text.includes(sentence),
  );
}

function sentencesOf(tag: string): readonly string[] {
  const ofCustomers = pageLanguages.find((known) => known.tag === tag)?.texts;
  return [
    ...sentencesIn(ofCustomers),
    ...sentencesIn(oauthTexts[tag]),
    ...sentencesIn(settingsTexts(tag)),
    ...sentencesIn(failureTexts(tag)),
  ];
}

function sentencesIn(texts: unknown): readonly string[] {
  if (typeof texts === 'string') return texts.includes('{') ? [] : [texts];
  return typeof texts === 'object' && texts !== null ? Object.values(texts).flatMap(sentencesIn) : [];
}
