import { equal, ok } from 'node:assert/strict';
import { registerApplication } from '../harness/application.ts';
import { type BrowserHarness, signIn } from '../harness/browser-harness.ts';
import type { Check } from '../harness/check.ts';
import { errorOn, expectStep, navigate, send } from '../harness/forms.ts';
import { bank } from '../harness/product.ts';
import { firstOf } from './factors.ts';

const failuresMax = 5;

export const lockout: Check = {
  name: 'wrong passwords: the same texts for known and unknown users, a lockout with a time, and a known browser can still sign in',
  customers: ['app'],
  async run(harness, ...customers) {
    const customer = firstOf(customers);
    await using known = await harness.newBrowserUser();
    const first = await harness.application.begin();
    await known.page.goto(first.url);
    await signIn(harness, known.page, customer);
    await send(known.page, 'agree');
    await harness.application.finish(known.page, first);

    const forKnownUser = await wrongTries(harness, customer.username);
    const forUnknownUser = await wrongTries(harness, `unknown.${customer.username}`);
    // Only the reference differs between the pages.
    equal(
      forKnownUser.join('\n'),
      forUnknownUser.join('\n'),
      'unknown and known users get the same responses',
    );
    ok(!(forKnownUser[0] ?? '').includes('Tries left'), 'the first failure shows no counter');
    ok((forKnownUser[3] ?? '').includes('Tries left: 1'), 'the page warns before the last try');

    const again = await harness.application.begin({ prompt: 'login' });
    await known.page.goto(again.url);
    await signIn(harness, known.page, customer);
    if ((await known.page.locator('input[value="agree"]').count()) > 0) await send(known.page, 'agree');
    equal((await harness.application.finish(known.page, again)).username, customer.username);
    return undefined;
  },
};

/** Returns the error texts for wrong passwords until the lockout. */
async function wrongTries(harness: BrowserHarness, username: string): Promise<readonly string[]> {
  await using browserUser = await harness.newBrowserUser();
  const { page } = browserUser;
  const started = await harness.application.begin();
  await page.goto(started.url);
  await send(page, 'identify', { username });
  const errors: string[] = [];
  for (let tries = 1; tries < failuresMax; tries += 1) {
    await send(page, 'password', { password: `not the right one ${tries}` });
    errors.push((await errorOn(page)).replace(/Reference \w+\./, ''));
  }
  await send(page, 'password', { password: 'not the right one at all' });
  const locked = await page.locator('main').innerText();
  ok(locked.includes('Sign-in is locked'), 'five wrong tries lock the sign-in');
  ok(/You can try again from .*[0-9]{2}:[0-9]{2}/.test(locked), 'the page shows the end of the lockout');
  return [...errors, locked.replaceAll(/[0-9]{1,2}:[0-9]{2}/g, 'TIME')];
}

export const cancelled: Check = {
  name: 'cancel and refusal return to the application; a consent is requested again only with prompt=consent',
  customers: ['app'],
  async run(harness, ...customers) {
    await using browserUser = await harness.newBrowserUser();
    const { page } = browserUser;
    const early = await harness.application.begin();
    await page.goto(early.url);
    await send(page, 'cancel');
    equal(await harness.application.errorOf(page, early), 'access_denied');
    const late = await harness.application.begin();
    await page.goto(late.url);
    await signIn(harness, page, firstOf(customers));
    await send(page, 'cancel');
    equal(await harness.application.errorOf(page, late), 'access_denied');
    const agreed = await harness.application.begin();
    await page.goto(agreed.url);
    await send(page, 'agree');
    await harness.application.finish(page, agreed);
    const quiet = await harness.application.begin();
    await page.goto(quiet.url);
    await harness.application.finish(page, quiet);
    const asking = await harness.application.begin({ prompt: 'consent' });
    await page.goto(asking.url);
    await expectStep(page, 'agree');
    await send(page, 'agree');
    await harness.application.finish(page, asking);
    return undefined;
  },
};

export const signOut: Check = {
  name: 'sign-out: in this browser, and in all others',
  customers: ['app'],
  async run(harness, ...customers) {
    const customer = firstOf(customers);
    await using elsewhere = await harness.newBrowserUser();
    const started = await harness.application.begin();
    await elsewhere.page.goto(started.url);
    await signIn(harness, elsewhere.page, customer);
    await send(elsewhere.page, 'agree');
    await harness.application.finish(elsewhere.page, started);

    await using here = await harness.newBrowserUser();
    const { page } = here;
    const account = `${harness.product.proxy.bankUrl}/account/${bank}`;
    await page.goto(account);
    await signIn(harness, page, customer);
    ok((await page.locator('main').innerText()).includes('Example App'), 'the page lists the sessions');
    await send(page, 'sign-out-elsewhere');
    ok((await page.locator('.notice[role="status"]').innerText()).includes('signed out everywhere else'));
    const next = await harness.application.begin();
    await elsewhere.page.goto(next.url);
    await expectStep(elsewhere.page, 'identify');
    await send(page, 'sign-out');
    ok((await page.locator('h1').innerText()).includes('signed out'));
    await page.goto(account);
    await expectStep(page, 'identify');
    // Chromium shows its own page for an uncached form submission.
    await page.goBack().catch(() => undefined);
    ok(
      !(await page.locator('body').innerText()).includes('You are signed in as'),
      'the browser has not cached the page',
    );
    return undefined;
  },
};

export const signOutByApplication: Check = {
  name: 'sign-out by an application: one confirmation, then the session ends',
  customers: ['app'],
  async run(harness, ...customers) {
    await using browserUser = await harness.newBrowserUser();
    const { page } = browserUser;
    const started = await harness.application.begin();
    await page.goto(started.url);
    await signIn(harness, page, firstOf(customers));
    await send(page, 'agree');
    await harness.application.finish(page, started);
    await page.goto(`${harness.product.proxy.bankUrl}${await endSessionPath(harness)}`);
    await navigate(page, () => page.locator('button[name="logout"]').click());
    const next = await harness.application.begin();
    await page.goto(next.url);
    await expectStep(page, 'identify');
    return undefined;
  },
};

/** Returns the path of the end-session endpoint from the discovery document. */
async function endSessionPath({ product }: BrowserHarness): Promise<string> {
  const response = await product.call(`/oauth/${bank}/.well-known/openid-configuration`, {});
  const metadata: Readonly<Record<string, unknown>> = JSON.parse(await response.text());
  return new URL(String(metadata['end_session_endpoint'])).pathname;
}

export const hostileName: Check = {
  name: 'a script in the name of an application is text',
  customers: [],
  async run(harness) {
    const name = '<script>alert(1)</script><b>Evil & Sons "Ltd"</b>';
    const application = await registerApplication(harness.product, name);
    await using browserUser = await harness.newBrowserUser();
    const { page } = browserUser;
    let dialogs = 0;
    page.on('dialog', (dialog) => {
      dialogs += 1;
      void dialog.dismiss();
    });
    const started = await application.begin();
    await page.goto(started.url);
    ok((await page.locator('main').innerText()).includes(name), 'the page shows the name literally');
    equal(await page.locator('main script, main b').count(), 0, 'the name adds no element to the page');
    equal(dialogs, 0);
    return undefined;
  },
};
