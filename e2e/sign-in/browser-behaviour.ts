import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { codeAfter, giveName, signIn } from '../harness/browser-harness.ts';
import type { Check } from '../harness/check.ts';
import { expectStep, faultOn, formOf, moved, send } from '../harness/forms.ts';
import { leadOf } from './factors.ts';

const tabsMax = 40;

/** Goes on by the Tab key until the focus is where it is wanted. */
async function tabTo(page: Page, selector: string): Promise<void> {
  const isThere = `document.activeElement?.matches(${JSON.stringify(selector)}) ?? false`;
  for (let pressed = 0; pressed < tabsMax; pressed += 1) {
    if (await page.evaluate<boolean>(isThere)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key does not reach ${selector}`);
}

async function typeInto(page: Page, selector: string, text: string): Promise<void> {
  await tabTo(page, selector);
  ok(await hasVisibleFocus(page), `${selector} shows that it has the focus`);
  await page.keyboard.type(text);
  await moved(page, () => page.keyboard.press('Enter'));
}

/** Runs in the page. */
const focusShows = `(({ boxShadow, outlineStyle, outlineWidth }) =>
  (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none')(getComputedStyle(document.activeElement))`;

async function hasVisibleFocus(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(focusShows);
}

export const keyboardOnly: Check = {
  name: 'keyboard only, by text message',
  cast: ['texts'],
  async run(stage, ...cast) {
    const customer = leadOf(cast);
    await using visitor = await stage.visitor();
    const { page } = visitor;
    const begun = await stage.application.begin();
    await page.goto(begun.url);
    await typeInto(page, '#username', customer.username);
    const code = await codeAfter(stage, customer, () => typeInto(page, '#password', customer.password));
    await typeInto(page, '#code', code);
    await tabTo(page, 'form:has(input[value="agree"]) button');
    ok(await hasVisibleFocus(page));
    await moved(page, () => page.keyboard.press('Enter'));
    equal((await stage.application.finish(page, begun)).username, customer.username);
    return undefined;
  },
};

export const scriptOff: Check = {
  name: 'without scripts, by text message',
  cast: ['texts'],
  async run(stage, ...cast) {
    const customer = leadOf(cast);
    await using visitor = await stage.visitor({ javaScriptEnabled: false });
    const { page } = visitor;
    const begun = await stage.application.begin();
    await page.goto(begun.url);
    ok(await formOf(page, 'passkey').isHidden(), 'what needs a script is not offered');
    await signIn(stage, page, customer);
    await send(page, 'agree');
    equal((await stage.application.finish(page, begun)).username, customer.username);
    return undefined;
  },
};

export const languageSwitch: Check = {
  name: 'a change of language keeps the step, and is remembered',
  cast: ['app'],
  async run(stage, ...cast) {
    const customer = leadOf(cast);
    await using visitor = await stage.visitor({ locale: 'fr-FR' });
    const { page } = visitor;
    const begun = await stage.application.begin();
    await page.goto(begun.url);
    equal(await page.locator('html').getAttribute('lang'), 'fr', 'the browser says French');
    await giveName(page, customer);
    await page.locator('nav summary').click();
    await moved(page, () => page.locator('nav a[hreflang="ar"]').click());
    await expectStep(page, 'code');
    deepEqual(
      [await page.locator('html').getAttribute('lang'), await page.locator('html').getAttribute('dir')],
      ['ar', 'rtl'],
    );
    await send(page, 'code', { code: (await customer.app?.code()) ?? '' });
    equal(await page.locator('html').getAttribute('lang'), 'ar', 'the next page too');
    await send(page, 'agree');
    await stage.application.finish(page, begun);
    const asked = await stage.application.begin({ prompt: 'login', ui_locales: 'de' });
    await page.goto(asked.url);
    equal(await page.locator('html').getAttribute('lang'), 'ar', 'what somebody chose counts more');
    return undefined;
  },
};

export const backAndTwice: Check = {
  name: 'back button, reload and sending twice do no harm',
  cast: ['app'],
  async run(stage, ...cast) {
    const customer = leadOf(cast);
    await using visitor = await stage.visitor();
    const { page } = visitor;
    const begun = await stage.application.begin();
    await page.goto(begun.url);
    await send(page, 'identify', { username: customer.username });
    await page.goBack();
    await page.goForward();
    await page.reload();
    await expectStep(page, 'password');
    await send(page, 'password', { password: customer.password });
    await expectStep(page, 'code');
    const code = (await customer.app?.code()) ?? '';
    await formOf(page, 'code').locator('[name="code"]').fill(code);
    await moved(page, () => formOf(page, 'code').locator('button').dblclick());
    equal(await faultOn(page), '');
    await send(page, 'agree');
    equal((await stage.application.finish(page, begun)).username, customer.username);
    await page.goBack();
    const after = await page.locator('body').innerText();
    ok(!after.includes('Agree and continue'), 'what is over cannot be agreed to again');
    return undefined;
  },
};

export const twoTabs: Check = {
  name: 'two sign-ins in two tabs do not disturb each other',
  cast: ['app', 'app'],
  async run(stage, ...cast) {
    const [one, other] = [leadOf(cast), leadOf(cast.slice(1))];
    await using visitor = await stage.visitor();
    const tabs = [visitor.page, await visitor.context.newPage()] as const;
    const begun = [await stage.application.begin(), await stage.application.begin()] as const;
    await tabs[0].goto(begun[0].url);
    await tabs[1].goto(begun[1].url);
    await send(tabs[0], 'identify', { username: one.username });
    await send(tabs[1], 'identify', { username: other.username });
    await send(tabs[0], 'password', { password: one.password });
    await send(tabs[1], 'password', { password: other.password });
    await send(tabs[0], 'code', { code: (await one.app?.code()) ?? '' });
    await send(tabs[0], 'agree');
    equal((await stage.application.finish(tabs[0], begun[0])).username, one.username);
    await send(tabs[1], 'code', { code: (await other.app?.code()) ?? '' });
    await send(tabs[1], 'agree');
    equal((await stage.application.finish(tabs[1], begun[1])).username, other.username);
    return undefined;
  },
};

const soonMs = 245_000;
const overMs = 60_000;

export const idle: Check = {
  name: 'five minutes idle: the page says so, and the sign-in begins anew',
  cast: ['app'],
  async run(stage, ...cast) {
    const customer = leadOf(cast);
    await using visitor = await stage.visitor();
    const { page } = visitor;
    await page.clock.install();
    const begun = await stage.application.begin();
    await page.goto(begun.url);
    await send(page, 'identify', { username: customer.username });
    await page.clock.fastForward(soonMs);
    ok(
      (await page.locator('#time').innerText()).includes('less than one minute'),
      'a minute before it is said',
    );
    await page.clock.fastForward(overMs);
    ok((await page.locator('#time').innerText()).includes('has ended'), 'and when it is over');
    // No process lets its clock be moved from outside; the row of the sign-in is made older instead.
    await stage.product.instance.database.query(
      `update identity.sign_in set touched_at = touched_at - interval '301 seconds'`,
    );
    await send(page, 'password', { password: customer.password });
    ok(
      !(await page.locator('body').innerText()).includes('Enter the code'),
      'the right password comes too late',
    );
    return `then: "${(await page.locator('h1').innerText()).trim()}"`;
  },
};
