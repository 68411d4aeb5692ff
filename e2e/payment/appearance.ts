import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { arrive, enterCode, enterPassword, press } from '../harness/approval-steps.ts';
import { inspectPage } from '../harness/page-inspection.ts';
import { expectBackAtShop } from './approve.ts';
import { noticeTo } from './notices.ts';
import { initiate, usualCents } from './payment.ts';
import type { PaymentBank } from './payment-bank.ts';
import type { PaymentCheck } from './run.ts';
import { payAtShop, paymentOn } from './shop.ts';

/** A payment from the shop to the e-mail, each page inspected, in one language. */
export function everyPageIn(language: string): PaymentCheck {
  return {
    name: `every page of a payment and its e-mail, light and dark, 320 px, in ${language}: no accessibility error`,
    customers: 1,
    async run(bank) {
      const customer = await bank.payer({ language });
      // The only account would not have to be chosen.
      await bank.ledger.open(customer.party.customerNumber, 0n, 'Household');
      await using user = await bank.openUser({ locale: language });
      const { page } = user;
      const visited = { bank, customer, page };
      const found: string[] = [];
      const look = async (name: string, except: readonly string[] = []): Promise<void> =>
        void found.push(...(await inspectPage(page, `${language} ${name}`, except)));
      await payAtShop(bank, page, () => look('1 shop'));
      equal(await page.locator('html').getAttribute('lang'), language, 'language of the page');
      await look('2 name');
      await press(page, 'identify', { name: customer.username });
      await look('3 password');
      await enterPassword(visited);
      await look('4 account');
      await press(page, 'accounts', { account: customer.account.accountId });
      await look('5 review');
      await enterCode(visited);
      const payment = await paymentOn(bank, page);
      await payment.become('ACSC');
      await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
      await look('6 paid');
      await showMail(bank, page, customer.party.email);
      equal(await page.locator('html').getAttribute('lang'), language, 'language of the e-mail');
      // The heading of an e-mail is its subject, which mail programs show.
      await look('7 mail', ['page-has-heading-one']);
      deepEqual(found, []);
      return '7 pages, 2 sizes, 2 schemes';
    },
  };
}

/** Shows an e-mail as a mail program would: its page, and nothing that it could load. */
async function showMail({ product }: PaymentBank, page: Page, email: string): Promise<void> {
  const html = await product.stubs.mailed(email, /(<!doctype html>[^]*<\/html>)/i);
  await page.goto('about:blank');
  await page.setContent(html);
}

export const scriptOff: PaymentCheck = {
  name: 'a payment is approved without script',
  customers: 1,
  async run(bank) {
    const customer = await bank.payer();
    const payment = await initiate(bank, customer);
    await using user = await bank.openUser({ javaScriptEnabled: false });
    const { page } = user;
    await arrive(page, payment.shop);
    await enterPassword({ bank, customer, page });
    await enterCode({ bank, customer, page });
    expectBackAtShop(page);
    await payment.become('ACSC');
    await payment.expectMoved(usualCents);
    ok((await noticeTo(bank, customer)).includes('was executed'));
    return undefined;
  },
};
