import type { Page } from 'playwright-core';
import type { BankCustomer, CustomerBank } from './customer-bank.ts';
import { send } from './forms.ts';
import { bank as bankId } from './product.ts';

/** A customer in front of the page of the account. */
interface CustomerAtBank {
  readonly bank: Pick<CustomerBank, 'code' | 'product'>;
  readonly customer: BankCustomer;
  readonly page: Page;
  /** How many codes the customer got before. */
  readonly codesBefore: number;
}

/** Signs in at the bank with a text message; returns the address of the page that then shows the account. */
export async function signInAtBank({ bank, codesBefore, customer, page }: CustomerAtBank): Promise<string> {
  const account = `${bank.product.proxy.bankUrl}/account/${bankId}`;
  await page.goto(account);
  await send(page, 'identify', { username: customer.username });
  await send(page, 'password', { password: customer.password });
  await chooseText(page);
  await send(page, 'code', { code: await bank.code(customer.phone, codesBefore) });
  return account;
}

/** Chooses a text message: the customers also have a token, which a page offers or asks for first. */
export async function chooseText(page: Page): Promise<void> {
  const choice = page.locator('input[type="radio"][name="factor"][value="sms"]');
  if ((await choice.count()) > 0) await choice.check();
  await send(page, 'method');
}
