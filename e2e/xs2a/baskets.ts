import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { at } from '../../server/src/platform/testing/json-at.ts';
import { arrive, enterCode, enterPassword } from '../harness/approval-steps.ts';
import type { BrowserUser } from '../harness/browsers.ts';
import { returnHeaders, shopPage } from '../harness/customer-bank.ts';
import { inspectPage } from '../harness/page-inspection.ts';
import { expectBackAtShop } from '../payment/approve.ts';
import { initiate, type Payment } from '../payment/payment.ts';
import type { Payer } from '../payment/payment-bank.ts';
import { expectUnknownToB } from './foreign.ts';
import type { Xs2aBank, Xs2aCheck } from './xs2a-bank.ts';

const amounts = ['12.50', '7.25'] as const;
const cents = [1_250n, 725n] as const;

interface Basket {
  readonly path: string;
  readonly payments: readonly Payment[];
  readonly customer: Payer;
  /** Page of the shop that leads to the bank. */
  readonly shop: string;
}

/** Groups two payments of a customer, and starts the approval. */
async function basketOf(bank: Xs2aBank, customer: Payer): Promise<Basket> {
  const payments: Payment[] = [];
  for (const amount of amounts)
    payments.push(
      await initiate(bank, customer, {
        headers: { 'tpp-explicit-authorisation-preferred': 'true' },
        order: { instructedAmount: { currency: 'EUR', amount } },
      }),
    );
  const headers = {
    'psu-ip-address': '192.0.2.7',
    'psu-id': customer.username,
    'psu-accept-language': 'en',
    'tpp-redirect-preferred': 'true',
    ...returnHeaders(bank.shopUrl),
  };
  const paymentIds = payments.map(({ path }) => path.split('/').at(-1));
  const created = await bank.send({
    method: 'POST',
    path: '/v1/signing-baskets',
    headers,
    body: { paymentIds },
  });
  const path = `/v1/signing-baskets/${String(at(created, 'basketId'))}`;
  const started = await bank.send({ method: 'POST', path: `${path}/authorisations`, headers });
  return {
    path,
    payments,
    customer,
    shop: shopPage(bank.shopUrl, String(at(started, '_links', 'scaRedirect', 'href'))),
  };
}

async function statusOf(bank: Xs2aBank, { path }: Basket): Promise<unknown> {
  return at(await bank.send({ method: 'GET', path: `${path}/status` }), 'transactionStatus');
}

/** Goes to the page that lists the payments, looks at it, and approves with one code. */
async function approveBasket(
  bank: Xs2aBank,
  { page }: BrowserUser,
  { basket: { customer, shop }, look }: { basket: Basket; look: (page: Page) => Promise<void> },
): Promise<void> {
  const visited = { bank, customer, page };
  await arrive(page, shop);
  await enterPassword(visited);
  await look(page);
  await enterCode(visited);
  expectBackAtShop(page);
}

/** Both payments, and nothing else, have left the account. */
async function expectExecuted({ ledger }: Xs2aBank, { customer, payments }: Basket): Promise<void> {
  for (const payment of payments) await payment.become('ACSC');
  const reached = await Promise.all(payments.map(({ payee }) => ledger.balanceOf(payee)));
  deepEqual(
    reached.map(({ booked }) => booked),
    cents,
    'balances of the payees',
  );
  equal((await ledger.balanceOf(customer.account)).booked, 100_000n - cents[0] - cents[1]);
}

export const basketApproved: Xs2aCheck = {
  name: 'a basket of two payments is listed with its total, approved once, and both are executed; B cannot see it',
  customers: 1,
  async run(bank) {
    const basket = await basketOf(bank, await bank.payer());
    equal(await statusOf(bank, basket), 'RCVD');
    await expectUnknownToB(bank, basket.path);
    await using user = await bank.openUser();
    await approveBasket(bank, user, {
      basket,
      async look(page) {
        const shown = await page.locator('main').innerText();
        for (const part of ['€12.50', '€7.25', 'Acme GmbH', 'Test TPP A B.V.'])
          ok(shown.includes(part), `${part} in ${shown}`);
        equal(await page.locator('ol.items > li').count(), amounts.length, 'orders on the page');
        equal(await page.getByRole('button', { name: 'Confirm all: €19.75' }).count(), 1, 'the total');
        const text = await bank.text(basket.customer.phone);
        ok(text.includes('19.75'), `the total in ${text}`);
        equal((await bank.ledger.balanceOf(basket.customer.account)).booked, 100_000n);
      },
    });
    equal(await statusOf(bank, basket), 'ACTC');
    await expectExecuted(bank, basket);
    equal(await bank.product.stubs.textCount(basket.customer.phone), 1, 'one code for both');
    await expectUnknownToB(bank, basket.path);
    return undefined;
  },
};

export const basketLooks: Xs2aCheck = {
  name: 'the page of a basket, light and dark, 320 px: no accessibility error',
  customers: 1,
  async run(bank) {
    const basket = await basketOf(bank, await bank.payer());
    await using user = await bank.openUser();
    const found: string[] = [];
    await approveBasket(bank, user, {
      basket,
      look: async (page) => {
        found.push(...(await inspectPage(page, 'basket')));
        for (const folded of await page.locator('ol.items summary').all()) await folded.click();
        found.push(...(await inspectPage(page, 'basket unfolded')));
      },
    });
    deepEqual(found, []);
    return '2 pages, 2 sizes, 2 schemes';
  },
};

export const basketScriptOff: Xs2aCheck = {
  name: 'a basket is approved without script',
  customers: 1,
  async run(bank) {
    const basket = await basketOf(bank, await bank.payer());
    await using user = await bank.openUser({ javaScriptEnabled: false });
    await approveBasket(bank, user, { basket, look: async () => undefined });
    await expectExecuted(bank, basket);
    return undefined;
  },
};
