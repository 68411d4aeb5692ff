import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { arrive, enterPassword, press } from '../harness/approval-steps.ts';
import { inspectPage } from '../harness/page-inspection.ts';
import { expectBackAtShop } from '../payment/approve.ts';
import { initiate, type Payment } from '../payment/payment.ts';
import type { Payer } from '../payment/payment-bank.ts';
import { foreignIban, type PayeeBank, type PayeeBankCheck } from './payee-bank.ts';

/** The page of a customer, after the code for an earlier result was entered. */
interface VoidedCode {
  readonly customer: Payer;
  readonly page: Page;
  readonly payment: Payment;
}

/** The bank of the payee answers while the customer looks at the page. The product waits five seconds for it. */
async function enterVoidedCode(bank: PayeeBank, page: Page): Promise<VoidedCode> {
  const customer = await bank.payer();
  await bank.otherBank.tell({ mode: 'held' });
  const payment = await initiate(bank, customer, {
    order: { creditorName: 'Anna Schmitt', creditorAccount: { iban: foreignIban } },
  });
  await arrive(page, payment.shop);
  await enterPassword({ bank, customer, page });
  match(await page.locator('section.payee').innerText(), /The name could not be checked/);
  const code = await bank.code(customer.phone);
  await bank.otherBank.tell({ mode: 'well' });
  await recorded(bank, payment.path);
  await press(page, 'code', { code });
  equal(await payment.status(), 'RCVD', 'the code approved nothing');
  match(await page.locator('main').innerText(), /What you approve has changed since you looked at it\./);
  return { customer, page, payment };
}

/** Without a wait for an answer the first page has none. */
const profile = { 'vop.inlineWaitMs': 0 };

export const changedAfterDisplay: PayeeBankCheck = {
  name: 'a result that changes after it was displayed voids the code, and the page says so',
  customers: 1,
  profile,
  async run(bank) {
    await using user = await bank.openUser();
    const { page } = await enterVoidedCode(bank, user.page);
    deepEqual(await inspectPage(page, 'order changed'), []);
    return undefined;
  },
};

/** Policy value `otp-resend-wait`, plus one second. */
const resendMs = 31_000;

export const approvedAfterChange: PayeeBankCheck = {
  name: 'after a result that changed the customer sees the new one, and approves it with another code',
  customers: 1,
  profile,
  async run(bank) {
    await using user = await bank.openUser();
    const { customer, page, payment } = await enterVoidedCode(bank, user.page);
    await page.waitForTimeout(resendMs);
    await press(page, 'method');
    const names = await page.locator('section.payee dd').allInnerTexts();
    deepEqual(names, ['Anna Schmitt', 'Anna Schmidt']);
    await press(page, 'code', { code: await bank.code(customer.phone, 1) });
    expectBackAtShop(page);
    ok((await payment.status()) !== 'RCVD', 'approved as it was shown');
    return undefined;
  },
};

const pollMs = 20;
const waitMs = 5_000;

/** Waits until the product has the answer of the other bank. */
async function recorded(bank: PayeeBank, path: string): Promise<void> {
  const { database } = bank.product.instance;
  const deadline = performance.now() + waitMs;
  for (;;) {
    const rows = await database.query<{ row_version: string }>(
      'select row_version from payments.payment where payment_id = $1',
      [path.split('/').at(-1)],
    );
    if (Number(rows[0]?.row_version) > 1) return;
    if (performance.now() > deadline) throw new Error('the answer of the other bank was not recorded');
    await new Promise((resolve) => {
      setTimeout(resolve, pollMs);
    });
  }
}
