import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { signInAtBank } from '../harness/account-sign-in.ts';
import { navigate, send, timeoutMs } from '../harness/forms.ts';
import { inspectPage } from '../harness/page-inspection.ts';
import type { PaymentBank } from '../payment/payment-bank.ts';
import type { ConsentCheck } from './run.ts';

const file = '%PDF-1.7 of the tender';

interface Proxy {
  readonly page: Page;
  /** Address of the account. */
  readonly account: string;
  readonly organization: string;
  readonly endMandate: () => Promise<void>;
}

/** A customer with a mandate for an organization, which has a message; both have the same title and another text. */
async function signInProxy(bank: PaymentBank, page: Page, language = 'en'): Promise<Proxy> {
  const who = await bank.payer({ language });
  const { desk } = bank;
  const organization = await desk.registerOrganization('Bäckerei Morgenrot & Töchter GmbH');
  await desk.grantMandate(organization, who.party);
  await desk.writeTo(who.party, { title: 'Prices from January', content: 'For you.' });
  await desk.writeTo({ customerNumber: organization }, { title: 'Your tender', content: 'For all.', file });
  const account = await signInAtBank({ bank, customer: who, page, codesBefore: 0 });
  return { page, account, organization, endMandate: () => desk.endMandates(organization) };
}

const mainOf = (page: Page): Promise<string> => page.locator('main').innerText();
const follow = (page: Page, name: string): Promise<void> =>
  navigate(page, () => page.getByRole('link', { name }).first().click());

export const organizationMessages: ConsentCheck = {
  name: 'messages of an organization without script: read, downloaded and archived by its proxy, until the mandate ends',
  customers: 1,
  async run(bank) {
    await using user = await bank.openUser({ javaScriptEnabled: false });
    const { account, endMandate, organization, page } = await signInProxy(bank, user.page);
    equal((await mainOf(page)).match(/Unread messages: 1/g)?.length, 2, 'counts of both mailboxes');
    await follow(page, 'Show messages');
    ok(!(await mainOf(page)).includes('Your tender'), 'the own mailbox has own messages only');
    await follow(page, 'Bäckerei Morgenrot');
    ok(!(await mainOf(page)).includes('Prices from January'), 'and that of the organization only its own');
    await follow(page, 'Your tender');
    ok((await mainOf(page)).includes('For Bäckerei Morgenrot'));
    const download = page.waitForEvent('download', { timeout: timeoutMs });
    await page.getByRole('link', { name: 'contract.pdf' }).click();
    equal(await readFile(await (await download).path(), 'utf8'), file);
    await send(page, 'archive');
    ok((await mainOf(page)).includes('The message is in the archive now.'));
    await follow(page, 'Archive');
    await follow(page, 'Your tender');
    ok((await mainOf(page)).includes('This message is in the archive.'));
    const address = page.url();
    equal(new URL(address).searchParams.get('for'), organization);
    await endMandate();
    await page.goto(address);
    ok((await mainOf(page)).includes('We do not know this message'), 'at the next request');
    await page.goto(account);
    ok(!(await mainOf(page)).includes('Bäckerei'));
    return undefined;
  },
};

/** The pages of the mailbox of an organization, each inspected, in one language. */
export function everyOrganizationPageIn(language: string): ConsentCheck {
  return {
    name: `every page of messages of an organization, light and dark, 320 px, in ${language}: no accessibility error`,
    customers: 1,
    async run(bank) {
      await using user = await bank.openUser({ locale: language });
      const { account, organization, page } = await signInProxy(bank, user.page, language);
      const found: string[] = [];
      const look = async (name: string): Promise<void> =>
        void found.push(...(await inspectPage(page, `${language} organization ${name}`)));
      await look('1 account');
      await page.goto(`${account}/messages`);
      await look('2 own list');
      await page.goto(`${account}/messages?for=${organization}`);
      await look('3 list');
      await follow(page, 'Your tender');
      await look('4 message');
      await page.goto(`${account}/notifications?for=${organization}`);
      await look('5 notifications');
      await page.goto(`${account}/notifications?for=${organization}&group=low-balance`);
      await look('6 notification');
      deepEqual(found, []);
      return '6 pages, 2 sizes, 2 schemes';
    },
  };
}
