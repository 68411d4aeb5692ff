import { writeFile } from 'node:fs/promises';
import { type Html, html, trustedHtml } from '../../server/src/platform/html/html.ts';
import type { ApprovalBrowser, Shown } from './approval-browser.ts';

/** One page on the sheet; sizes in CSS pixels. */
interface Picture extends Shown {
  readonly scheme: 'light' | 'dark';
  readonly width: number;
  readonly height: number;
}

const phone = { width: 390, height: 1_060 };
const desk = { width: 796, height: 1_060 };

/** Two wide pictures, and ten as on a phone: 12 on three rows. */
const pictures: readonly Picture[] = [
  { view: 'review-checked', language: 'en', scheme: 'light', ...desk },
  { view: 'review-payment', language: 'ar', scheme: 'light', ...phone },
  { view: 'code-wrong', language: 'nl', scheme: 'dark', ...phone },
  { view: 'device', language: 'de', scheme: 'dark', ...phone },
  { view: 'reader', language: 'en', scheme: 'light', ...phone },
  { view: 'review-consent', language: 'en', scheme: 'dark', ...desk, frame: { purpose: 'consent' } },
  { view: 'review-standing', language: 'fr', scheme: 'light', ...phone },
  { view: 'review-bulk', language: 'en', scheme: 'light', ...phone },
  { view: 'method', language: 'en', scheme: 'light', ...phone },
  { view: 'accounts-several', language: 'ar', scheme: 'dark', ...phone, frame: { purpose: 'consent' } },
  { view: 'password-wrong-again', language: 'de', scheme: 'light', ...phone },
  { view: 'more-signatures', language: 'en', scheme: 'light', ...phone },
  { view: 'ended-locked', language: 'en', scheme: 'dark', ...phone },
];

const gapPx = 16;
const perRowPx = desk.width + 3 * phone.width + 5 * gapPx;

const style = `body{margin:0;background:#9aa3ad;font:13px system-ui,sans-serif}
main{display:flex;flex-wrap:wrap;gap:${gapPx}px;padding:${gapPx}px}
img{display:block;border-radius:6px}`;

/** Writes pictures of the pages as one file; returns how many. */
export async function saveSheet({ browser, open }: ApprovalBrowser, file: string): Promise<number> {
  const images: Html[] = [];
  for (const { height, scheme, width, ...shown } of pictures) {
    await using tab = await open({ viewport: { width, height }, colorScheme: scheme, locale: 'en-GB' });
    await tab.show(shown);
    if (shown.view.includes('bulk')) await tab.page.locator('main summary').first().click();
    const picture = (await tab.page.screenshot({ type: 'png' })).toString('base64');
    images.push(html`<img width="${width}" src="data:image/png;base64,${picture}" alt="${shown.view}">`);
  }
  const page = await browser.newPage({ viewport: { width: perRowPx, height: 800 } });
  await page.setContent(
    html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Approval pages</title>
<style>${trustedHtml(style)}</style></head><body><main>${images}</main></body></html>`.toString(),
  );
  await writeFile(file, await page.screenshot({ fullPage: true, type: 'png' }));
  await page.close();
  return images.length;
}
