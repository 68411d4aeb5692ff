import { writeFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { type Html, html, trustedHtml } from '../../server/src/platform/html/html.ts';

/** Views of each page on the contact sheet. */
const views = [
  { language: 'en', scheme: 'light', width: 960, height: 900 },
  { language: 'de', scheme: 'dark', width: 390, height: 900 },
  { language: 'ar', scheme: 'light', width: 390, height: 900 },
] as const;

interface Shot {
  readonly state: string;
  readonly view: string;
  readonly picture: string;
}

/** Screenshots of pages, combined into one sheet. */
export interface Shots {
  take(page: Page, state: string, again: (language: string) => Promise<void>): Promise<void>;
  /** Writes the sheet; returns the number of pictures. */
  save(browser: Browser): Promise<number>;
}

/** Creates a recorder that takes screenshots only when a file is given. */
export function createShots(file: string | undefined): Shots {
  const shots: Shot[] = [];
  return {
    async take(page, state, again) {
      if (file === undefined) return;
      for (const { height, language, scheme, width } of views) {
        await again(language);
        await page.emulateMedia({ colorScheme: scheme });
        await page.setViewportSize({ width, height });
        const picture = (await page.screenshot({ type: 'png' })).toString('base64');
        shots.push({ state, view: `${language}, ${scheme}`, picture });
      }
    },
    async save(browser) {
      if (file === undefined || shots.length === 0) return 0;
      const page = await browser.newPage({ viewport: { width: sheetWidth, height: 800 } });
      await page.setContent(sheetOf(shots).toString());
      await page.waitForLoadState('load');
      await writeFile(file, await page.screenshot({ fullPage: true, type: 'png' }));
      await page.close();
      return shots.length;
    },
  };
}

const sheetWidth = 1_900;

const sheetStyle = `body{margin:16px;background:#9aa3ad;font:13px system-ui,sans-serif;color:#111}
main{display:grid;grid-template-columns:repeat(3,1fr);gap:16px}
section{background:#c9ced4;padding:10px;border-radius:6px}
h2{margin:0 0 8px;font-size:14px}
div{display:flex;gap:8px}
img{block-size:284px;display:block;border-radius:3px}`;

function sheetOf(shots: readonly Shot[]): Html {
  const states = [...new Set(shots.map(({ state }) => state))];
  const sections = states.map(
    (state) =>
      html`<section><h2>${state}</h2><div>${shots
        .filter((shot) => shot.state === state)
        .map(
          ({ picture, view }) => html`<img src="data:image/png;base64,${picture}" alt="${view}">`,
        )}</div></section>`,
  );
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sign-in pages</title>
<style>${trustedHtml(sheetStyle)}</style></head><body><main>${sections}</main></body></html>`;
}
