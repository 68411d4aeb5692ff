import { deepEqual, equal } from 'node:assert/strict';
import { enterCode, enterPassword, press } from '../harness/approval-steps.ts';
import { startExampleShop } from '../harness/example-shop.ts';
import { navigate } from '../harness/forms.ts';
import { inspectPage } from '../harness/page-inspection.ts';
import { paymentAt, usualCents, watchMoney } from '../payment/payment.ts';
import type { PayeeBankCheck } from './payee-bank.ts';

export const atShop: PayeeBankCheck = {
  name: 'a customer is told of a close match at the shop, confirms it, and approves it at the bank',
  customers: 1,
  async run(bank) {
    const customer = await bank.payer();
    const payee = await bank.payee();
    const expectMoved = await watchMoney(bank, customer.account, payee);
    await using shop = await startExampleShop(bank, payee.iban, 'Maria Schmidt');
    await using user = await bank.openUser();
    const { page } = user;
    await page.goto(shop.url);
    await page.locator('#payee').fill('Maria Schmitt');
    await navigate(page, () => page.getByRole('button', { name: 'Verify the payee, then pay' }).click());
    equal(await page.locator('h1').innerText(), 'The name is almost right');
    deepEqual(await page.locator('dd').allInnerTexts(), ['Maria Schmitt', 'Maria Schmidt']);
    deepEqual(await inspectPage(page, 'shop close match'), []);
    await expectMoved(0n);
    await navigate(page, () => page.getByRole('button', { name: 'Pay €12.50' }).click());
    await press(page, 'identify', { name: customer.username });
    await enterPassword({ bank, customer, page });
    deepEqual(await page.locator('section.payee dd').allInnerTexts(), ['Maria Schmitt', 'Maria Schmidt']);
    await enterCode({ bank, customer, page });
    const [, paymentId = ''] = /([0-9a-f-]{36})/.exec(await page.locator('main').innerText()) ?? [];
    await paymentAt(bank, `/v1/payments/sepa-credit-transfers/${paymentId}`).become('ACSC');
    await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
    await expectMoved(usualCents);
    return undefined;
  },
};
