import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../../bench/harness/processes.ts';
import { chooseText, signInAtBank } from '../harness/account-sign-in.ts';
import { navigate, send } from '../harness/forms.ts';
import type { PaymentBank } from '../payment/payment-bank.ts';
import type { ConsentAtBank } from './consent.ts';
import { connect, grouped, type Sharer, sharer } from './example.ts';
import type { ConsentCheck } from './run.ts';

/** A customer who is signed in at the bank, and a third party that has access. */
export interface Dashboard {
  readonly who: Sharer;
  readonly page: Page;
  readonly consent: ConsentAtBank;
  /** Addresses of the list and of the one access in it. */
  readonly list: string;
  readonly detail: string;
}

/** Gives the example access, and signs in at the bank with a text message; the page then shows the account. */
export async function openDashboard(bank: PaymentBank, page: Page, language = 'en'): Promise<Dashboard> {
  const who = await sharer(bank, language);
  const consent = await connect(bank, who, page);
  const account = await signInAtBank({ bank, customer: who.customer, page, codesBefore: 1 });
  const list = `${account}/access`;
  return {
    who,
    page,
    consent,
    list,
    detail: `${list}/${consent.path.slice(consent.path.lastIndexOf('/') + 1)}`,
  };
}

/** Waits until the page shows the day of a read: the product saves it within seconds. */
export async function expectReadDay(page: Page, detail: string): Promise<void> {
  await until(async () => {
    await page.goto(detail);
    return (await page.locator('.days li').count()) === 1;
  }, 'the day of the first read');
}

export const withdrawnAndGivenAgain: ConsentCheck = {
  name: 'a customer sees who has access, withdraws it in one step and gives it again with a second factor; the third party reads accordingly',
  customers: 1,
  async run(bank) {
    await using user = await bank.openUser();
    const { page } = user;
    const { consent, detail, list, who } = await openDashboard(bank, page);
    const ibans = who.shared.map(({ iban }) => iban).toSorted();
    await navigate(page, () => page.getByRole('link', { name: 'Show who has access' }).click());
    equal(page.url(), list);
    await navigate(page, () => page.getByRole('link', { name: 'Test TPP A B.V.' }).click());
    equal(page.url(), detail);
    await expectReadDay(page, detail);
    await expectFacts(page, who);
    await send(page, 'withdraw');
    deepEqual(await consent.readIbans(), ibans, 'a question changes nothing');
    await send(page, 'confirm-withdraw');
    await consent.expectRefused('CONSENT_INVALID');
    equal(await consent.status(), 'revokedByPsu');
    await page.goto(list);
    ok(!(await page.locator('main').innerText()).includes('Test TPP A'), 'no access any more');
    await navigate(page, () => page.getByRole('link', { name: 'Ended access' }).click());
    await navigate(page, () => page.getByRole('link', { name: 'Test TPP A B.V.' }).click());
    await send(page, 're-establish');
    await send(page, 'confirm-re-establish');
    await consent.expectRefused('CONSENT_INVALID');
    await chooseText(page);
    await send(page, 'code', { code: await bank.code(who.customer.phone, 2) });
    equal(page.url(), `${detail}?said=re-established`);
    equal(await consent.status(), 'valid');
    deepEqual(await consent.readIbans(), ibans);
    return undefined;
  },
};

/** The page says what the third party reads, until when, and when it did. */
async function expectFacts(page: Page, { other, shared }: Sharer): Promise<void> {
  const said = await page.locator('main').innerText();
  const parts = ['Has access', 'Balances', 'Transactions', 'Valid until', 'while you used its service'];
  for (const part of [...parts, ...shared.map(({ iban }) => grouped(iban))])
    ok(said.includes(part), `${part} in ${said}`);
  ok(!said.includes(grouped(other.iban)), 'the account that is not shared');
}
