import type { Locator, Page } from 'playwright-core';

/**
 * How long anything is waited for. A wait ends when the thing is there, so this is only the time after which a run
 * fails; on a machine that others keep busy a page may take half a minute.
 */
export const patienceMs = 120_000;

type Fields = Readonly<Record<string, string>>;

/** The form of a step, whatever language the page is in. */
export function formOf(page: Page, step: string): Locator {
  return page.locator(`form:has(> input[name="step"][value="${step}"])`).first();
}

/** Fills in the form of a step, sends it with its button, and waits for the next page. */
export async function send(page: Page, step: string, fields: Fields = {}): Promise<void> {
  const form = formOf(page, step);
  for (const [name, value] of Object.entries(fields)) await form.locator(`[name="${name}"]`).fill(value);
  const hidden = page.locator('details:not([open])', { has: form });
  if ((await hidden.count()) > 0) await hidden.locator('summary').click();
  await moved(page, () => form.locator('button:not([type="button"])').click());
}

/** Does something that leads to another page, and waits for that page. */
export async function moved(page: Page, act: () => Promise<unknown>): Promise<void> {
  const loaded = page.waitForEvent('load', { timeout: patienceMs });
  await act();
  await loaded;
}

/** Runs in the page. */
const stepsInPage = `[...document.querySelectorAll('input[name="step"]')].map(({ value }) => value)`;

/** Which steps the page offers. */
export async function stepsOn(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(stepsInPage);
}

/** Refuses to go on where a page is not the one of this step. */
export async function expectStep(page: Page, step: string): Promise<void> {
  const steps = await stepsOn(page);
  if (steps.includes(step)) return;
  const heading = await page.locator('h1').allInnerTexts();
  throw new Error(
    `expected a page with the step ${step}, got "${heading.join(' ')}" with ${steps.join(', ')}`,
  );
}

/** What went wrong, as the page says it; empty where nothing did. */
export async function faultOn(page: Page): Promise<string> {
  return (await page.locator('#fault:visible').allInnerTexts()).join(' ');
}
