import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { codeAfter, signIn, submitPassword } from '../harness/browser-harness.ts';
import type { Check } from '../harness/check.ts';
import { errorOn, expectStep, formOf, navigate, send } from '../harness/forms.ts';
import { firstOf } from './factors.ts';

const tabsMax = 40;

/** Presses the Tab key until the element has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  const isFocused = `document.activeElement?.matches(${JSON.stringify(selector)}) ?? false`;
  for (let pressed = 0; pressed < tabsMax; pressed += 1) {
    if (await page.evaluate<boolean>(isFocused)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key does not reach ${selector}`);
}

async function typeInto(page: Page, selector: string, text: string): Promise<void> {
  await tabTo(page, selector);
  ok(await hasVisibleFocus(page), `${selector} has a visible focus`);
  await page.keyboard.type(text);
  await navigate(page, () => page.keyboard.press('Enter'));
}

/** Runs in the page. */
const focusShows = `(({ boxShadow, outlineStyle, outlineWidth }) =>
  (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none')(getComputedStyle(document.activeElement))`;

async function hasVisibleFocus(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(focusShows);
}

export const keyboardOnly: Check = {
  name: 'keyboard only, by text message',
  customers: ['texts'],
  async run(harness, ...customers) {
    const customer = firstOf(customers);
    await using browserUser = await harness.newBrowserUser();
    const { page } = browserUser;
    const started = await harness.application.begin();
    await page.goto(started.url);
    await typeInto(page, '#username', customer.username);
    const code = await codeAfter(harness, customer, () => typeInto(page, '#password', customer.password));
    await typeInto(page, '#code', code);
    await tabTo(page, 'form:has(input[value="agree"]) button');
    ok(await hasVisibleFocus(page));
    await navigate(page, () => page.keyboard.press('Enter'));
    equal((await harness.application.finish(page, started)).username, customer.username);
    return undefined;
  },
};

export const scriptOff: Check = {
  name: 'without scripts, by text message',
  customers: ['texts'],
  async run(harness, ...customers) {
    const customer = firstOf(customers);
    await using browserUser = await harness.newBrowserUser({ javaScriptEnabled: false });
    const { page } = browserUser;
    const started = await harness.application.begin();
    await page.goto(started.url);
    ok(await formOf(page, 'passkey').isHidden(), 'the page does not offer what needs a script');
    await signIn(harness, page, customer);
    await send(page, 'agree');
    equal((await harness.application.finish(page, started)).username, customer.username);
    return undefined;
  },
};

export const languageSwitch: Check = {
  name: 'a change of language keeps the step, and is remembered',
  customers: ['app'],
  async run(harness, ...customers) {
    const customer = firstOf(customers);
    await using browserUser = await harness.newBrowserUser({ locale: 'fr-FR' });
    const { page } = browserUser;
    const started = await harness.application.begin();
    await page.goto(started.url);
    equal(await page.locator('html').getAttribute('lang'), 'fr', 'the language of the browser');
    await submitPassword(page, customer);
    await page.locator('nav summary').click();
    await navigate(page, () => page.locator('nav a[hreflang="ar"]').click());
    await expectStep(page, 'code');
    deepEqual(
      [await page.locator('html').getAttribute('lang'), await page.locator('html').getAttribute('dir')],
      ['ar', 'rtl'],
    );
    await send(page, 'code', { code: (await customer.app?.code()) ?? '' });
    equal(await page.locator('html').getAttribute('lang'), 'ar', 'the next page has the chosen language');
    await send(page, 'agree');
    await harness.application.finish(page, started);
    const other = await harness.application.begin({ prompt: 'login', ui_locales: 'de' });
    await page.goto(other.url);
    equal(await page.locator('html').getAttribute('lang'), 'ar', 'the choice of the user has priority');
    return undefined;
  },
};

export const backAndTwice: Check = {
  name: 'back button, reload and double submission have no effect',
  customers: ['app'],
  async run(harness, ...customers) {
    const customer = firstOf(customers);
    await using browserUser = await harness.newBrowserUser();
    const { page } = browserUser;
    const started = await harness.application.begin();
    await page.goto(started.url);
    await send(page, 'identify', { username: customer.username });
    await page.goBack();
    await page.goForward();
    await page.reload();
    await expectStep(page, 'password');
    await send(page, 'password', { password: customer.password });
    await expectStep(page, 'code');
    const code = (await customer.app?.code()) ?? '';
    await formOf(page, 'code').locator('[name="code"]').fill(code);
    await navigate(page, () => formOf(page, 'code').locator('button').dblclick());
    equal(await errorOn(page), '');
    await send(page, 'agree');
    equal((await harness.application.finish(page, started)).username, customer.username);
    await page.goBack();
    const after = await page.locator('body').innerText();
    ok(!after.includes('Agree and continue'), 'a finished consent cannot be given again');
    return undefined;
  },
};

export const twoTabs: Check = {
  name: 'two sign-ins in two tabs are independent',
  customers: ['app', 'app'],
  async run(harness, ...customers) {
    const [one, other] = [firstOf(customers), firstOf(customers.slice(1))];
    await using browserUser = await harness.newBrowserUser();
    const tabs = [browserUser.page, await browserUser.context.newPage()] as const;
    const started = [await harness.application.begin(), await harness.application.begin()] as const;
    await tabs[0].goto(started[0].url);
    await tabs[1].goto(started[1].url);
    await send(tabs[0], 'identify', { username: one.username });
    await send(tabs[1], 'identify', { username: other.username });
    await send(tabs[0], 'password', { password: one.password });
    await send(tabs[1], 'password', { password: other.password });
    await send(tabs[0], 'code', { code: (await one.app?.code()) ?? '' });
    await send(tabs[0], 'agree');
    equal((await harness.application.finish(tabs[0], started[0])).username, one.username);
    await send(tabs[1], 'code', { code: (await other.app?.code()) ?? '' });
    await send(tabs[1], 'agree');
    equal((await harness.application.finish(tabs[1], started[1])).username, other.username);
    return undefined;
  },
};

const soonMs = 245_000;
const overMs = 60_000;

export const idle: Check = {
  name: 'five minutes idle: the page announces the end, and the sign-in starts again',
  customers: ['app'],
  async run(harness, ...customers) {
    const customer = firstOf(customers);
    await using browserUser = await harness.newBrowserUser();
    const { page } = browserUser;
    await page.clock.install();
    const started = await harness.application.begin();
    await page.goto(started.url);
    await send(page, 'identify', { username: customer.username });
    await page.clock.fastForward(soonMs);
    ok(
      (await page.locator('#time').innerText()).includes('less than one minute'),
      'the page warns one minute before',
    );
    await page.clock.fastForward(overMs);
    ok((await page.locator('#time').innerText()).includes('has ended'), 'the page shows the end');
    // The clock of a process cannot be changed from outside; the check ages the row of the sign-in instead.
    await harness.product.instance.database.query(
      `update identity.sign_in set touched_at = touched_at - interval '301 seconds'`,
    );
    await send(page, 'password', { password: customer.password });
    ok(
      !(await page.locator('body').innerText()).includes('Enter the code'),
      'the right password is too late',
    );
    return `then: "${(await page.locator('h1').innerText()).trim()}"`;
  },
};
