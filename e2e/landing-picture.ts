import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { Brand } from '../server/src/apps/pages/customer/brands.ts';
import { customerPages } from '../server/src/apps/pages/customer/customer-pages.ts';
import {
  accountViews,
  sampleFrame,
  signInViews,
} from '../server/src/apps/pages/customer/sample-views.suite.ts';
import { type Html, html, trustedHtml } from '../server/src/platform/html/html.ts';
import type { RenderedPage } from '../server/src/platform/html/layout.ts';
import { repositoryRoot } from '../tools/repository.ts';
import { launchChromium } from './harness/browsers.ts';

/** `node e2e/landing-picture.ts` writes the picture of the README: the customers' pages of three banks, by Chromium. */
const file = join(repositoryRoot, 'docs/landing.png');
const sharpness = 2;

type Scheme = 'light' | 'dark';

/** One page on the picture; sizes in CSS pixels. */
interface Exhibit {
  readonly bankName: string;
  readonly language: string;
  readonly scheme: Scheme;
  readonly width: number;
  readonly height: number;
  readonly brand: Partial<Brand['light']> & {
    readonly fontFamily: Brand['fontFamily'];
    readonly radiusPx: number;
  };
  readonly view: { readonly signIn: string } | { readonly account: string };
}

const exhibits: readonly Exhibit[] = [
  {
    bankName: 'Linde Bank',
    language: 'de',
    scheme: 'dark',
    width: 390,
    height: 760,
    brand: {
      accent: '#7fd1ae',
      accentInk: '#06251a',
      link: '#8fdcbb',
      focus: '#8fdcbb',
      fontFamily: 'humanist',
      radiusPx: 14,
    },
    view: { signIn: 'code-sms' },
  },
  {
    bankName: 'Harbour Bank',
    language: 'en',
    scheme: 'light',
    width: 820,
    height: 860,
    brand: { fontFamily: 'system', radiusPx: 8 },
    view: { account: 'overview' },
  },
  {
    bankName: 'Atlas',
    language: 'ar',
    scheme: 'light',
    width: 390,
    height: 760,
    brand: {
      ground: '#f7f2f4',
      accent: '#7a1f4b',
      link: '#7a1f4b',
      focus: '#7a1f4b',
      noticeGround: '#f6e8ee',
      fontFamily: 'geometric',
      radiusPx: 4,
    },
    view: { signIn: 'identify' },
  },
];

async function defaultBrand(): Promise<Brand> {
  const brand: Brand = JSON.parse(
    await readFile(join(repositoryRoot, 'server/branding/default.json'), 'utf8'),
  );
  return brand;
}

function pageOf({ bankName, brand, language, scheme, view }: Exhibit, base: Brand): RenderedPage {
  const { fontFamily, radiusPx, ...colours } = brand;
  const own = { ...base, fontFamily, radiusPx, [scheme]: { ...base[scheme], ...colours } };
  const pages = customerPages({ of: () => own });
  const frame = sampleFrame({ bankName, language });
  const [signIn, account] =
    'signIn' in view ? [signInViews[view.signIn]] : [undefined, accountViews[view.account]];
  if (signIn !== undefined) return pages.signIn(signIn, frame);
  if (account === undefined) throw new Error('no such view');
  return pages.account(account, { ...frame, clientName: undefined, formOrigins: [] });
}

async function shotOf(browser: Browser, exhibit: Exhibit, base: Brand): Promise<string> {
  const { height, scheme, width } = exhibit;
  const page = await browser.newPage({
    viewport: { width, height },
    deviceScaleFactor: sharpness,
    colorScheme: scheme,
  });
  await page.setContent(pageOf(exhibit, base).html);
  const picture = await page.screenshot({ type: 'png' });
  await page.close();
  return picture.toString('base64');
}

const style = `body{margin:0;width:1600px;height:900px;overflow:hidden;background:linear-gradient(135deg,#14324f,#2f6690 55%,#81a4cd)}
main{display:flex;align-items:center;justify-content:center;gap:36px;height:100%}
figure{margin:0;border-radius:18px;overflow:hidden;box-shadow:0 24px 60px rgb(0 0 0/.38);border:6px solid #0d1b2a}
figure.wide{border-radius:12px;border-top-width:30px}
img{display:block;height:auto}`;

function composition(pictures: readonly string[]): Html {
  const figures = exhibits.map(({ bankName, width }, index) => {
    const isWide = width > 500;
    const shown = isWide ? 760 : 340;
    return html`<figure class="${isWide ? 'wide' : 'phone'}"><img width="${shown}" src="data:image/png;base64,${pictures[index] ?? ''}" alt="${bankName}"></figure>`;
  });
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Portico</title>
<style>${trustedHtml(style)}</style></head><body><main>${figures}</main></body></html>`;
}

const browser = await launchChromium();
const base = await defaultBrand();
const pictures = await Promise.all(exhibits.map((exhibit) => shotOf(browser, exhibit, base)));
const page = await browser.newPage({ viewport: { width: 1_600, height: 900 } });
await page.setContent(composition(pictures).toString());
await writeFile(file, await page.screenshot({ type: 'png' }));
await browser.close();
console.log(`wrote ${file}`);
