import { ok } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { arrive, chooseMethod, enterPassword } from '../harness/approval-steps.ts';
import type { BrowserUser } from '../harness/browsers.ts';
import { initiate, type Payment } from '../payment/payment.ts';
import { type DeviceBank, type PairedPhone, phoneMethod } from './device-bank.ts';

/** A page of the bank that waits for the phone. */
export interface WaitingPage extends BrowserUser, PairedPhone {
  readonly payment: Payment;
  /** What the page shows, and the customer types on the phone. */
  readonly number: string;
  /** From the choice of the method until the phone showed the request. */
  readonly shownAfterMs: number;
}

/** Pays at a shop and chooses the phone; the phone shows the payment by itself. */
export async function waitForPhone(bank: DeviceBank): Promise<WaitingPage> {
  const paired = await bank.pairedPhone();
  const { customer, phone, screen } = paired;
  await screen.goto(phone.url);
  await screen.getByRole('heading', { name: 'Nothing to approve' }).waitFor();
  const payment = await initiate(bank, customer);
  const user = await bank.openUser();
  const { page } = user;
  await arrive(page, payment.shop);
  await enterPassword({ bank, customer, page });
  const startedAtMs = performance.now();
  await chooseMethod(page, phoneMethod);
  await shownOn(screen);
  const shownAfterMs = performance.now() - startedAtMs;
  await page.locator('[data-live]:visible').waitFor();
  const number = await page.locator('.number').innerText();
  return { ...user, ...paired, payment, number, shownAfterMs };
}

/** Waits until the phone shows the payment, with all that the customer must see. */
export async function shownOn(screen: Page): Promise<void> {
  await screen.getByRole('heading', { name: 'Approve a payment' }).waitFor();
  const text = await screen.locator('main').innerText();
  for (const part of ['€12.50', 'Acme GmbH', 'INV 2231'])
    ok(text.includes(part), `the phone shows ${part}: ${text}`);
}

/** Types a number on the phone. */
export async function typeNumber(screen: Page, number: string): Promise<void> {
  await screen.getByLabel('Number on the page').fill(number);
}
