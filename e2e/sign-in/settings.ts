import { equal, notEqual, ok } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { signIn } from '../harness/browser-harness.ts';
import type { Check } from '../harness/check.ts';
import { errorOn, expectStep, navigate, send } from '../harness/forms.ts';
import { bank } from '../harness/product.ts';
import { firstOf } from './factors.ts';

const better = 'nineteen quiet otters 47';

const noticeOn = (page: Page): Promise<string> => page.locator('.notice[role="status"]').innerText();

export const settings: Check = {
  name: 'own data, without scripts: password, e-mail address, picture, browser',
  customers: ['app'],
  async run(harness, ...customers) {
    const customer = firstOf(customers);
    await using browserUser = await harness.newBrowserUser({ javaScriptEnabled: false });
    const { page } = browserUser;
    const account = `${harness.product.proxy.bankUrl}/account/${bank}`;
    await page.goto(account);
    await signIn(harness, page, customer);

    const email = `new.${customer.email}`;
    await navigate(page, () => page.locator('a[href$="contact=email"]').first().click());
    await send(page, 'send-contact-code', { value: email });
    const code = await harness.product.stubs.mailed(email, /\b(\d{6})\b/v);
    await send(page, 'confirm-contact', { code: code === '000000' ? '111111' : '000000' });
    ok((await errorOn(page)).includes('That code is not right.'));
    await send(page, 'confirm-contact', { code });
    equal(await noticeOn(page), 'Your e-mail address was changed.');
    ok((await page.locator('main').innerText()).includes(email), 'the page shows the new address');

    const before = await page.locator('.who img').getAttribute('src');
    await navigate(page, () => page.locator('a[href$="show=choose-picture"]').click());
    await page.locator('input[name="picture"][value="2"]').check();
    await send(page, 'save-picture');
    const picture = await page.locator('.who img').getAttribute('src');
    notEqual(picture, before);

    await navigate(page, () => page.locator('a[href$="show=change-password"]').click());
    const fields = { 'new-password': better, 'repeat-password': better };
    await send(page, 'save-password', { 'current-password': 'not this one', ...fields });
    ok((await errorOn(page)).includes('Your password now is not right.'));
    await send(page, 'save-password', { 'current-password': customer.password, ...fields });
    ok((await noticeOn(page)).includes('Your password was changed.'));

    await send(page, 'remove-browser');
    await send(page, 'overview');
    await expectStep(page, 'remove-browser');
    await send(page, 'remove-browser');
    await send(page, 'confirm-remove-browser');
    await send(page, 'identify', { username: customer.username });
    equal(await page.locator('.who img').getAttribute('src'), picture, 'the sign-in shows the picture');
    await send(page, 'password', { password: better });
    await expectStep(page, 'code');
    return undefined;
  },
};
