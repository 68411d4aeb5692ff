import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { pageLanguages } from '../../server/src/apps/pages/customer/languages.ts';
import { oauthTexts } from '../../server/src/apps/pages/oauth-pages.ts';
import type { Scale } from '../harness/browser-harness.ts';
import { moved } from '../harness/forms.ts';
import type { Shots } from './shots.ts';

/** How a page is looked at. */
interface Look {
  readonly language: string;
  readonly scheme: 'light' | 'dark';
  readonly width: number;
}

const [wide, narrow] = [1_280, 320];
const height = 900;
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const tags = pageLanguages.map(({ tag }) => tag);

/** All of it at night; for the gate Arabic, which differs most, and one other language in turn. */
function looksFor(scale: Scale, turn: number): readonly Look[] {
  if (scale === 'full')
    return tags.flatMap((language) =>
      (['light', 'dark'] as const).flatMap((scheme) =>
        [wide, narrow].map((width) => ({ language, scheme, width })),
      ),
    );
  const others = tags.filter((tag) => tag !== 'ar');
  return [
    {
      language: others[turn % others.length] ?? 'en',
      scheme: turn % 2 === 0 ? 'light' : 'dark',
      width: wide,
    },
    { language: 'ar', scheme: turn % 2 === 0 ? 'dark' : 'light', width: narrow },
  ];
}

/** Looks at one state of a page in every way, and keeps what is wrong with it. */
export interface Inspector {
  readonly faults: readonly string[];
  readonly counts: { readonly states: number; readonly looks: number };
  inspect(page: Page, state: string, way?: Way): Promise<void>;
}

interface Way {
  /** Shows the same state in another language; without it a link of the page itself does. */
  readonly again?: (language: string) => Promise<void>;
  /** The one language in which it is shown, and not again. */
  readonly only?: string;
}

export function createInspector(scale: Scale, shots: Shots): Inspector {
  const faults: string[] = [];
  const counts = { states: 0, looks: 0 };
  return {
    faults,
    counts,
    async inspect(page, state, { again, only } = {}) {
      const usually = (language: string): Promise<void> => inLanguage(page, language);
      const show = only === undefined ? (again ?? usually) : async (): Promise<void> => undefined;
      const looks = looksFor(scale, counts.states);
      counts.states += 1;
      let shown = '';
      for (const look of looks.map((usual) => ({ ...usual, language: only ?? usual.language }))) {
        if (look.language !== shown) await show(look.language);
        shown = look.language;
        await page.emulateMedia({ colorScheme: look.scheme });
        await page.setViewportSize({ width: look.width, height });
        const found = [...(await wrongWith(page, look)), ...(await violations(page))];
        faults.push(
          ...found.map((fault) => `${state}, ${look.language} ${look.scheme} ${look.width}: ${fault}`),
        );
        counts.looks += 1;
      }
      await shots.take(page, state, show);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: wide, height });
      await show('en');
    },
  };
}

/** By the address that the page's own links to other languages have. */
async function inLanguage(page: Page, language: string): Promise<void> {
  const link = page.locator(`nav a[hreflang="${language}"]`);
  const href = (await link.getAttribute('href')) ?? '';
  await moved(page, () => page.goto(new URL(href, page.url()).href));
}

interface Seen {
  readonly lang: string;
  readonly dir: string;
  /** By how many pixels it is wider than the window. */
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

async function wrongWith(page: Page, { language }: Look): Promise<readonly string[]> {
  const seen = await page.evaluate<Seen>(seenOnPage);
  const wanted = pageLanguages.find(({ tag }) => tag === language)?.direction ?? 'ltr';
  return [
    ...(seen.lang === language ? [] : [`lang is ${seen.lang}`]),
    ...(seen.dir === wanted ? [] : [`dir is ${seen.dir}`]),
    ...(seen.over <= 0 ? [] : [`scrolls sideways by ${seen.over} px`]),
    ...(seen.headings === 1 ? [] : [`has ${seen.headings} main headings`]),
    ...(/\{[a-z]+\}|undefined|\[object/.test(seen.text) ? ['shows a place that was not filled in'] : []),
    ...leftovers(seen.text, language).map((words) => `says in English: ${words}`),
  ];
}

/** English sentences on a page in another language. */
function leftovers(text: string, language: string): readonly string[] {
  if (language === 'en') return [];
  const own = sentencesOf(language);
  return sentencesOf('en').filter(
    (sentence) => sentence.includes(' ') && !own.includes(sentence) && text.includes(sentence),
  );
}

function sentencesOf(tag: string): readonly string[] {
  const ofCustomers = pageLanguages.find((known) => known.tag === tag)?.texts;
  return [...sentencesIn(ofCustomers), ...sentencesIn(oauthTexts[tag])];
}

function sentencesIn(texts: unknown): readonly string[] {
  if (typeof texts === 'string') return texts.includes('{') ? [] : [texts];
  return typeof texts === 'object' && texts !== null ? Object.values(texts).flatMap(sentencesIn) : [];
}

/** What axe-core has to say. */
async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const result: unknown = await page.evaluate(
    `axe.run(document, { runOnly: { type: 'tag', values: ${JSON.stringify(rules)} }, resultTypes: ['violations'] })
      .then(({ violations }) => violations.map(({ id, nodes }) => id + ' at ' + nodes.map(n => n.target.join(' ')).join(', ')))`,
  );
  return Array.isArray(result) ? result.map(String) : ['axe-core said nothing'];
}
