import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { enterCode, enterPassword, press } from '../harness/approval-steps.ts';
import { navigate } from '../harness/forms.ts';
import { noticeTo } from './notices.ts';
import { type PaymentAtBank, paymentAt, usualCents, watchMoney } from './payment.ts';
import type { PaymentBank } from './payment-bank.ts';
import type { PaymentCheck } from './run.ts';

/** Goes from the page of the example to the page of the bank, as a customer does. */
export async function payAtShop(
  { shop }: PaymentBank,
  page: Page,
  look: () => Promise<void> = async () => undefined,
): Promise<void> {
  await page.goto(shop.url);
  equal(await page.locator('h1').innerText(), 'Pay Acme 12.50');
  await look();
  await navigate(page, () => page.getByRole('button', { name: 'Pay €12.50' }).click());
}

/** Returns the payment that the page of the example names. */
export async function paymentOn(bank: PaymentBank, page: Page): Promise<PaymentAtBank> {
  ok(page.url().startsWith(`${bank.shop.url}/orders/`), `back at the shop, not at ${page.url()}`);
  const text = await page.locator('main').innerText();
  const [, paymentId = ''] = /([0-9a-f-]{36})/.exec(text) ?? [];
  match(paymentId, /./, text);
  return paymentAt(bank, `/v1/payments/sepa-credit-transfers/${paymentId}`);
}

export const paidAtShop: PaymentCheck = {
  name: 'a customer pays at a shop, picks an account and approves at the bank: the shop says that it is paid',
  customers: 1,
  async run(bank) {
    const customer = await bank.payer();
    const other = await bank.ledger.open(customer.party.customerNumber, 5_000n, 'Household');
    const expectMoved = await watchMoney(bank, other, bank.shop.account);
    await using user = await bank.openUser();
    const { page } = user;
    await payAtShop(bank, page);
    await press(page, 'identify', { name: customer.username });
    await enterPassword({ bank, customer, page });
    const offered = await page.locator('main').innerText();
    for (const { iban } of [customer.account, other])
      ok(offered.includes(grouped(iban)), `the page offers ${iban}`);
    await press(page, 'accounts', { account: other.accountId });
    const order = await page.locator('main').innerText();
    for (const part of ['€12.50', 'Acme GmbH', grouped(bank.shop.account.iban), grouped(other.iban)])
      ok(order.includes(part), `the page shows ${part}`);
    await expectMoved(0n);
    await enterCode({ bank, customer, page });
    const payment = await paymentOn(bank, page);
    await payment.become('ACSC');
    await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
    await expectMoved(usualCents);
    equal((await bank.ledger.balanceOf(customer.account)).booked, 100_000n);
    equal(await noticeTo(bank, customer), 'Your payment of €12.50 to Acme GmbH was executed.');
    return undefined;
  },
};

/** Returns an IBAN in groups of four, as pages show it. */
function grouped(iban: string): string {
  return iban.replaceAll(/(.{4})(?=.)/g, '$1 ');
}

export const cancelledAtShop: PaymentCheck = {
  name: 'a customer cancels at the bank: the shop says so, and nothing moves',
  customers: 1,
  async run(bank) {
    const customer = await bank.payer();
    const expectMoved = await watchMoney(bank, customer.account, bank.shop.account);
    await using user = await bank.openUser();
    const { page } = user;
    await payAtShop(bank, page);
    await press(page, 'identify', { name: customer.username });
    await enterPassword({ bank, customer, page });
    await press(page, 'cancel');
    equal(await page.locator('h1').innerText(), 'Not approved');
    ok(new URL(page.url()).pathname.endsWith('/not-approved'), page.url());
    const payment = await paymentOn(bank, page);
    // Another attempt is possible until its time is over, or until the third party gives up.
    equal(await payment.status(), 'RCVD');
    await bank.send({ method: 'DELETE', path: payment.path });
    equal(await payment.status(), 'CANC');
    await expectMoved(0n);
    deepEqual(await bank.desk.messagesOf(customer.party), []);
    return undefined;
  },
};
