import { equal } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type BrowserHarness, codeAfter, signIn, submitPassword } from '../harness/browser-harness.ts';
import type { Check } from '../harness/check.ts';
import type { Customer } from '../harness/customers.ts';
import { formOf, send } from '../harness/forms.ts';
import { bank } from '../harness/product.ts';
import { addVirtualAuthenticator, withoutAutofill } from '../harness/virtual-authenticator.ts';
import { firstOf } from './factors.ts';
import { createInspector, type Inspector } from './inspection.ts';
import { linkedLoginPages } from './linked-logins.ts';
import { temporaryPattern } from './recovery.ts';
import { createShots } from './shots.ts';

/** A walk through some pages that inspects each of them. */
interface Walk {
  readonly harness: BrowserHarness;
  readonly page: Page;
  readonly customer: Customer;
  readonly inspector: Inspector;
}

export const allViews: Check = {
  name: 'every page in every language, light and dark, wide and narrow, has no accessibility error',
  customers: ['app', 'app', 'app', 'app', 'texts', 'texts', 'texts'],
  async run(harness, ...customers) {
    const shots = createShots(process.env['SHEET']);
    const inspector = createInspector(harness.scale, shots);
    const walks = [entry, endings, account, recovery, stepUp, noFactor, texts, tooSoon];
    const order = [
      customers[0],
      customers[0],
      customers[1],
      customers[2],
      customers[2],
      customers[4],
      customers[5],
      customers[6],
    ];
    for (const [index, walk] of walks.entries()) {
      await using browserUser = await harness.newBrowserUser();
      await walk({ harness, page: browserUser.page, customer: firstOf([order[index]]), inspector });
    }
    await linkedLoginPages(harness, firstOf([customers[3]]), inspector);
    const pictures = await shots.save(harness.browser);
    equal(inspector.errors.join('\n      '), '', 'page errors');
    const { views, states } = inspector.counts;
    return `${states} states, ${views} views${pictures === 0 ? '' : `, ${pictures} pictures`}`;
  },
};

async function begin({ page, harness }: Walk, parameters?: Readonly<Record<string, string>>): Promise<void> {
  await page.goto((await harness.application.begin(parameters)).url);
}

async function entry(walk: Walk): Promise<void> {
  const { customer, inspector, page } = walk;
  await begin(walk);
  await inspector.inspect(page, 'user name');
  await send(page, 'identify', { username: customer.username });
  await inspector.inspect(page, 'password');
  await send(page, 'password', { password: 'not the right one' });
  await inspector.inspect(page, 'password, wrong');
  await send(page, 'password', { password: customer.password });
  await inspector.inspect(page, 'code of an app');
  await send(page, 'code', { code: '000000' });
  await inspector.inspect(page, 'code, wrong');
  await send(page, 'code', { code: (await customer.app?.code()) ?? '' });
  await inspector.inspect(page, 'consent');
}

async function endings(walk: Walk): Promise<void> {
  const { inspector, page, harness } = walk;
  await begin(walk);
  await send(page, 'identify', { username: 'unknown.user' });
  for (let tries = 1; tries < 5; tries += 1) await send(page, 'password', { password: `a guess ${tries}` });
  await inspector.inspect(page, 'password, last try');
  await send(page, 'password', { password: 'a last guess' });
  await inspector.inspect(page, 'locked');
  await send(page, 'other-user');
  await send(page, 'forgot-username');
  await inspector.inspect(page, 'user name forgotten');
  await send(page, 'send-username', { contact: 'unknown.user@example.org' });
  await inspector.inspect(page, 'user name sent');
  const server = `${harness.product.proxy.bankUrl}/oauth/${bank}`;
  const unknownSignIn = `${server}/interaction/${'x'.repeat(43)}`;
  await inspector.inspect(page, 'sign-in over', { again: inChosenLanguage(page, unknownSignIn) });
  const invalidRequest = `${server}/auth?client_id=unknown&request_uri=urn:ietf:params:oauth:request_uri:none`;
  await inspector.inspect(page, 'request refused', { again: inChosenLanguage(page, invalidRequest) });
  const wrongAddress = `${harness.product.proxy.bankUrl}/account/${bank}/nothing`;
  await inspector.inspect(page, 'wrong address', { again: inChosenLanguage(page, wrongAddress) });
}

/** Opens a page without language links, in the language of the cookie. */
function inChosenLanguage(page: Page, address: string): (language: string) => Promise<void> {
  return async (language) => {
    await page.context().addCookies([{ name: 'portico-language', value: language, url: address }]);
    await page.goto(address);
  };
}

/** Inspects the account pages; those that respond to a form are requested again in each language. */
async function account(walk: Walk): Promise<void> {
  const { customer, inspector, page, harness } = walk;
  await page.addInitScript(withoutAutofill);
  await addVirtualAuthenticator(page);
  const address = `${harness.product.proxy.bankUrl}/account/${bank}`;
  const repeat =
    (step: string) =>
    async (language: string): Promise<void> => {
      await page.goto(`${address}?lang=${language}`);
      await send(page, step);
    };
  await page.goto(address);
  await inspector.inspect(page, 'user name, at the bank');
  await signIn(harness, page, customer);
  await send(page, 'add-passkey');
  await inspector.inspect(page, 'new passkey', { again: repeat('add-passkey') });
  await send(page, 'save-passkey', { name: 'Mein Telefon' });
  await inspector.inspect(page, 'account');
  await send(page, 'remove-passkey');
  await inspector.inspect(page, 'passkey to be removed', { again: repeat('remove-passkey') });
  for (const [query, state] of [
    ['change-password', 'new password, signed in'],
    ['change-contact&contact=email', 'new e-mail address'],
    ['change-contact&contact=phone', 'new phone number'],
    ['choose-picture', 'choice of the picture'],
  ] as const) {
    await page.goto(`${address}?show=${query}`);
    await inspector.inspect(page, state);
  }
  await page.goto(`${address}?show=change-password`);
  await send(page, 'save-password', {
    'current-password': 'no',
    'new-password': 'no',
    'repeat-password': 'no',
  });
  await inspector.inspect(page, 'new password, signed in, wrong', { only: 'en' });
  await page.goto(`${address}?show=change-contact&contact=email`);
  await send(page, 'send-contact-code', { value: `new.${customer.email}` });
  await inspector.inspect(page, 'code of a new e-mail address');
  await page.goto(address);
  await inspector.inspect(page, 'account, with a contact that waits');
  await send(page, 'remove-browser');
  await inspector.inspect(page, 'browser to be removed');
  await page.goto(address);
  await begin(walk);
  await submitPassword(page, customer);
  await inspector.inspect(page, 'passkey as second factor');
  // The page appears once, in the language of the cookie.
  await page.goto(`${address}?lang=de`);
  await send(page, 'sign-out');
  await inspector.inspect(page, 'signed out', { only: 'de' });
}

async function recovery(walk: Walk): Promise<void> {
  const { customer, inspector, page, harness } = walk;
  await page.goto(`${harness.product.proxy.bankUrl}/account/${bank}/reset`);
  await inspector.inspect(page, 'reset, at the bank');
  await begin(walk);
  await send(page, 'forgot-password');
  await inspector.inspect(page, 'password forgotten');
  await send(page, 'send-reset', { username: customer.username });
  await inspector.inspect(page, 'temporary password');
  await send(page, 'temporary-password', { 'temporary-password': 'abcdefghjkmnpqrstuvw' });
  await inspector.inspect(page, 'temporary password, wrong');
  const temporary = await harness.product.stubs.mailed(customer.email, temporaryPattern);
  await send(page, 'temporary-password', { 'temporary-password': temporary });
  await send(page, 'code', { code: (await customer.app?.code()) ?? '' });
  await inspector.inspect(page, 'new password');
  await send(page, 'new-password', { 'new-password': 'short', 'repeat-password': 'other' });
  await inspector.inspect(page, 'new password, faulty');
}

/** An application requires step-up after a sign-in with a password only. */
async function stepUp(walk: Walk): Promise<void> {
  const { customer, inspector, page } = walk;
  await begin(walk, { acr_values: '1fa' });
  await submitPassword(page, customer);
  await send(page, 'agree');
  await begin(walk, { acr_values: 'sca' });
  await inspector.inspect(page, 'choice of the second factor');
}

async function texts(walk: Walk): Promise<void> {
  const { customer, inspector, page, harness } = walk;
  await begin(walk);
  await codeAfter(harness, customer, () => submitPassword(page, customer));
  await inspector.inspect(page, 'code of a text message');
}

/** The product sends no second message within half a minute. */
async function tooSoon(walk: Walk): Promise<void> {
  const { customer, inspector, page, harness } = walk;
  await begin(walk);
  await codeAfter(harness, customer, () => submitPassword(page, customer));
  await send(page, 'resend');
  await inspector.inspect(page, 'a new code, too soon');
}

async function noFactor(walk: Walk): Promise<void> {
  const { customer, inspector, page, harness } = walk;
  // Same state as after a change of the phone number, which cannot confirm anything during the cooling-off period.
  await harness.product.instance.database.query(
    `update identity.user_account set phone_cooling_off_until = now() + interval '1 day' where username = $1`,
    [customer.username],
  );
  await begin(walk);
  await submitPassword(page, customer);
  await formOf(page, 'other-user').waitFor();
  await inspector.inspect(page, 'no second factor');
}
