import { equal } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { BrowserHarness } from '../harness/browser-harness.ts';
import type { Check } from '../harness/check.ts';
import { expectStep, formOf, moved, send } from '../harness/forms.ts';
import { bank } from '../harness/product.ts';
import type { Held } from '../harness/reverse-proxy.ts';
import { leadOf } from './factors.ts';

/** What the front holds back while the customer presses the button a second time. */
const ways = [
  { name: 'the first answer lost', what: 'response', method: 'POST' },
  { name: 'the first form late', what: 'request', method: 'POST' },
  { name: 'the next page pending', what: 'response', method: 'GET' },
] as const;
type Way = (typeof ways)[number];

/** Presses the button of a form again while the first press is under way. Without scripts, which would lock it. */
async function sendTwice(
  { product: { front } }: BrowserHarness,
  page: Page,
  { fields = {}, step, way }: SentTwice,
): Promise<void> {
  await expectStep(page, step);
  const form = formOf(page, step);
  for (const [name, value] of Object.entries(fields)) await form.locator(`[name="${name}"]`).fill(value);
  const button = form.locator('button:not([type="button"])');
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (box === null) throw new Error(`the button of ${step} cannot be seen`);
  // By the mouse itself: it waits for no page.
  const renderer = (): Promise<void> => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const held: Held = front.hold(way.what, way.method);
  await renderer();
  await held.arrived;
  await moved(page, renderer);
  held.release();
}

interface SentTwice {
  readonly step: string;
  readonly way: Way;
  readonly fields?: Readonly<Record<string, string>>;
}

function atApplication(way: Way): Check {
  return {
    name: `every form sent twice, ${way.name}`,
    cast: ['app'],
    async run(stage, ...cast) {
      const customer = leadOf(cast);
      await using visitor = await stage.visitor({ javaScriptEnabled: false });
      const { page } = visitor;
      const begun = await stage.application.begin();
      await page.goto(begun.url);
      await sendTwice(stage, page, { step: 'identify', way, fields: { username: customer.username } });
      await sendTwice(stage, page, { step: 'password', way, fields: { password: customer.password } });
      const code = (await customer.app?.code()) ?? '';
      await sendTwice(stage, page, { step: 'code', way, fields: { code } });
      await sendTwice(stage, page, { step: 'agree', way });
      equal((await stage.application.finish(page, begun)).username, customer.username);
      return undefined;
    },
  };
}

function atBank(way: Way): Check {
  return {
    name: `every form sent twice on the bank's own page, ${way.name}`,
    cast: ['app'],
    async run(stage, ...cast) {
      const customer = leadOf(cast);
      await using visitor = await stage.visitor({ javaScriptEnabled: false });
      const { page } = visitor;
      await page.goto(`${stage.product.front.bankUrl}/account/${bank}`);
      await sendTwice(stage, page, { step: 'identify', way, fields: { username: customer.username } });
      await sendTwice(stage, page, { step: 'password', way, fields: { password: customer.password } });
      const code = (await customer.app?.code()) ?? '';
      await sendTwice(stage, page, { step: 'code', way, fields: { code } });
      await send(page, 'sign-out');
      return undefined;
    },
  };
}

/** A customer who presses a button twice gets in all the same. */
export const twice: readonly Check[] = [...ways.map(atApplication), ...ways.map(atBank)];
