import type { Page } from 'playwright-core';
import type { BankCustomer, CustomerBank } from './customer-bank.ts';
import { navigate } from './forms.ts';

/** Fills in the fields of the page and presses the button of a request, in any language. */
export async function press(
  page: Page,
  wanted: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    const field = page.locator(`[name="${name}"]`).first();
    const type = await field.getAttribute('type');
    if (type === 'radio' || type === 'checkbox')
      await page.locator(`[name="${name}"][value="${value}"]`).check();
    else await field.fill(value);
  }
  const button = page.locator(`button[name="do"][value="${wanted}"]`).first();
  const hidden = page.locator('details:not([open])', { has: button });
  if ((await hidden.count()) > 0) await hidden.locator('summary').first().click();
  await navigate(page, () => button.click());
}

/** A customer of a bank at one of its pages. */
interface CustomerAtPage {
  readonly bank: Pick<CustomerBank, 'code'>;
  readonly customer: BankCustomer;
  readonly page: Page;
}

/** Passes the first factor. */
export async function enterPassword({ customer, page }: CustomerAtPage): Promise<void> {
  await press(page, 'password', { password: customer.password });
}

/** Enters the code of the first text message. */
export async function enterCode({ bank, customer, page }: CustomerAtPage): Promise<void> {
  await press(page, 'code', { code: await bank.code(customer.phone) });
}

/** Chooses the method whose name has this text, in English. */
export async function chooseMethod(page: Page, name: string): Promise<void> {
  await page.getByRole('radio', { name }).check();
  await press(page, 'method');
}

/** Runs in the page. */
const offeredInPage = `[...document.querySelectorAll('button[name="do"]')].map(({ value }) => value)`;

/** Returns the requests that the page offers. */
export async function offers(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(offeredInPage);
}

/** Goes from the shop to the bank, as a customer does. */
export async function arrive(page: Page, shop: string): Promise<void> {
  await page.goto(shop);
  await navigate(page, () => page.locator('#pay').click());
}

/** Follows the link back to the third party from a page that says how the approval ended. */
export async function followBack(page: Page): Promise<void> {
  await navigate(page, () => page.locator('main a.action').click());
}

/** Returns another code of the same length. */
export function wrongOf(code: string): string {
  return `${code.slice(0, -1)}${(Number(code.at(-1)) + 1) % 10}`;
}

/** Returns the address that the browser has reached. */
export function reached(page: Page): {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
} {
  const url = new URL(page.url());
  return { path: `${url.hostname}${url.pathname}`, query: Object.fromEntries(url.searchParams) };
}
