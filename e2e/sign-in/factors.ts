import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { SignedIn } from '../harness/application.ts';
import { type BrowserHarness, signIn, submitPassword } from '../harness/browser-harness.ts';
import type { BrowserUser } from '../harness/browsers.ts';
import type { Check } from '../harness/check.ts';
import type { Customer } from '../harness/customers.ts';
import { errorOn, expectStep, formOf, navigate, send, stepsOn } from '../harness/forms.ts';
import { bank } from '../harness/product.ts';
import {
  addVirtualAuthenticator,
  type VirtualAuthenticator,
  withoutAutofill,
} from '../harness/virtual-authenticator.ts';

type Customers = readonly (Customer | undefined)[];

/** Returns the first customer. */
export function firstOf([customer]: Customers): Customer {
  if (customer === undefined) throw new Error('the check has no customer');
  return customer;
}

export const byText: Check = {
  name: 'password and text message',
  customers: ['texts'],
  async run(harness, ...customers) {
    const customer = firstOf(customers);
    await using browserUser = await harness.newBrowserUser();
    const { page } = browserUser;
    const started = await harness.application.begin();
    await page.goto(started.url);
    await signIn(harness, page, customer);
    await send(page, 'agree');
    deepEqual(await harness.application.finish(page, started), {
      username: customer.username,
      assurance: 'sca',
      methods: ['pwd', 'sms'],
    });
    return undefined;
  },
};

export const byApp: Check = {
  name: 'password and authenticator app; a wrong code first',
  customers: ['app'],
  async run(harness, ...customers) {
    const customer = firstOf(customers);
    await using browserUser = await harness.newBrowserUser();
    const { page } = browserUser;
    const started = await harness.application.begin();
    await page.goto(started.url);
    await submitPassword(page, customer);
    await send(page, 'code', { code: '000000' });
    ok((await errorOn(page)).includes('not right'), 'the page reports a wrong code');
    const code = (await customer.app?.code()) ?? '';
    // With a space, and with digits of an Arabic keyboard.
    await send(page, 'code', { code: `${arabicDigits(code.slice(0, 3))} ${code.slice(3)}` });
    await send(page, 'agree');
    deepEqual(await harness.application.finish(page, started), {
      username: customer.username,
      assurance: 'sca',
      methods: ['pwd', 'otp'],
    });
    return undefined;
  },
};

function arabicDigits(text: string): string {
  return text.replaceAll(/[0-9]/g, (digit) => String.fromCodePoint(0x0660 + Number(digit)));
}

export const byPasskey: Check = {
  name: 'passkey: created on the account page, used alone, removed',
  customers: ['app'],
  async run(harness, ...customers) {
    const customer = firstOf(customers);
    await using browserUser = await harness.newBrowserUser();
    const { page } = browserUser;
    await page.addInitScript(withoutAutofill);
    const device = await addVirtualAuthenticator(page);
    const account = `${harness.product.proxy.bankUrl}/account/${bank}`;
    await page.goto(account);
    await signIn(harness, page, customer);
    await send(page, 'add-passkey');
    await send(page, 'save-passkey', { name: 'My phone' });
    ok((await page.locator('.notice[role="status"]').innerText()).includes('was added'));
    const started = await harness.application.begin();
    await page.goto(started.url);
    await clickPasskey(page);
    await send(page, 'agree');
    const expected = { username: customer.username, assurance: 'sca', methods: ['hwk', 'user'] };
    deepEqual(await harness.application.finish(page, started), expected);
    await offeredByBrowser(harness, browserUser, { device, expected });
    await page.goto(account);
    ok(
      (await page.locator('.things > li', { hasText: 'My phone' }).innerText()).includes('Last used'),
      'the page shows the last use',
    );
    await send(page, 'remove-passkey');
    await send(page, 'confirm-remove-passkey');
    ok((await page.locator('main').innerText()).includes('You have no passkey yet'));
    await removedIsUseless(harness, page);
    return undefined;
  },
};

async function clickPasskey(page: Page): Promise<void> {
  await navigate(page, () => formOf(page, 'passkey').locator('button').click());
}

/** The browser offers the passkey in the username field, without a click. */
async function offeredByBrowser(
  harness: BrowserHarness,
  { context }: BrowserUser,
  { device, expected }: { readonly device: VirtualAuthenticator; readonly expected: SignedIn },
): Promise<void> {
  const page = await context.newPage();
  await addVirtualAuthenticator(page, await device.passkeys());
  const started = await harness.application.begin({ prompt: 'login' });
  await page.goto(started.url);
  deepEqual(await harness.application.finish(page, started), expected);
  await page.close();
}

/** The device still has the passkey; the product has deleted it. */
async function removedIsUseless(harness: BrowserHarness, page: Page): Promise<void> {
  const started = await harness.application.begin({ prompt: 'login' });
  await page.goto(started.url);
  await clickPasskey(page);
  ok((await errorOn(page)).includes('could not check your passkey'), 'a removed passkey is refused');
}

export const stepUp: Check = {
  name: 'step-up: a password is enough first, then the product requires only the second factor',
  customers: ['app'],
  async run(harness, ...customers) {
    const customer = firstOf(customers);
    await using browserUser = await harness.newBrowserUser();
    const { page } = browserUser;
    const weak = await harness.application.begin({ acr_values: '1fa' });
    await page.goto(weak.url);
    await submitPassword(page, customer);
    await send(page, 'agree');
    const { assurance } = await harness.application.finish(page, weak);
    equal(assurance, '1fa');
    const strong = await harness.application.begin({ acr_values: 'sca' });
    await page.goto(strong.url);
    if ((await stepsOn(page)).includes('method') && (await page.locator('[name="factor"]').count()) > 1) {
      await page.locator('[name="factor"][value="totp"]').first().check();
      await send(page, 'method');
    }
    await expectStep(page, 'code');
    await send(page, 'code', { code: (await customer.app?.code()) ?? '' });
    if ((await stepsOn(page)).includes('agree')) await send(page, 'agree');
    const stronger = await harness.application.finish(page, strong);
    equal(stronger.assurance, 'sca');
    equal(stronger.username, customer.username);
    return `methods ${stronger.methods.join(' ')}`;
  },
};
