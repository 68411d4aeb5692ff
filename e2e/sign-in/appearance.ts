import { equal } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type BrowserHarness, codeAfter, giveName, signIn } from '../harness/browser-harness.ts';
import type { Check } from '../harness/check.ts';
import type { Customer } from '../harness/customers.ts';
import { formOf, send } from '../harness/forms.ts';
import { bank } from '../harness/product.ts';
import { giveDevice, leadOf, offersNothing } from './factors.ts';
import { createInspector, type Inspector } from './inspection.ts';
import { temporaryPattern } from './recovery.ts';
import { createShots } from './shots.ts';

/** One walk through some pages; what it meets is looked at on the way. */
interface Walk {
  readonly stage: BrowserHarness;
  readonly page: Page;
  readonly customer: Customer;
  readonly inspector: Inspector;
}

export const allLooks: Check = {
  name: 'every page in every language, light and dark, wide and narrow, without a fault of accessibility',
  cast: ['app', 'app', 'app', 'texts', 'texts', 'texts'],
  async run(stage, ...cast) {
    const shots = createShots(process.env['SHEET']);
    const inspector = createInspector(stage.scale, shots);
    const walks = [entry, endings, account, recovery, stepUp, noFactor, texts, tooSoon];
    const order = [cast[0], cast[0], cast[1], cast[2], cast[2], cast[3], cast[4], cast[5]];
    for (const [index, walk] of walks.entries()) {
      await using visitor = await stage.visitor();
      await walk({ stage, page: visitor.page, customer: leadOf([order[index]]), inspector });
    }
    const pictures = await shots.save(stage.browser);
    equal(inspector.faults.join('\n      '), '', 'faults of pages');
    const { looks, states } = inspector.counts;
    return `${states} states, ${looks} looks${pictures === 0 ? '' : `, ${pictures} pictures`}`;
  },
};

async function begin({ page, stage }: Walk, asked?: Readonly<Record<string, string>>): Promise<void> {
  await page.goto((await stage.application.begin(asked)).url);
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
  const { inspector, page, stage } = walk;
  await begin(walk);
  await send(page, 'identify', { username: 'somebody.else' });
  for (let tries = 1; tries < 5; tries += 1) await send(page, 'password', { password: `a guess ${tries}` });
  await inspector.inspect(page, 'password, last try');
  await send(page, 'password', { password: 'a last guess' });
  await inspector.inspect(page, 'locked');
  await send(page, 'other-user');
  await send(page, 'forgot-username');
  await inspector.inspect(page, 'user name forgotten');
  await send(page, 'send-username', { contact: 'somebody.else@example.org' });
  await inspector.inspect(page, 'user name sent');
  const server = `${stage.product.front.bankUrl}/oauth/${bank}`;
  const strange = `${server}/interaction/${'x'.repeat(43)}`;
  await inspector.inspect(page, 'sign-in over', { again: spoken(page, strange) });
  const faulty = `${server}/auth?client_id=nobody&request_uri=urn:ietf:params:oauth:request_uri:none`;
  await inspector.inspect(page, 'request refused', { again: spoken(page, faulty) });
}

/** A page without links to other languages speaks the one that was chosen before. */
function spoken(page: Page, address: string): (language: string) => Promise<void> {
  return async (language) => {
    await page.context().addCookies([{ name: 'portico-language', value: language, url: address }]);
    await page.goto(address);
  };
}

/** Pages that come as the answer to a form are asked for again in each language. */
async function account(walk: Walk): Promise<void> {
  const { customer, inspector, page, stage } = walk;
  await page.addInitScript(offersNothing);
  await giveDevice(page);
  const address = `${stage.product.front.bankUrl}/account/${bank}`;
  const anew =
    (step: string) =>
    async (language: string): Promise<void> => {
      await page.goto(`${address}?lang=${language}`);
      await send(page, step);
    };
  await page.goto(address);
  await inspector.inspect(page, 'user name, at the bank');
  await signIn(stage, page, customer);
  await send(page, 'add-passkey');
  await inspector.inspect(page, 'new passkey', { again: anew('add-passkey') });
  await send(page, 'save-passkey', { name: 'Mein Telefon' });
  await inspector.inspect(page, 'account');
  await send(page, 'remove-passkey');
  await inspector.inspect(page, 'passkey to be removed', { again: anew('remove-passkey') });
  await begin(walk);
  await giveName(page, customer);
  await inspector.inspect(page, 'passkey as second factor');
  // Shown once, in the language that was chosen before.
  await page.goto(`${address}?lang=de`);
  await send(page, 'sign-out');
  await inspector.inspect(page, 'signed out', { only: 'de' });
}

async function recovery(walk: Walk): Promise<void> {
  const { customer, inspector, page, stage } = walk;
  await page.goto(`${stage.product.front.bankUrl}/account/${bank}/reset`);
  await inspector.inspect(page, 'reset, at the bank');
  await begin(walk);
  await send(page, 'forgot-password');
  await inspector.inspect(page, 'password forgotten');
  await send(page, 'send-reset', { username: customer.username });
  await inspector.inspect(page, 'temporary password');
  await send(page, 'temporary-password', { 'temporary-password': 'abcdefghjkmnpqrstuvw' });
  await inspector.inspect(page, 'temporary password, wrong');
  const temporary = await stage.product.stubs.mailed(customer.email, temporaryPattern);
  await send(page, 'temporary-password', { 'temporary-password': temporary });
  await send(page, 'code', { code: (await customer.app?.code()) ?? '' });
  await inspector.inspect(page, 'new password');
  await send(page, 'new-password', { 'new-password': 'short', 'repeat-password': 'other' });
  await inspector.inspect(page, 'new password, faulty');
}

/** Asked for by an application that was content with a password before. */
async function stepUp(walk: Walk): Promise<void> {
  const { customer, inspector, page } = walk;
  await begin(walk, { acr_values: '1fa' });
  await giveName(page, customer);
  await send(page, 'agree');
  await begin(walk, { acr_values: 'sca' });
  await inspector.inspect(page, 'choice of the second factor');
}

async function texts(walk: Walk): Promise<void> {
  const { customer, inspector, page, stage } = walk;
  await begin(walk);
  await codeAfter(stage, customer, () => giveName(page, customer));
  await inspector.inspect(page, 'code of a text message');
}

/** Within half a minute no second message is sent to anybody. */
async function tooSoon(walk: Walk): Promise<void> {
  const { customer, inspector, page, stage } = walk;
  await begin(walk);
  await codeAfter(stage, customer, () => giveName(page, customer));
  await send(page, 'resend');
  await inspector.inspect(page, 'a new code, too soon');
}

async function noFactor(walk: Walk): Promise<void> {
  const { customer, inspector, page, stage } = walk;
  // As after a change of the phone number, which nobody confirms anything with for a day.
  await stage.product.instance.database.query(
    `update identity.user_account set phone_cools_until = now() + interval '1 day' where username = $1`,
    [customer.username],
  );
  await begin(walk);
  await giveName(page, customer);
  await formOf(page, 'other-user').waitFor();
  await inspector.inspect(page, 'no second factor');
}
