import type { BrowserContextOptions } from 'playwright-core';
import type { BrowserUser } from '../harness/browser-harness.ts';
import type { Approval, ApprovalBank, Asked, BankCustomer } from './approval-bank.ts';
import { arrive, press } from './steps.ts';

/** A customer at the page of an approval. */
export interface Visit extends BrowserUser {
  readonly bank: ApprovalBank;
  readonly customer: BankCustomer;
  readonly approval: Approval;
}

export interface VisitOptions extends Partial<Asked> {
  /** The next customer whom no check has used by default. */
  readonly customer?: BankCustomer;
  readonly browser?: BrowserContextOptions;
  /** A browser that is open already, and that the visit closes; a new one by default. */
  readonly user?: BrowserUser;
}

/** Starts an approval as the third party, and goes from its shop to the page of the bank in a browser. */
export async function visit(
  bank: ApprovalBank,
  { browser = {}, customer = bank.customer(), user, ...asked }: VisitOptions = {},
): Promise<Visit> {
  const approval = await bank.ask({ ...asked, customer });
  const own = user ?? (await bank.openBrowser(browser));
  await arrive(own.page, approval.shop);
  return { ...own, bank, customer, approval };
}

/** Passes the first factor. */
export async function enterPassword({ customer, page }: Visit): Promise<void> {
  await press(page, 'password', { password: customer.password });
}

/** Enters the code of the first text message. */
export async function enterCode({ bank, customer, page }: Visit): Promise<void> {
  await press(page, 'code', { code: await bank.code(customer.phone) });
}
