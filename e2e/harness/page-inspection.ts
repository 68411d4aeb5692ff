import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { violations } from './accessibility.ts';

/** WCAG 2.2, 1.4.10: 320 px wide, and 256 px high as at 400 % zoom on a small screen. */
const sizes = [
  { width: 1_280, height: 900 },
  { width: 320, height: 256 },
] as const;

/**
 * Returns what is wrong with a page, light and dark, wide and narrow, except by some rules of axe-core. `PICTURES=FOLDER`
 * also saves how it looks.
 */
export async function inspectPage(
  page: Page,
  name: string,
  except: readonly string[] = [],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const look = `${name}, ${size.width} px ${colorScheme}`;
      const errors = (await violations(page)).filter(
        (one) => !except.some((rule) => one.startsWith(`${rule} `)),
      );
      found.push(...errors.map((one) => `${look}: ${one}`));
      await savePicture(page, look);
    }
    const over = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    if (over > 0) found.push(`${name}: ${over} px too wide at ${size.width} px`);
  }
  return found;
}

/** Saves how a page looks to the folder `PICTURES`, if there is one. */
export async function savePicture(page: Page, look: string): Promise<void> {
  const folder = process.env['PICTURES'];
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${look.replaceAll(/[, ]+/g, '-')}.png`), fullPage: true });
}
