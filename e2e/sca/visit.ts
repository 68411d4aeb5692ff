import type { BrowserContextOptions } from 'playwright-core';
import { arrive } from '../harness/approval-steps.ts';
import type { BrowserUser } from '../harness/browsers.ts';
import type { BankCustomer } from '../harness/customer-bank.ts';
import type { Approval, ApprovalBank, Asked } from './approval-bank.ts';

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
  const own = user ?? (await bank.openUser(browser));
  await arrive(own.page, approval.shop);
  return { ...own, bank, customer, approval };
}
