import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type BrowserHarness, signIn } from '../harness/browser-harness.ts';
import type { Check } from '../harness/check.ts';
import type { Customer } from '../harness/customers.ts';
import { errorOn, expectStep, formOf, navigate, send } from '../harness/forms.ts';
import { bank } from '../harness/product.ts';
import { firstOf } from './factors.ts';
import type { Inspector } from './inspection.ts';

/** Follows the link of the page to the provider, where the user is signed in, and comes back. */
async function followLink(page: Page): Promise<void> {
  await navigate(page, () => page.locator('main a.action').click());
}

const accountOf = ({ product }: BrowserHarness): string => `${product.proxy.bankUrl}/account/${bank}`;

export const linkedLogin: Check = {
  name: 'login at another provider, without scripts: linked on the account page, signs in, and is refused once it is removed',
  customers: ['app'],
  async run(harness, ...customers) {
    const customer = firstOf(customers);
    // The certificate of the provider is of an authority that Chromium does not know.
    await using browserUser = await harness.newBrowserUser({
      javaScriptEnabled: false,
      ignoreHTTPSErrors: true,
    });
    const { context, page } = browserUser;
    await harness.loginProvider.signIn(context);
    await page.goto(accountOf(harness));
    await signIn(harness, page, customer);
    await send(page, 'link-login');
    await followLink(page);
    equal(new URL(page.url()).search, '?said=login-linked', 'the address keeps nothing of the provider');
    await expectStep(page, 'unlink-login');

    const started = await harness.application.begin({ prompt: 'login' });
    await page.goto(started.url);
    await send(page, 'linked-login');
    await followLink(page);
    await send(page, 'code', { code: (await customer.app?.code()) ?? '' });
    if ((await formOf(page, 'agree').count()) > 0) await send(page, 'agree');
    deepEqual(await harness.application.finish(page, started), {
      username: customer.username,
      assurance: 'sca',
      methods: ['fed', 'otp'],
    });

    await page.goto(accountOf(harness));
    await send(page, 'unlink-login');
    await send(page, 'confirm-unlink-login');
    await expectStep(page, 'link-login');
    const again = await harness.application.begin({ prompt: 'login' });
    await page.goto(again.url);
    await send(page, 'linked-login');
    await followLink(page);
    ok((await errorOn(page)).includes('With this login you cannot sign in here.'), 'the login is refused');
    await expectStep(page, 'identify');
    return undefined;
  },
};

/** Inspects the pages of linked logins. */
export async function linkedLoginPages(
  harness: BrowserHarness,
  customer: Customer,
  inspector: Inspector,
): Promise<void> {
  await using browserUser = await harness.newBrowserUser({ ignoreHTTPSErrors: true });
  const { context, page } = browserUser;
  const account = accountOf(harness);
  await harness.loginProvider.signIn(context);
  await page.goto(account);
  await send(page, 'linked-login');
  await inspector.inspect(page, 'sign-in at another provider');
  await followLink(page);
  await inspector.inspect(page, 'login that is not linked');
  await signIn(harness, page, customer);
  await send(page, 'link-login');
  await inspector.inspect(page, 'login to be linked');
  await followLink(page);
  await expectStep(page, 'unlink-login');
  await inspector.inspect(page, 'account, with a linked login');
  await send(page, 'unlink-login');
  await inspector.inspect(page, 'login to be removed');
}
