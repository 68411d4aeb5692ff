import type { Locator, Page } from 'playwright-core';

/**
 * Timeout of every wait. A wait ends as soon as its condition holds, so this is only the time after which a run fails;
 * on a busy machine a page may take half a minute.
 */
export const timeoutMs = 120_000;

type Fields = Readonly<Record<string, string>>;

/** Returns the form of a step, in any language. */
export function formOf(page: Page, step: string): Locator {
  return page.locator(`form:has(> input[name="step"][value="${step}"])`).first();
}

/** Fills in the form of a step, submits it with its button, and waits for the next page. */
export async function send(page: Page, step: string, fields: Fields = {}): Promise<void> {
  const form = formOf(page, step);
  for (const [name, value] of Object.entries(fields)) await form.locator(`[name="${name}"]`).fill(value);
  const hidden = page.locator('details:not([open])', { has: form });
  if ((await hidden.count()) > 0) await hidden.locator('summary').click();
  await navigate(page, () => form.locator('button:not([type="button"])').click());
}

/** Runs an action that opens another page, and waits for that page. */
export async function navigate(page: Page, act: () => Promise<unknown>): Promise<void> {
  const loaded = page.waitForEvent('load', { timeout: timeoutMs });
  await act();
  await loaded;
}

/** Runs in the page. */
const stepsInPage = `[...document.querySelectorAll('input[name="step"]')].map(({ value }) => value)`;

/** Returns the steps that the page offers. */
export async function stepsOn(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(stepsInPage);
}

/** Throws when the page does not offer this step. */
export async function expectStep(page: Page, step: string): Promise<void> {
  const steps = await stepsOn(page);
  if (steps.includes(step)) return;
  const heading = await page.locator('h1').allInnerTexts();
  throw new Error(
    `expected a page with the step ${step}, got "${heading.join(' ')}" with ${steps.join(', ')}`,
  );
}

/** Returns the error text of the page; empty without an error. */
export async function errorOn(page: Page): Promise<string> {
  return (await page.locator('#fault:visible').allInnerTexts()).join(' ');
}
