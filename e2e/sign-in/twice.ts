import { equal } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { BrowserHarness } from '../harness/browser-harness.ts';
import type { Check } from '../harness/check.ts';
import { expectStep, formOf, navigate, send } from '../harness/forms.ts';
import { bank } from '../harness/product.ts';
import type { DelayedMessage } from '../harness/reverse-proxy.ts';
import { firstOf } from './factors.ts';

/** Message that the proxy delays while the customer clicks the button a second time. */
const cases = [
  { name: 'the first response lost', what: 'response', method: 'POST' },
  { name: 'the first form late', what: 'request', method: 'POST' },
  { name: 'the next page pending', what: 'response', method: 'GET' },
] as const;
type Delayed = (typeof cases)[number];

/** Clicks the button of a form again during the first submission. Without scripts, which would disable the button. */
async function sendTwice(
  { product: { proxy } }: BrowserHarness,
  page: Page,
  { fields = {}, step, delayed }: DoubleSubmission,
): Promise<void> {
  await expectStep(page, step);
  const form = formOf(page, step);
  for (const [name, value] of Object.entries(fields)) await form.locator(`[name="${name}"]`).fill(value);
  const button = form.locator('button:not([type="button"])');
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (box === null) throw new Error(`the button of ${step} is not visible`);
  // Clicks with the mouse, because locator.click() waits for the page.
  const click = (): Promise<void> => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const message: DelayedMessage = proxy.delay(delayed.what, delayed.method);
  await click();
  await message.arrived;
  await navigate(page, click);
  message.release();
}

interface DoubleSubmission {
  readonly step: string;
  readonly delayed: Delayed;
  readonly fields?: Readonly<Record<string, string>>;
}

function atApplication(delayed: Delayed): Check {
  return {
    name: `every form sent twice, ${delayed.name}`,
    customers: ['app'],
    async run(harness, ...customers) {
      const customer = firstOf(customers);
      await using browserUser = await harness.newBrowserUser({ javaScriptEnabled: false });
      const { page } = browserUser;
      const started = await harness.application.begin();
      await page.goto(started.url);
      await sendTwice(harness, page, { step: 'identify', delayed, fields: { username: customer.username } });
      await sendTwice(harness, page, { step: 'password', delayed, fields: { password: customer.password } });
      const code = (await customer.app?.code()) ?? '';
      await sendTwice(harness, page, { step: 'code', delayed, fields: { code } });
      await sendTwice(harness, page, { step: 'agree', delayed });
      equal((await harness.application.finish(page, started)).username, customer.username);
      return undefined;
    },
  };
}

function atBank(delayed: Delayed): Check {
  return {
    name: `every form sent twice on the bank's own page, ${delayed.name}`,
    customers: ['app'],
    async run(harness, ...customers) {
      const customer = firstOf(customers);
      await using browserUser = await harness.newBrowserUser({ javaScriptEnabled: false });
      const { page } = browserUser;
      await page.goto(`${harness.product.proxy.bankUrl}/account/${bank}`);
      await sendTwice(harness, page, { step: 'identify', delayed, fields: { username: customer.username } });
      await sendTwice(harness, page, { step: 'password', delayed, fields: { password: customer.password } });
      const code = (await customer.app?.code()) ?? '';
      await sendTwice(harness, page, { step: 'code', delayed, fields: { code } });
      await send(page, 'sign-out');
      return undefined;
    },
  };
}

/** A customer who clicks a button twice can sign in. */
export const twice: readonly Check[] = [...cases.map(atApplication), ...cases.map(atBank)];
