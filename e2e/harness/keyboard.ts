import type { Page } from 'playwright-core';

/** Presses the tab key until an element has the focus; it must be reached in a few presses. */
export async function focusOn(page: Page, selector: string): Promise<void> {
  for (let pressed = 0; pressed < 12; pressed += 1) {
    const isThere = await page.evaluate<boolean>(`document.activeElement?.matches('${selector}') ?? false`);
    if (isThere) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${selector} cannot be reached with the tab key`);
}
