import { equal, ok } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type BrowserHarness, codeAfter } from '../harness/browser-harness.ts';
import type { Check } from '../harness/check.ts';
import { errorOn, expectStep, send } from '../harness/forms.ts';
import { firstOf } from './factors.ts';

/** Matches a temporary password in a message. */
export const temporaryPattern = /(?:^|[^A-Za-z0-9+/=.@-])([a-z2-9]{20})(?![A-Za-z0-9])/;

export const forgottenPassword: Check = {
  name: 'forgotten password: temporary one by mail, text message, new one; the old one is refused',
  customers: ['texts'],
  async run(harness, ...customers) {
    const customer = firstOf(customers);
    await using browserUser = await harness.newBrowserUser();
    const { page } = browserUser;
    const started = await harness.application.begin();
    await page.goto(started.url);
    await send(page, 'forgot-password');
    await send(page, 'send-reset', { username: customer.username });
    await send(page, 'temporary-password', { 'temporary-password': 'abcdefghjkmnpqrstuvw' });
    ok((await errorOn(page)).includes('not right or too old'), 'the page refuses a guess');
    const temporary = await harness.product.stubs.mailed(customer.email, temporaryPattern);
    const code = await codeAfter(harness, customer, () =>
      send(page, 'temporary-password', { 'temporary-password': temporary }),
    );
    await send(page, 'code', { code });
    await refusedPassword(page);
    const password = `${customer.password} anew`;
    await send(page, 'new-password', { 'new-password': password, 'repeat-password': password });
    ok((await page.locator('.notice[role="status"]').innerText()).includes('was changed'));
    await oldIsRefused(harness, { username: customer.username, password: customer.password });
    await send(page, 'identify', { username: customer.username });
    await send(page, 'password', { password });
    // A third message within 90 seconds would exceed the limit; the check only needs the password to be accepted.
    equal(await errorOn(page), '');
    return undefined;
  },
};

async function refusedPassword(page: Page): Promise<void> {
  await expectStep(page, 'new-password');
  await send(page, 'new-password', { 'new-password': 'short', 'repeat-password': 'other' });
  const error = await errorOn(page);
  ok(error.includes('too short') && error.includes('not the same'), `the page shows two errors: ${error}`);
}

async function oldIsRefused(
  harness: BrowserHarness,
  { password, username }: { readonly username: string; readonly password: string },
): Promise<void> {
  await using browserUser = await harness.newBrowserUser();
  const { page } = browserUser;
  const started = await harness.application.begin();
  await page.goto(started.url);
  await send(page, 'identify', { username });
  await send(page, 'password', { password });
  ok((await errorOn(page)).includes('is not right'), 'the old password is refused');
}

export const forgottenName: Check = {
  name: 'forgotten user name: sent by mail; the response to an unknown address is the same',
  customers: ['app'],
  async run(harness, ...customers) {
    const customer = firstOf(customers);
    await using browserUser = await harness.newBrowserUser();
    const { page } = browserUser;
    const started = await harness.application.begin();
    await page.goto(started.url);
    const pages: string[] = [];
    for (const contact of [customer.email, 'unknown.address@example.org']) {
      await send(page, 'forgot-username');
      await send(page, 'send-username', { contact });
      pages.push((await page.locator('main').innerText()).replace(/Reference \w+/, ''));
    }
    equal(pages[0], pages[1]);
    const sent = await harness.product.stubs.mailed(customer.email, /(walker\.[0-9]+)(?![0-9]*@)/);
    equal(sent, customer.username);
    return undefined;
  },
};
