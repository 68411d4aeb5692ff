import { deepEqual } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { arrive, enterCode, enterPassword, reached } from '../harness/approval-steps.ts';
import type { Payer, PaymentBank } from './payment-bank.ts';

/** Approves with password and text message in a new browser, and returns to the shop. */
export async function approveOnPage(bank: PaymentBank, customer: Payer, shop: string): Promise<void> {
  await using user = await bank.openUser();
  const { page } = user;
  await arrive(page, shop);
  await enterPassword({ bank, customer, page });
  await enterCode({ bank, customer, page });
  expectBackAtShop(page);
}

/** The browser is where the third party wants it after an approval. */
export function expectBackAtShop(page: Page): void {
  deepEqual(reached(page), { path: 'shop.a.tpp.test/back', query: { order: '7', state: 's-1' } });
}
