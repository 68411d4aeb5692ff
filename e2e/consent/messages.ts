import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { signInAtBank } from '../harness/account-sign-in.ts';
import { navigate, send, timeoutMs } from '../harness/forms.ts';
import { inspectPage } from '../harness/page-inspection.ts';
import type { Payer, PaymentBank } from '../payment/payment-bank.ts';
import type { ConsentCheck } from './run.ts';

const file = '%PDF-1.7 of the contract';

interface Reader {
  readonly who: Payer;
  readonly page: Page;
  /** Address of the account. */
  readonly account: string;
}

/** Writes two messages to a customer, one of them with a file, and signs the customer in. */
async function openMailbox(bank: PaymentBank, page: Page, language = 'en'): Promise<Reader> {
  const who = await bank.payer({ language });
  await bank.desk.writeTo(who.party, { title: 'Your new contract', content: 'Hello,\n\nhere it is.', file });
  await bank.desk.writeTo(who.party, { title: 'Prices from January', content: '<h1>Prices</h1><p>3.90</p>' });
  const account = await signInAtBank({ bank, customer: who, page, codesBefore: 0 });
  return { who, page, account };
}

const mainOf = (page: Page): Promise<string> => page.locator('main').innerText();
const follow = (page: Page, name: string): Promise<void> =>
  navigate(page, () => page.getByRole('link', { name }).first().click());

export const messagesRead: ConsentCheck = {
  name: 'messages without script: a customer reads one, downloads its file, archives it and changes a notification',
  customers: 1,
  async run(bank) {
    await using user = await bank.openUser({ javaScriptEnabled: false });
    const { account, page } = await openMailbox(bank, user.page);
    ok((await mainOf(page)).includes('Unread messages: 2'));
    await follow(page, 'Show messages');
    equal(page.url(), `${account}/messages`);
    await follow(page, 'Your new contract');
    ok((await mainOf(page)).includes('here it is.'));
    const download = page.waitForEvent('download', { timeout: timeoutMs });
    await page.getByRole('link', { name: 'contract.pdf' }).click();
    const saved = await download;
    equal(saved.suggestedFilename(), 'contract.pdf');
    equal(await readFile(await saved.path(), 'utf8'), file);
    await send(page, 'archive');
    ok((await mainOf(page)).includes('The message is in the archive now.'));
    ok(!(await mainOf(page)).includes('Your new contract'));
    await follow(page, 'Archive');
    await follow(page, 'Your new contract');
    ok((await mainOf(page)).includes('This message is in the archive.'));

    await page.goto(account);
    ok((await mainOf(page)).includes('Unread messages: 1'));
    await follow(page, 'Choose notifications');
    await follow(page, 'Change Low balance');
    await page.locator('input[name="medium-mailbox"]').check();
    await page.locator('input[name="frequency"][value="P7D"]').check();
    await send(page, 'save-preference', { amount: 'a lot' });
    ok((await mainOf(page)).includes('This is not an amount we can use.'));
    await send(page, 'save-preference', { amount: '50' });
    const said = await mainOf(page);
    ok(said.includes('Your notifications were changed.'));
    ok(/Message on these pages · below EUR\s50\.00 · Once a week/v.test(said), said);
    return undefined;
  },
};

/** The pages of messages and notifications, each inspected, in one language. */
export function everyMessagePageIn(language: string): ConsentCheck {
  return {
    name: `every page of messages, light and dark, 320 px, in ${language}: no accessibility error`,
    customers: 1,
    async run(bank) {
      await using user = await bank.openUser({ locale: language });
      const { account, page } = await openMailbox(bank, user.page, language);
      const found: string[] = [];
      const look = async (name: string): Promise<void> =>
        void found.push(...(await inspectPage(page, `${language} messages ${name}`)));
      await look('1 account');
      await page.goto(`${account}/messages`);
      equal(await page.locator('html').getAttribute('lang'), language, 'language of the page');
      await look('2 list');
      for (const [index, title] of ['Your new contract', 'Prices from January'].entries()) {
        await page.goto(`${account}/messages`);
        await follow(page, title);
        await look(`${3 + index} message`);
      }
      await send(page, 'archive');
      await look('5 archived');
      await page.goto(`${account}/notifications`);
      await look('6 notifications');
      await page.goto(`${account}/notifications?group=low-balance`);
      await send(page, 'save-preference', { amount: 'x' });
      await look('7 notification');
      deepEqual(found, []);
      return '7 pages, 2 sizes, 2 schemes';
    },
  };
}
